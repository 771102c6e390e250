import type { Catalog } from '../catalog/catalog.js';
import { LOCALES, type Locale, textsOf } from '../texts/locales.js';
import type { KnownNames } from '../texts/texts.js';

/** What an answer depends on besides the catalogs and the request. */
export interface RequestContext {
  /** The address under which the API is served, such as `https://api.example.org`. */
  readonly baseUrl: string;
  /** The clock that sessions are held against; the system's unless given. */
  readonly now?: Date;
}

/** The context of one answer, with the language that it is wanted in, and the names of known ids in it. */
export interface AnswerContext extends RequestContext {
  readonly names: KnownNames;
  readonly locale: Locale;
}

/** The context of an answer to a request with this `locale`; English without one. */
export function inLocale(context: RequestContext, locale: Locale = LOCALES[0]): AnswerContext {
  return { ...context, locale, names: textsOf(locale).names };
}

/**
 * The address under which a catalog's own pages stand: the library's `catalog_url`, else the one
 * under which the API is served. Without a slash at its end.
 */
export function siteOf(catalog: Catalog, context: RequestContext): string {
  return (catalog.library.catalog_url ?? context.baseUrl).replace(/\/+$/, '');
}
