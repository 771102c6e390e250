import fc from 'fast-check';
import type { Catalog } from '../../../src/catalog/catalog.js';
import type { Title } from '../../../src/catalog/records/title.js';
import { analyze } from '../../../src/search/analysis/tokenizer.js';
import { ApiError } from '../../../src/v1/api-error.js';
import { explainSearchTitles } from '../../../src/v1/explain-search-titles.js';
import { suggest } from '../../../src/v1/suggest/suggest.js';
import { searchesIn } from '../../v1/random-searches.js';
import {
  getList,
  getSession,
  getTitle,
  listContentOfUser,
  listListsOfUser,
  listUserContent,
  searchTitles,
} from '../../v1/validated-operations.js';
import type { RecordArrays } from './naive-source.js';

/** A request, as the name and arguments of its operation, and a function that answers the request. */
export interface Request {
  readonly name: string;
  answer(catalog: Catalog): unknown;
}

const CONTEXT = { baseUrl: 'https://api.example.org', now: new Date('2019-06-01T00:00:00Z') };

/** Returns the body of a request as JSON, or the message if the request is refused. */
export function bodyOf({ answer }: Request, catalog: Catalog): string {
  try {
    return JSON.stringify(answer(catalog));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return `${error.status} ${error.message}`;
  }
}

/** Generates requests of all operations for these records. */
export function requestsFor(records: RecordArrays): fc.Arbitrary<Request> {
  const { library, titles, users, lists, sessions } = records;
  const id = (known: readonly { readonly id: string | number }[]) =>
    known.length === 0
      ? fc.constant('unknown')
      : fc.constantFrom(...known).map((record) => String(record.id));
  const paging = fc.record(
    { page: fc.constantFrom(1, 2, 9), limit: fc.constantFrom(1, 3, 100) },
    { requiredKeys: [] },
  );
  const operation = <Params>(
    name: string,
    params: fc.Arbitrary<Params>,
    answer: (catalog: Catalog, params: Params) => unknown,
  ): fc.Arbitrary<Request> =>
    params.map((values) => ({
      name: `${name} ${JSON.stringify(values)}`,
      answer: (catalog) => answer(catalog, values),
    }));
  const metadata = fc.constantFrom('0', '1');
  const contentParams = fc.record(
    {
      sort: fc.constantFrom('newest', 'oldest'),
      content_type: fc.constantFrom('tag', 'rating', 'comment', 'own'),
      metadata,
    },
    { requiredKeys: [] },
  );
  const others = fc.oneof(
    operation('title', id(titles), (catalog, title) => getTitle([catalog], title, {}, CONTEXT)),
    operation(
      'user content',
      fc.tuple(paging, contentParams, fc.option(id(titles), { nil: undefined })),
      (catalog, [page, params, title]) =>
        listUserContent(
          [catalog],
          { ...page, ...params, ...(title === undefined ? {} : { title }) },
          CONTEXT,
        ),
    ),
    operation(
      'content of user',
      fc.tuple(id(users), paging, contentParams),
      (catalog, [user, page, params]) =>
        listContentOfUser([catalog], user, { ...page, ...params }, CONTEXT),
    ),
    operation('list', id(lists), (catalog, list) => getList([catalog], list, {}, CONTEXT)),
    operation(
      'lists of user',
      fc.tuple(id(users), paging, metadata),
      (catalog, [user, page, value]) =>
        listListsOfUser([catalog], user, { ...page, metadata: value }, CONTEXT),
    ),
    operation('session', id(sessions), (catalog, session) =>
      getSession([catalog], session, {}, CONTEXT),
    ),
  );
  const named = titles.filter(({ title }) => analyze(title).length > 0);
  if (named.length === 0) return others;
  const searches = searchesIn(library.id, named as Title[], library.extra_fields);
  const beginnings = fc.tuple(
    fc.constantFrom(...named).map(({ title, authors = [] }) => [title, authors[0]?.name ?? title]),
    fc.nat(1),
    fc.integer({ min: 1, max: 12 }),
  );
  return fc.oneof(
    {
      weight: 5,
      arbitrary: operation('search', searches, (catalog, params) =>
        searchTitles([catalog], new URLSearchParams(params), CONTEXT),
      ),
    },
    {
      weight: 1,
      arbitrary: operation('explain', searches, (catalog, params) =>
        explainSearchTitles([catalog], new URLSearchParams(params), CONTEXT),
      ),
    },
    {
      weight: 1,
      arbitrary: operation('suggest', beginnings, (catalog, [texts, which, length]) =>
        suggest([catalog], { q: texts[which].slice(0, length), library: library.id }),
      ),
    },
    { weight: 4, arbitrary: others },
  );
}
