import type { Catalog } from '../catalog/catalog.js';
import { checkCatalogSet } from '../catalog/catalog-set.js';
import type { PlacedEntry } from './content-entries.js';
import { contentItems } from './content-items.js';
import { contentPage } from './content-page.js';
import type { AnswerContext, RequestContext } from './context.js';
import type { DateFormat } from './date-format.js';
import { titleOf } from './find.js';
import { type RequestParameters, readParameters } from './parameters.js';
import { present } from './present.js';
import { PARAMETERS } from './schema/parameters.js';
import type { ContentOfUserEntry, ContentOfUserResponse } from './schema/user-content.js';
import { titleSummary } from './title-forms.js';
import { findUser } from './users.js';

/**
 * `GET /v1/users/{id}/user_content` (section 4.4): what one user said about titles of all open
 * catalogs. Entries come with their newest item first; those without any come last.
 *
 * @param id the user's id
 * @param params optionally `content_type`, only entries that hold such an item; `sort` (`newest`,
 *   `oldest`), `limit`, `page`, `metadata`, `date_format`, `locale`
 * @throws ApiError 400 for a value that is not allowed, 404 when no open catalog knows the user
 *
 * @example listContentOfUser([catalog], '1001', { limit: 20 }, { baseUrl }).count // 23
 */
export function listContentOfUser(
  catalogs: readonly Catalog[],
  id: string,
  params: RequestParameters,
  context: RequestContext,
): ContentOfUserResponse {
  checkCatalogSet(catalogs);
  const values = readParameters(params, PARAMETERS.listContentOfUser);
  const known = findUser(catalogs, id);
  const { common, entries, dateFormat, answer } = contentPage(
    `/v1/users/${encodeURIComponent(id)}/user_content`,
    params,
    values,
    context,
    known.map(({ catalog, number }) => ({
      catalog,
      entries: catalog.userContent.ofUser(number),
    })),
  );
  return {
    ...common,
    user_content: entries.map((entry) => entryOfUser(entry, dateFormat, answer)),
  };
}

/** What one user said about one title, without the user (section 2.5). */
function entryOfUser(
  { catalog, entry }: PlacedEntry,
  dateFormat: DateFormat,
  context: AnswerContext,
): ContentOfUserEntry {
  const record = catalog.userContent.get(entry);
  return present({
    title: titleSummary(catalog, titleOf(catalog, record.title), context),
    content: contentItems(catalog, record, dateFormat, context.names),
  });
}
