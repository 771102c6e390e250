import type { Catalog } from '../catalog/catalog.js';
import { checkCatalogSet } from '../catalog/catalog-set.js';
import { allWithItems, type EntryList, type PlacedEntry, withItems } from './content-entries.js';
import { contentItems } from './content-items.js';
import { contentOfLibrary } from './content-of-library.js';
import { contentPage } from './content-page.js';
import type { AnswerContext, RequestContext } from './context.js';
import type { DateFormat } from './date-format.js';
import { findTitle, titleOf } from './find.js';
import { type RequestParameters, readParameters } from './parameters.js';
import type { ParameterValues } from './schema/parameter.js';
import { PARAMETERS } from './schema/parameters.js';
import type { UserContentEntry, UserContentResponse } from './schema/user-content.js';
import { titleSummary } from './title-forms.js';
import { userSummary } from './users.js';

/**
 * `GET /v1/user_content` (section 4.3): what users said about a title, or, when no title is given,
 * the most recent content of all. Entries come with their newest item first; those without any are
 * left out.
 *
 * @param params optionally `title`; or `library`, only contributions from users of that home
 *   library, ignored when `title` is given; `content_type`, only entries that hold such an item;
 *   `sort` (`newest`, `oldest`), `limit`, `page`, `metadata`, `date_format`, `locale`
 * @throws ApiError 400 for a value that is not allowed, 404 for a title or a library that nobody has
 *
 * @example
 * listUserContent([catalog], { title: '0000001101' }, { baseUrl }).user_content[0].user.name;
 */
export function listUserContent(
  catalogs: readonly Catalog[],
  params: RequestParameters,
  context: RequestContext,
): UserContentResponse {
  checkCatalogSet(catalogs);
  const values = readParameters(params, PARAMETERS.listUserContent);
  const { common, entries, dateFormat, answer } = contentPage(
    '/v1/user_content',
    params,
    values,
    context,
    entriesAskedFor(catalogs, values),
  );
  return {
    ...common,
    user_content: entries.map((entry) => userContentEntry(catalogs, entry, dateFormat, answer)),
  };
}

function entriesAskedFor(
  catalogs: readonly Catalog[],
  { title, library }: ParameterValues<typeof PARAMETERS.listUserContent>,
): EntryList[] {
  if (title !== undefined) {
    const { catalog, number } = findTitle(catalogs, title);
    return [{ catalog, entries: withItems(catalog, catalog.userContent.ofTitle(number)) }];
  }
  if (library !== undefined) return contentOfLibrary(catalogs, library);
  return catalogs.map(allWithItems);
}

/** What one user said about one title, with the user (section 2.5). */
function userContentEntry(
  catalogs: readonly Catalog[],
  { catalog, entry }: PlacedEntry,
  dateFormat: DateFormat,
  context: AnswerContext,
): UserContentEntry {
  const record = catalog.userContent.get(entry);
  return {
    user: userSummary(catalogs, record.user, context),
    title: titleSummary(catalog, titleOf(catalog, record.title), context),
    content: contentItems(catalog, record, dateFormat, context.names),
  };
}
