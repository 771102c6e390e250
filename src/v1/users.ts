import type { Catalog } from '../catalog/catalog.js';
import type { User } from '../catalog/records/user.js';
import { notFound } from './api-error.js';
import { type RequestContext, siteUrl } from './context.js';
import type { UserSummary } from './schema/responses.js';

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
