import type { Catalog, Records } from '../catalog/catalog.js';
import type { Title } from '../catalog/title.js';
import { notFound } from './api-error.js';

/** A record and the catalog that holds it. */
export interface Found<T> {
  readonly catalog: Catalog;
  readonly record: T;
  readonly number: number;
}

/**
 * The title of this id, in whichever catalog holds it; ids are unique across open catalogs.
 *
 * @throws ApiError 404 when none does
 */
export function findTitle(catalogs: readonly Catalog[], id: string): Found<Title> {
  return find(catalogs, 'title', id, (catalog) => catalog.titles);
}

/** The record of this id among those of one kind, in whichever catalog holds it. */
export function find<T>(
  catalogs: readonly Catalog[],
  kind: 'title' | 'list',
  id: string,
  recordsOf: (catalog: Catalog) => Records<T>,
): Found<T> {
  for (const catalog of catalogs) {
    const records = recordsOf(catalog);
    const number = records.numberOf(id);
    if (number >= 0) return { catalog, number, record: records.get(number) };
  }
  throw notFound(kind, id);
}

/** The title that a record of the same catalog refers to. */
export function titleOf(catalog: Catalog, id: string): Title {
  return catalog.titles.get(catalog.titles.numberOf(id));
}
