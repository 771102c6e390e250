/*
 * Requests typical responses and pages before clients do, so that V8 has compiled the code. `catalog/catalog-sample.ts`
 * chooses the searched words.
 */

import { setImmediate } from 'node:timers/promises';
import type { Catalog } from '../catalog/catalog.js';
import { type CatalogSample, NO_WORD, sampleCatalog } from '../catalog/catalog-sample.js';
import { type CatalogsToServe, catalogsGetter } from '../catalog/catalog-set.js';
import { ANYWHERE } from '../catalog/narrowings.js';
import { SORTS } from '../catalog/sort-keys.js';
import { representCompressed } from '../http/compression.js';
import { OPERATIONS, type OperationName } from '../v1/operations.js';
import { suggest } from '../v1/suggest/suggest.js';
import { createAnswer } from '../web/answer.js';
import { failureEvent, isRefusal } from '../web/error-response.js';
import type { Site } from '../web/web-request.js';
import { type Log, STANDARD_ERROR_LOG } from './log.js';

/** Options of {@link warmUp}. */
export interface WarmUpOptions {
  /** The site whose pages are requested too. Default: none. */
  readonly site?: Site | undefined;
  /** The address that links in responses begin with. Default: `http://localhost`. */
  readonly baseUrl?: string | undefined;
  /** Receives an event for each request that throws an error. Default: errors are written to standard error. */
  readonly log?: Log | undefined;
  /**
   * The number of requests after which the promise of {@link warmUp} resolves. The other requests follow in later tasks.
   * Default: it resolves after all requests.
   */
  readonly readyAfter?: number | undefined;
}

/** A server is ready after this number of warm-up requests, and runs the others between requests of clients. */
export const READY_AFTER_REQUESTS = 2;

/** For the first catalog, the number of words for which suggestions are requested, and the number of characters typed. */
const TYPED_WORDS = 2;
const TYPED_CHARS = 3;

/**
 * The values of `Accept-Encoding` of the first API requests of a process. Other requests accept only `identity`, because a
 * compression takes as long as a search, and the compressors are native code, which needs no warm-up.
 */
const COMPRESSED_ENCODINGS = ['br', 'gzip'];

/** The warm-ups that have begun, by a part of the catalog that does not change when only holdings change. */
const warmUps = new WeakMap<Catalog['titles']['ranks'], Promise<void>>();

/** Whether the requests of a warm-up have compiled the code that answers requests. */
let isCodeWarm = false;

/** The sites for which a warm-up has compiled the code that renders pages. */
const warmSites = new WeakSet<Site>();

/**
 * Requests typical pages and API responses, so that the first requests of clients take no longer than later
 * requests. The requests use texts of the catalogs, such as words of titles, authors and subjects. For the first catalog
 * with titles of a process, there are more requests, which compile the code that answers requests. Pages are requested only
 * for the first catalog with titles of a site. If one of these requests throws an error, the next catalog counts as the
 * first.
 *
 * Each request runs in a task of its own, so that a server can answer clients between two requests. A request that throws
 * an error does not stop the others. A catalog that has been warmed up before is skipped, also after its holdings changed.
 *
 * `startServer` calls this function. Call it before `createRequestListener` serves catalogs, and before a function
 * passed as `catalogs` returns a new catalog.
 *
 * @param catalogs the catalogs that are served together, or a set of catalogs such as `openCatalogs` returns
 * @example
 * const catalogs = [openCatalog('branch.snapshot')];
 * await warmUp(catalogs);
 * createServer(createRequestListener({ catalogs, apiKeys, baseUrl })).listen(8080);
 */
export async function warmUp(
  catalogs: CatalogsToServe,
  options: WarmUpOptions = {},
): Promise<void> {
  const { readyAfter = Number.POSITIVE_INFINITY } = options;
  const current = catalogsGetter(catalogs, 'warmUp: catalogs')();
  let answered = 0;
  await new Promise<void>((resolve, reject) => {
    const onRequest = () => {
      if (++answered === readyAfter) resolve();
    };
    warmUpAll(current, options, onRequest).then(resolve, reject);
  });
}

async function warmUpAll(
  catalogs: readonly Catalog[],
  options: WarmUpOptions,
  onRequest: () => void,
): Promise<void> {
  for (const catalog of catalogs) {
    const { ranks } = catalog.titles;
    const begun = warmUps.get(ranks) ?? warmUpCatalog(catalog, catalogs, options, onRequest);
    warmUps.set(ranks, begun);
    await begun;
  }
}

async function warmUpCatalog(
  catalog: Catalog,
  catalogs: readonly Catalog[],
  { site, baseUrl = 'http://localhost', log = STANDARD_ERROR_LOG }: WarmUpOptions,
  onRequest: () => void,
): Promise<void> {
  let failures = 0;

  async function inTask<Result>(request: string, run: () => Result): Promise<Result | undefined> {
    await setImmediate();
    try {
      return run();
    } catch (error) {
      if (isRefusal(error)) return undefined;
      const { event, fields } = failureEvent(error, 'warm-up request failed');
      failures++;
      log.error(event, { request, ...fields });
      return undefined;
    }
  }

  /** Requests paths, each in a task of its own. Returns whether no request threw an error. */
  async function inTasks(
    paths: readonly string[],
    request: (path: string, index: number) => void,
  ): Promise<boolean> {
    const before = failures;
    for (const [i, path] of paths.entries()) {
      await inTask(path, () => request(path, i));
      onRequest();
    }
    return failures === before;
  }

  const { titles } = catalog;
  const sample = await inTask('sample', () => sampleCatalog(catalog));
  if (sample === undefined) return;
  const requests = await inTask('paths of the API', () => ({
    paths: isCodeWarm ? [shortPath(catalog, sample)] : apiPaths(catalog, sample),
    typedTexts: isCodeWarm
      ? [sample.rarestWord]
      : sample.words.slice(-TYPED_WORDS).map((word) => word.slice(0, TYPED_CHARS)),
  }));
  if (requests === undefined) return;
  const { paths, typedTexts } = requests;
  const encodings = isCodeWarm ? [] : COMPRESSED_ENCODINGS;
  const answer = createAnswer(representCompressed, site);
  const request = (originalUrl: string, encoding = 'identity') => {
    const [path, query = ''] = originalUrl.split('?', 2);
    const headers = { 'accept-encoding': encoding };
    answer({ method: 'GET', originalUrl, path, query, headers, baseUrl }, catalogs);
  };
  const isAnswered = await inTasks(paths, (path, i) => request(path, encodings[i]));
  isCodeWarm ||= isAnswered && titles.size > 0;
  for (const q of typedTexts) {
    await inTask(`suggest ${q}`, () => suggest(catalogs, { q, library: catalog.library.id }));
  }
  if (site === undefined || warmSites.has(site) || titles.size === 0) return;
  const pagePaths = await inTask('paths of the site', () => site.warmUpPaths?.(catalog));
  if (pagePaths === undefined) return;
  if (await inTasks(pagePaths, (path) => request(path))) warmSites.add(site);
}

/** A query in the query language that names every column of the query language. The catalog need not contain the values. */
const ALL_COLUMNS =
  '(format:BK OR language:english OR audience:adult OR available:true OR branch:MAIN OR contenttype:fiction OR onorder:true OR pubyear:2000 OR starrating:4 OR new:30 OR callnumber:813 OR id:9780000000002)';

/** The number of rare words, and of titles, that are searched for. */
const RARE_WORDS = 3;
const TITLES = 2;

/**
 * Returns the path of a request for a catalog, with its query. The request reads the first pages of the arrays of a
 * catalog, and finds only a few titles, so that it delays other requests only a little.
 *
 * @internal
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
 *
 * @internal
 */
export function apiPaths(
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
