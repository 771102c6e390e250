import { compareCodePoints } from '../base/collation.js';
import { parseInstant } from '../base/instant.js';
import type { Catalog, ListHeader } from '../catalog/catalog.js';
import { checkCatalogSet } from '../catalog/catalog-set.js';
import { nameOf } from '../catalog/names/known-names.js';
import type { KnownNames } from '../texts/texts.js';
import { type RequestContext, withLocale } from './context.js';
import { findUser } from './find-record.js';
import { listSummary } from './get-list.js';
import { type ParameterPairs, readParameters } from './read-parameters.js';
import {
  buildMetadata,
  createLinks,
  dateFormatOf,
  type LinksOf,
  omitEmpty,
  pageOfArray,
  RECENCY_SORTS,
  topByCount,
} from './response-parts.js';
import { type ListListsOfUserParameters, PARAMETERS } from './schema/parameters.js';
import type { ListsResponse, Metadata } from './schema/responses.js';

interface CatalogList {
  readonly catalog: Catalog;
  readonly list: ListHeader;
}

/**
 * Returns the lists of one user: `GET /v1/users/{id}/lists` (section 4.6 of the API specification).
 * Lists are sorted by the time of their creation. Lists with the same time are sorted by id.
 *
 * @param catalogs the open catalogs, which are searched together
 * @param params see {@link ListListsOfUserParameters}
 * @throws ApiError 400 for an invalid parameter, 404 if no catalog has the user
 * @throws CatalogSetError if two catalogs have a library, title, list or session id in common
 *
 * @example listListsOfUser([catalog], '1001', {}, { baseUrl }).lists[0].name // 'If You Liked Moby-Dick'
 */
export function listListsOfUser(
  catalogs: readonly Catalog[],
  id: string,
  params: ListListsOfUserParameters | ParameterPairs,
  context: RequestContext,
): ListsResponse {
  checkCatalogSet(catalogs);
  const values = readParameters(params, PARAMETERS.listListsOfUser);
  const dateFormat = dateFormatOf(values.date_format);
  const userLists = findUser(catalogs, id).flatMap(({ catalog, number }) =>
    Array.from(catalog.lists.ofUser(number), (list) => ({
      catalog,
      list: catalog.lists.header(list),
    })),
  );
  const { list_type: types, sort, locale } = values;
  const responseContext = withLocale(context, locale);
  const selected = userLists
    .filter(({ list }) => types.length === 0 || types.includes(list.list_type?.id ?? ''))
    .sort(
      (a, b) =>
        (sort === 'newest' ? 1 : -1) * compareByRecency(a.list, b.list) ||
        compareById(a.list, b.list),
    );
  const [page, shown] = pageOfArray(values, selected);
  const path = `/v1/users/${encodeURIComponent(id)}/lists`;
  const metadata =
    values.metadata === '1'
      ? listsMetadata(userLists, responseContext.names, createLinks(path, params, context))
      : undefined;
  return {
    ...page,
    ...omitEmpty({ metadata }),
    lists: shown.map(({ catalog, list }) =>
      listSummary(catalogs, catalog, list, dateFormat, responseContext),
    ),
  };
}

/** Returns the metadata of a response: the sort orders, and the list types with their numbers of lists. */
function listsMetadata(
  lists: readonly CatalogList[],
  names: KnownNames,
  linksOf: LinksOf,
): Metadata {
  const values = new Map<string, { id: string; name: string; count: number }>();
  for (const { catalog, list } of lists) {
    if (list.list_type === undefined) continue;
    const { id, name } = nameOf('list_type', list.list_type, catalog.library, names);
    const counted = values.get(id) ?? { id, name, count: 0 };
    values.set(id, { ...counted, count: counted.count + 1 });
  }
  const listType = {
    id: 'list_type',
    name: names.narrowing.list_type,
    narrow_tos: topByCount(values.values(), linksOf('list_type')),
  };
  return buildMetadata(linksOf, names, RECENCY_SORTS, [listType]);
}

/** Compares lists so that the most recently created list comes first. */
function compareByRecency(a: ListHeader, b: ListHeader): number {
  return parseInstant(b.created) - parseInstant(a.created);
}

function compareById(a: ListHeader, b: ListHeader): number {
  return compareCodePoints(a.id, b.id);
}
