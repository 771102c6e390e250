import type { Catalog } from 'carrel';
import type { Catalog as OpenedCatalog, Titles } from '../../src/catalog/catalog.js';

/** A catalog that was opened with the package, or with modules of `src`. */
export type AnyCatalog = Catalog | OpenedCatalog;

/** Returns the titles of a catalog, which the type of the package hides. */
export function titlesOf(catalog: AnyCatalog): Titles {
  return (catalog as OpenedCatalog).titles;
}
