import { typeError } from '../base/messages.js';
import type { Catalog } from '../catalog/catalog.js';
import { LOCALES, type Locale, namesOf } from '../texts/locales.js';
import type { KnownNames } from '../texts/texts.js';
import { invalidValue } from './api-error.js';

/** The settings that an operation needs in addition to the catalogs and the parameters. */
export interface RequestContext {
  /**
   * The address under which the API is served, such as `https://api.example.org`. Links in the metadata of responses
   * begin with this address. Addresses of catalog pages and generated covers also begin with it, unless the library
   * record has a `catalog_url`. With an empty string, links are paths such as `/v1/titles?q=emma`.
   */
  readonly baseUrl: string;
  /** The time with which the expiry of a session is compared. Default: the current time. */
  readonly now?: Date | undefined;
}

/** The context of one response, with its locale and the built-in names in the language of the locale. */
export interface ResponseContext extends RequestContext {
  /** The built-in display names of ids, such as `Book` for the format `BK`. */
  readonly names: KnownNames;
  readonly locale: Locale;
}

/** @throws TypeError if the context has no base URL */
export function checkContext(context: RequestContext): void {
  if (typeof context?.baseUrl === 'string') return;
  const expected =
    'an address such as https://api.example.org, or an empty string for links that are paths';
  throw typeError('context.baseUrl', expected, context?.baseUrl);
}

/**
 * Adds a locale and its built-in names to a context.
 *
 * @param locale Default: `en-CA`.
 * @throws ApiError 400 for an unknown locale
 * @throws TypeError if the context has no base URL
 */
export function withLocale(context: RequestContext, locale: Locale = LOCALES[0]): ResponseContext {
  checkContext(context);
  if (!LOCALES.includes(locale)) {
    throw invalidValue('locale', String(locale), `one of ${LOCALES.join(', ')}`);
  }
  return { ...context, locale, names: namesOf(locale) };
}

/**
 * Returns the base URL of the pages of a catalog, without trailing slashes: the `catalog_url` of the
 * library record, or else the base URL of the API.
 */
export function siteUrl(catalog: Catalog, context: RequestContext): string {
  return (catalog.library.catalog_url ?? context.baseUrl).replace(/\/+$/, '');
}
