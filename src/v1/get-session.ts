import { parseInstant } from '../base/instant.js';
import type { Catalog } from '../catalog/catalog.js';
import { checkCatalogSet } from '../catalog/catalog-set.js';
import type { Session } from '../catalog/records/user-records.js';
import { notFound } from './api-error.js';
import { checkContext, type RequestContext } from './context.js';
import { findUser, userRecord } from './find-record.js';
import { type ParameterPairs, readParameters } from './read-parameters.js';
import { type GetSessionParameters, PARAMETERS } from './schema/parameters.js';
import type { SessionResponse } from './schema/responses.js';

/**
 * Returns the user of a session: `GET /v1/sessions/{id}` (section 4.7 of the API specification).
 *
 * @param catalogs the open catalogs, any of which may contain the session
 * @param context `now` is the time with which the `expires` time of the session is compared
 * @param params see {@link GetSessionParameters}
 * @throws ApiError 400 for an invalid parameter, 404 if the session is unknown or has expired
 * @throws CatalogSetError if two catalogs have a library, title, list or session id in common
 *
 * @example getSession([catalog], id, {}, context).user.borrowers // { alderwick: 'b1048576' }
 */
export function getSession(
  catalogs: readonly Catalog[],
  id: string,
  params: GetSessionParameters | ParameterPairs,
  context: RequestContext,
): SessionResponse {
  checkCatalogSet(catalogs);
  checkContext(context);
  readParameters(params, PARAMETERS.getSession);
  for (const catalog of catalogs) {
    const session = catalog.sessions.get(String(id));
    if (session === undefined || hasExpired(session, context)) continue;
    const { name } = userRecord(findUser(catalogs, String(session.user)));
    return { user: { id: String(session.user), name, borrowers: session.borrowers ?? {} } };
  }
  throw notFound('session', id);
}

function hasExpired({ expires }: Session, { now = new Date() }: RequestContext): boolean {
  return expires !== undefined && parseInstant(expires) <= now.getTime();
}
