import type { Catalog } from '../catalog/catalog.js';

/** What an answer depends on besides the catalogs and the request. */
export interface RequestContext {
  /** The address under which the API is served, such as `https://api.example.org`. */
  readonly baseUrl: string;
  /** The clock that sessions are held against; the system's unless given. */
  readonly now?: Date;
}

/**
 * The address under which a catalog's own pages stand: the library's `catalog_url`, else the one
 * under which the API is served. Without a slash at its end.
 */
export function siteOf(catalog: Catalog, context: RequestContext): string {
  return (catalog.library.catalog_url ?? context.baseUrl).replace(/\/+$/, '');
}
