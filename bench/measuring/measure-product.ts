/*
 * Measures what callers of Carrel get in one process, as a server answers them: every kind of request, up to the text of
 * the response, after requests of all kinds have run. Then measures hostile queries.
 */
import { join } from 'node:path';
import { ApiError, type Catalog, getTitle, openCatalog, searchTitles, suggest } from 'carrel';
import { createKiosk } from 'carrel/kiosk';
import { SNAPSHOT } from '../engines/carrel.js';
import { type HostileFamily, type HostileQuery, queriesOf } from '../queries/hostile-queries.js';
import { type BenchRequest, requestKinds } from '../queries/reader-requests.js';
import { forgetfulCatalog } from './first-search.js';
import { measureInTurn, measureRounds, type Row } from './measure-row.js';
import type { BenchInputs, SearchTask } from './measuring-process.js';

const BASE_URL = 'http://localhost:8080';
const CONTEXT = { baseUrl: BASE_URL };
const SUGGESTIONS = 8;
const HOSTILE_ROUNDS = 3;

/** The measurements of Carrel's responses from one catalog. Times are in milliseconds. */
export interface ProductFigures {
  readonly kinds: readonly KindFigures[];
  readonly hostile: readonly HostileFigures[];
  /** The time from just before the snapshot is opened to the first answer. */
  readonly firstAnswer: number;
  /** Resident memory after all requests, in bytes. */
  readonly memory: number;
}

/** The measurements of the requests of one kind. */
export interface KindFigures {
  readonly name: string;
  readonly requests: number;
  /** The first request with its query. */
  readonly first: Row;
  /** The same request again, as for a further page of the results. */
  readonly again: Row;
}

/** The measurements of a family of hostile queries. */
export interface HostileFigures {
  readonly name: string;
  readonly accepted: number;
  readonly refused: number;
  /** The accepted query that took longest. Undefined if all queries are refused. */
  readonly slowest: { readonly q: string; readonly median: number } | undefined;
}

/** Opens a snapshot and measures its responses. */
export async function measureProduct(
  { sample, hostile }: BenchInputs,
  { directory, timeMs }: SearchTask,
): Promise<ProductFigures> {
  const all = requestKinds(sample);
  const begin = performance.now();
  const opened = openCatalog(join(directory, SNAPSHOT));
  answerRequests(opened)(all[0].requests[0]);
  const firstAnswer = performance.now() - begin;
  const { catalog, forget } = forgetfulCatalog(opened);
  const answer = answerRequests(catalog);
  for (const { requests } of all) requests.forEach(answer);
  const kinds: KindFigures[] = [];
  for (const { name, requests } of all) {
    const count = requests.length;
    const run = (number: number) => answer(requests[number]);
    const first = await measureInTurn({ count, prepare: forget, run }, timeMs);
    const again = await measureInTurn({ count, prepare: run, run }, timeMs);
    kinds.push({ name, requests: count, first, again });
  }
  globalThis.gc?.();
  const memory = process.memoryUsage.rss();
  const families: HostileFigures[] = [];
  for (const family of hostile) families.push(await measureFamily(catalog, family, forget));
  return { kinds, hostile: families, firstAnswer, memory };
}

/** Returns a function that answers a request with the text of the response: JSON, or the HTML of a page. */
function answerRequests(catalog: Catalog): (request: BenchRequest) => string {
  const library = catalog.library.id;
  const showPage = createKiosk();
  return (request) => {
    switch (request.kind) {
      case 'search':
        return JSON.stringify(
          searchTitles([catalog], new URLSearchParams({ ...request.params, library }), CONTEXT),
        );
      case 'suggest':
        return JSON.stringify(suggest([catalog], { q: request.q, library, limit: SUGGESTIONS }));
      case 'title':
        return JSON.stringify(getTitle([catalog], request.id, {}, CONTEXT));
      default: {
        const { path, query } = request;
        const received = { method: 'GET', path, query, originalUrl: path, headers: {} };
        const page = showPage({ ...received, baseUrl: BASE_URL }, [catalog], BASE_URL);
        return String(page?.body);
      }
    }
  };
}

async function measureFamily(
  catalog: Catalog,
  family: HostileFamily,
  prepare: () => void,
): Promise<HostileFigures> {
  const queries = queriesOf(family, (query) => isAccepted(catalog, query));
  const accepted = queries.filter((query) => isAccepted(catalog, query));
  let slowest: HostileFigures['slowest'];
  for (const query of accepted) {
    const run = () => isAccepted(catalog, query);
    const { median } = await measureRounds({ count: 1, prepare, run }, HOSTILE_ROUNDS);
    if (median >= (slowest?.median ?? 0)) slowest = { q: query.q, median };
  }
  const refused = queries.length - accepted.length;
  return { name: family.name, accepted: accepted.length, refused, slowest };
}

/** Answers a query up to the JSON text. Returns whether the query was answered rather than refused with 400. */
function isAccepted(catalog: Catalog, { q, type, params }: HostileQuery): boolean {
  const library = catalog.library.id;
  try {
    const response =
      type === 'suggest'
        ? suggest([catalog], { q, library })
        : searchTitles(
            [catalog],
            { metadata: '1', ...params, q, library, search_type: type },
            CONTEXT,
          );
    JSON.stringify(response);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) return false;
    throw error;
  }
}
