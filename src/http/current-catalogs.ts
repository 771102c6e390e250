import type { Catalog } from '../catalog/catalog.js';

/**
 * The open catalogs that answer together. A function is asked anew by every request, so that
 * catalogs can be replaced between two of them: it gives the same array as long as the set is the
 * same, and another when it is not.
 */
export type CatalogsToServe = readonly Catalog[] | (() => readonly Catalog[]);

/** How to ask for the catalogs that answer now. */
export function currentCatalogs(catalogs: CatalogsToServe): () => readonly Catalog[] {
  return typeof catalogs === 'function' ? catalogs : () => catalogs;
}
