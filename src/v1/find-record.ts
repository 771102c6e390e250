import type { Catalog, Records } from '../catalog/catalog.js';
import type { Title } from '../catalog/records/title.js';
import { notFound } from './api-error.js';

/**
 * Returns the catalog of a library.
 *
 * @param id the value of the parameter `library`
 * @throws ApiError 404 if no catalog belongs to this library
 */
export function findLibrary(catalogs: readonly Catalog[], id: string): Catalog {
  const found = catalogs.find(({ library }) => library.id === id);
  if (found === undefined) throw notFound('library', id, 'library');
  return found;
}

/** The catalog that contains a record, and the number of the record in the catalog. */
export interface FoundRecord<T> {
  readonly catalog: Catalog;
  readonly number: number;
  /** The record. It is decoded each time that it is read. */
  readonly record: T;
}

/**
 * Finds the title with this id in the open catalogs. At most one open catalog has the title.
 *
 * @param parameter the name of the parameter that contains the id. Default: the id is in the path.
 * @throws ApiError 404 if no catalog has the title
 */
export function findTitle(
  catalogs: readonly Catalog[],
  id: string,
  parameter?: string,
): FoundRecord<Title> {
  return findRecord(catalogs, 'title', id, (catalog) => catalog.titles, parameter);
}

/**
 * Finds the title or list with this id in the open catalogs. At most one open catalog has the record.
 *
 * @param recordsOf returns the records of a catalog to search
 * @param parameter the name of the parameter that contains the id. Default: the id is in the path.
 * @throws ApiError 404 if no catalog has the record
 */
export function findRecord<T>(
  catalogs: readonly Catalog[],
  kind: 'title' | 'list',
  id: string,
  recordsOf: (catalog: Catalog) => Records<T>,
  parameter?: string,
): FoundRecord<T> {
  for (const catalog of catalogs) {
    const records = recordsOf(catalog);
    const number = records.numberOf(id);
    if (number < 0) continue;
    return {
      catalog,
      number,
      get record() {
        return records.get(number);
      },
    };
  }
  throw notFound(kind, id, parameter);
}

/** Returns the record of the title with this id. The catalog must contain the title. */
export function titleOf(catalog: Catalog, id: string): Title {
  return catalog.titles.get(catalog.titles.numberOf(id));
}
