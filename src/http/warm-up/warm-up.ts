import { setImmediate } from 'node:timers/promises';
import type { Catalog } from '../../catalog/catalog.js';
import { sampleCatalog } from '../../catalog/catalog-sample.js';
import { type CatalogsToServe, catalogsGetter } from '../../catalog/catalog-set.js';
import { suggest } from '../../v1/suggest/suggest.js';
import { createRespond, handleApiRequest, type RequestTarget } from '../../web/api.js';
import { failureEvent } from '../../web/reply.js';
import { siteReply } from '../../web/representation.js';
import type { Site } from '../../web/site.js';
import { type Log, STANDARD_ERROR_LOG } from '../monitoring/log.js';
import { NODE_ENCODER } from '../response/serializers.js';
import { shortPath, warmUpPaths } from './warm-up-paths.js';

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

const respond = createRespond(NODE_ENCODER);

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
    paths: isCodeWarm ? [shortPath(catalog, sample)] : warmUpPaths(catalog, sample),
    typedTexts: isCodeWarm
      ? [sample.rarestWord]
      : sample.words.slice(-TYPED_WORDS).map((word) => word.slice(0, TYPED_CHARS)),
  }));
  if (requests === undefined) return;
  const { paths, typedTexts } = requests;
  const encodings = isCodeWarm ? [] : COMPRESSED_ENCODINGS;
  const api = { context: { baseUrl }, encoder: NODE_ENCODER, respond };
  const isAnswered = await inTasks(paths, (path, i) => {
    const headers = { 'accept-encoding': encodings[i] ?? 'identity' };
    handleApiRequest(targetOf(path), headers, catalogs, api);
  });
  isCodeWarm ||= isAnswered && titles.size > 0;
  for (const q of typedTexts) {
    await inTask(`suggest ${q}`, () => suggest(catalogs, { q, library: catalog.library.id }));
  }
  if (site === undefined || warmSites.has(site) || titles.size === 0) return;
  const pagePaths = await inTask('paths of the site', () => site.warmUpPaths?.(catalog));
  if (pagePaths === undefined) return;
  const isRendered = await inTasks(pagePaths, (path) => {
    const page = site({ ...targetOf(path), headers: {} }, catalogs, baseUrl);
    if (page !== undefined) siteReply(page, NODE_ENCODER.represent);
  });
  if (isRendered) warmSites.add(site);
}

function targetOf(originalUrl: string): RequestTarget {
  const [path, query = ''] = originalUrl.split('?', 2);
  return { originalUrl, path, query };
}
