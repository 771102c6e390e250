import type { Catalog } from '../catalog/catalog.js';
import { LOCALES, type Locale, textsOf } from '../texts/locales.js';
import type { KnownNames } from '../texts/texts.js';

/** The settings that an operation needs in addition to the catalogs and the parameters. */
export interface RequestContext {
  /**
   * The address under which the API is served, such as `https://api.example.org`. Links in responses
   * begin with it.
   */
  readonly baseUrl: string;
  /** The time at which the expiry of a session is checked. Default: the current time. */
  readonly now?: Date;
}

/** The context of one response, with its locale and the built-in names in that language. */
export interface ResponseContext extends RequestContext {
  /** The built-in display names of ids, such as `Book` for the format `BK`. */
  readonly names: KnownNames;
  readonly locale: Locale;
}

/** Adds a locale and its built-in names to a context. Without `locale`, uses English. */
export function withLocale(context: RequestContext, locale: Locale = LOCALES[0]): ResponseContext {
  return { ...context, locale, names: textsOf(locale).names };
}

/**
 * Returns the base URL of the pages of a catalog, without a trailing slash. This is the library's
 * `catalog_url` if the library has one, otherwise the base URL of the API.
 */
export function siteUrl(catalog: Catalog, context: RequestContext): string {
  return (catalog.library.catalog_url ?? context.baseUrl).replace(/\/+$/, '');
}
