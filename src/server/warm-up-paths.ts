import type { Catalog } from '../catalog/catalog.js';
import { type CatalogSample, NO_WORD } from '../catalog/catalog-sample.js';
import { ANYWHERE } from '../catalog/narrowings.js';
import { SORTS } from '../catalog/sort-keys.js';
import { OPERATIONS, type OperationName } from '../v1/operations.js';

/** A query in the query language that names every column of the query language. The catalog need not contain the values. */
const ALL_COLUMNS =
  '(format:BK OR language:english OR audience:adult OR available:true OR branch:MAIN OR contenttype:fiction OR onorder:true OR pubyear:2000 OR starrating:4 OR new:30 OR callnumber:813 OR id:9780000000002)';

/** The number of rare words, and of titles, that are searched for. */
const RARE_WORDS = 3;
const TITLES = 2;

/**
 * Returns the path of a request for a catalog, with its query. The request reads the first pages of the arrays of a
 * catalog, and finds only a few titles, so that it delays other requests only a little.
 */
export function shortPath({ library }: Catalog, { rarestWord }: CatalogSample): string {
  return pathOf('searchTitles', { q: rarestWord, library: library.id });
}

/**
 * Returns paths of typical requests for a catalog, with queries. Together they use every operation except
 * `getSession`, and in searches every sort order, narrowing and search type, relaxed queries, and the columns of
 * the query language. Operations and narrowings for which the catalog has no records are omitted.
 *
 * Most of the searched words are rare. Searches for rare words take less time, and use most of the code that searches
 * for common words use. Two searches for the most frequent word use the remaining code.
 */
export function warmUpPaths(
  { library, users, lists }: Catalog,
  { titles, words, frequentWord, values }: CatalogSample,
): string[] {
  const search = (q: string, params: Record<string, string> = {}) =>
    pathOf('searchTitles', { q, ...params, library: library.id });
  const custom = (q: string) => search(q, { search_type: 'custom' });

  const [common = NO_WORD] = words;
  const rare = words.slice(-RARE_WORDS).reverse();
  const [first = common, second = first, third = second] = rare;
  const someTitles = titles.slice(0, TITLES);
  const narrowings = Object.entries(values);
  return [
    search('*'),
    ...(frequentWord === undefined
      ? []
      : [search(frequentWord), search(frequentWord, { available_at: ANYWHERE })]),
    ...Array.from({ length: Math.max(narrowings.length, SORTS.length) }, (_, i) =>
      search('*', {
        ...Object.fromEntries(narrowings.slice(i, i + 1)),
        sort: SORTS[i % SORTS.length],
      }),
    ),
    search(common, Object.fromEntries(narrowings.slice(0, 2))),
    ...[common, ...rare].map((word) => search(word)),
    ...someTitles.map(({ title }) => search(title)),
    // Words of different titles, and incomplete and misspelled words, relax the query.
    search(`${common} ${first} ${second}`),
    search(`${first} ${second} ${third}`),
    ...rare.map((word) => search(word.slice(0, -1))),
    ...rare.map((word) => search(misspell(word))),
    ...(['author', 'subject', 'series', 'tag'] as const).map((type) =>
      search(values[type] ?? first, { search_type: type }),
    ),
    custom(`title:${first} OR author:${second}`),
    custom(`${first.slice(0, -1)}* NOT ${second.slice(0, 2)}?${second.slice(3)}`),
    ...someTitles.map(({ title }) => custom(`"${title.replaceAll('"', ' ')}"`)),
    custom(`${first} ${ALL_COLUMNS}`),
    ...someTitles.flatMap(({ id }) => [
      pathOf('getTitle', {}, id),
      pathOf('listUserContent', { title: id }),
    ]),
    pathOf('listUserContent', { library: library.id }),
    ...(users.size === 0
      ? []
      : [pathOf('listContentOfUser', {}, users.id(0)), pathOf('listListsOfUser', {}, users.id(0))]),
    ...(lists.size === 0 ? [] : [pathOf('getList', {}, lists.id(0))]),
  ];
}

function pathOf(name: OperationName, params: Record<string, string>, id = ''): string {
  const query = new URLSearchParams({ ...params, metadata: '1' });
  return `${OPERATIONS[name].path.replace('{id}', encodeURIComponent(id))}?${query}`;
}

/** Swaps the second and the third character of a word. */
function misspell(word: string): string {
  return word.slice(0, 1) + word.slice(2, 3) + word.slice(1, 2) + word.slice(3);
}
