import type { Catalog } from '../catalog/catalog.js';
import { checkCatalogSet } from '../catalog/catalog-set.js';
import { instantOf } from '../catalog/instant.js';
import type { Session } from '../catalog/session.js';
import { notFound } from './api-error.js';
import type { RequestContext } from './context.js';
import { type RequestParameters, readParameters } from './parameters.js';
import { PARAMETERS } from './schema/parameters.js';
import type { SessionResponse } from './schema/session.js';
import { findUser, userRecord } from './users.js';

/**
 * `GET /v1/sessions/{id}` (section 4.7): who is signed in under a session id, until the session
 * expires.
 *
 * @param id the session's id
 * @param params optionally `locale`
 * @throws ApiError 400 for a value that is not allowed, 404 when no open catalog has the session or
 *   it has expired
 *
 * @example getSession([catalog], id, context).user.borrowers // { alderwick: 'b1204418' }
 */
export function getSession(
  catalogs: readonly Catalog[],
  id: string,
  context: RequestContext,
  params: RequestParameters = {},
): SessionResponse {
  checkCatalogSet(catalogs);
  readParameters(params, PARAMETERS.getSession);
  for (const catalog of catalogs) {
    const session = catalog.sessions.get(id);
    if (session === undefined || hasExpired(session, context)) continue;
    const { name } = userRecord(findUser(catalogs, String(session.user)));
    return { user: { id: String(session.user), name, borrowers: session.borrowers ?? {} } };
  }
  throw notFound('session', id);
}

function hasExpired({ expires }: Session, { now = new Date() }: RequestContext): boolean {
  return expires !== undefined && instantOf(expires) <= now.getTime();
}
