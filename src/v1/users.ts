import type { Catalog } from '../catalog/catalog.js';
import type { User } from '../catalog/user.js';
import { notFound } from './api-error.js';
import { type RequestContext, siteOf } from './context.js';
import type { UserSummary } from './schema/user.js';

/** A user as one catalog knows them. */
export interface KnownUser {
  readonly catalog: Catalog;
  /** The user's number there. */
  readonly number: number;
}

/**
 * A user in every catalog that knows them; the same id is the same user.
 *
 * @throws ApiError 404 when none does
 */
export function findUser(catalogs: readonly Catalog[], id: string): readonly KnownUser[] {
  const known = catalogs
    .map((catalog) => ({ catalog, number: catalog.users.numberOf(id) }))
    .filter(({ number }) => number >= 0);
  if (known.length === 0) throw notFound('user', id);
  return known;
}

/** The user's record in the first catalog that has one: its name is the one that counts. */
export function userRecord([{ catalog, number }]: readonly KnownUser[]): User {
  return catalog.users.get(number);
}

/** A user as other resources show them (section 2.4). */
export function userSummary(
  catalogs: readonly Catalog[],
  id: string | number,
  context: RequestContext,
): UserSummary {
  const known = findUser(catalogs, String(id));
  const user = userRecord(known);
  const page = `/collection/show/${encodeURIComponent(String(user.id))}`;
  return {
    id: user.id,
    name: user.name,
    profile_url: user.profile_url ?? `${siteOf(known[0].catalog, context)}${page}`,
  };
}
