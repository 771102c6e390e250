import type { Catalog } from '../catalog/catalog.js';
import { checkCatalogSet } from '../catalog/catalog-set.js';
import { instantOf } from '../catalog/instant.js';
import { nameOf } from '../catalog/known-names.js';
import type { List } from '../catalog/list.js';
import { compareCodePoints } from '../search/string-table.js';
import type { KnownNames } from '../texts/texts.js';
import { inLocale, type RequestContext } from './context.js';
import { dateFormatOf } from './date-format.js';
import { linksFrom } from './links.js';
import { listSummary } from './list-forms.js';
import { metadataOf, mostFrequent, type NarrowingOption } from './metadata.js';
import { offsetOf, pageOf } from './pagination.js';
import { type RequestParameters, readParameters } from './parameters.js';
import { present } from './present.js';
import { recencySortOptions } from './recency-sort.js';
import type { ListsResponse } from './schema/list.js';
import { PARAMETERS } from './schema/parameters.js';
import { findUser } from './users.js';

interface PlacedList {
  readonly catalog: Catalog;
  readonly list: List;
}

/**
 * `GET /v1/users/{id}/lists` (section 4.6): the lists that one user made, in all open catalogs, the
 * most recently updated first, equal ones by id.
 *
 * @param id the user's id
 * @param params optionally `list_type`, only lists of that type; `sort` (`newest`, `oldest`),
 *   `limit`, `page`, `metadata`, `date_format`, `locale`
 * @throws ApiError 400 for a value that is not allowed, 404 when no open catalog knows the user
 *
 * @example listListsOfUser([catalog], '1001', {}, { baseUrl }).lists[0].name
 */
export function listListsOfUser(
  catalogs: readonly Catalog[],
  id: string,
  params: RequestParameters,
  context: RequestContext,
): ListsResponse {
  checkCatalogSet(catalogs);
  const values = readParameters(params, PARAMETERS.listListsOfUser);
  const dateFormat = dateFormatOf(values.date_format);
  const found = findUser(catalogs, id).flatMap(({ catalog, number }) =>
    Array.from(catalog.lists.ofUser(number), (list) => ({
      catalog,
      list: catalog.lists.get(list),
    })),
  );
  const { list_type: type, sort, locale } = values;
  const answer = inLocale(context, locale);
  const lists = found
    .filter(({ list }) => type === undefined || list.list_type?.id === type)
    .sort(
      (a, b) => (sort === 'newest' ? 1 : -1) * byRecency(a.list, b.list) || byId(a.list, b.list),
    );
  const page = pageOf(values, lists.length);
  const path = `/v1/users/${encodeURIComponent(id)}/lists`;
  const metadata =
    values.metadata === '1'
      ? metadataOf(
          recencySortOptions(answer.names),
          [listTypeOption(found, answer.names)],
          linksFrom(path, params, context),
        )
      : undefined;
  return {
    ...page,
    ...present({ metadata }),
    lists: lists
      .slice(offsetOf(page), offsetOf(page) + page.limit)
      .map(({ catalog, list }) => listSummary(catalogs, catalog, list, dateFormat, answer)),
  };
}

/** The narrowing by list type, with the number of lists of each. */
function listTypeOption(lists: readonly PlacedList[], names: KnownNames): NarrowingOption {
  const values = new Map<string, { id: string; name: string; count: number }>();
  for (const { catalog, list } of lists) {
    if (list.list_type === undefined) continue;
    const { id, name } = nameOf('list_type', list.list_type, catalog.library, names);
    const known = values.get(id) ?? { id, name, count: 0 };
    values.set(id, { ...known, count: known.count + 1 });
  }
  return {
    id: 'list_type',
    name: names.narrowing.list_type,
    values: mostFrequent([...values.values()]),
  };
}

function byRecency(a: List, b: List): number {
  return instantOf(b.updated) - instantOf(a.updated);
}

function byId(a: List, b: List): number {
  return compareCodePoints(a.id, b.id);
}
