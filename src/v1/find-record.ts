/*
 * Finds records by their ids in the open catalogs: libraries, titles, lists and users. An unknown id throws an error 404.
 * The operations in this folder create the responses.
 */

import type { Catalog, Records } from '../catalog/catalog.js';
import type { Title } from '../catalog/records/title.js';
import type { User } from '../catalog/records/user-records.js';
import { notFound } from './api-error.js';
import { type RequestContext, siteUrl } from './context.js';
import type { UserSummary } from './schema/responses.js';

/**
 * Returns the catalog of a library.
 *
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

/** A user in one catalog. */
export interface UserInCatalog {
  readonly catalog: Catalog;
  /** The number of the user in the catalog. */
  readonly number: number;
}

/**
 * Finds a user in the open catalogs. Users with the same id in several catalogs are the same user.
 *
 * @returns the user in each catalog that has the user, in the order of the catalogs
 * @throws ApiError 404 if no catalog has the user
 */
export function findUser(catalogs: readonly Catalog[], id: string): readonly UserInCatalog[] {
  const found = catalogs
    .map((catalog) => ({ catalog, number: catalog.users.numberOf(id) }))
    .filter(({ number }) => number >= 0);
  if (found.length === 0) throw notFound('user', id);
  return found;
}

/** Returns the user's record from the first catalog that has the user. */
export function userRecord([{ catalog, number }]: readonly UserInCatalog[]): User {
  return catalog.users.get(number);
}

/**
 * Creates the summary of a user for responses (section 2.4 of the API specification).
 *
 * @throws ApiError 404 if no catalog has the user
 */
export function userSummary(
  catalogs: readonly Catalog[],
  id: string | number,
  context: RequestContext,
): UserSummary {
  const found = findUser(catalogs, String(id));
  const user = userRecord(found);
  const page = `/collection/show/${encodeURIComponent(String(user.id))}`;
  return {
    id: user.id,
    name: user.name,
    profile_url: user.profile_url ?? `${siteUrl(found[0].catalog, context)}${page}`,
  };
}
