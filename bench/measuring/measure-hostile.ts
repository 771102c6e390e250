import { ApiError, type Catalog, openCatalog, searchTitles, suggest } from 'carrel';
import { type HostileFamily, type HostileQuery, joinClauses } from '../queries/hostile-queries.js';
import { forgetfulCatalog } from './first-search.js';
import { type MeasuredHostile, quantile } from './measured.js';

const RUNS = 3;
const CONTEXT = { baseUrl: 'http://localhost:8080' };

/** Measures each hostile query {@link RUNS} times. Finds the slowest accepted query of each family. */
export function measureHostile(
  snapshot: string,
  families: readonly HostileFamily[],
): MeasuredHostile[] {
  const { catalog, forget } = forgetfulCatalog(openCatalog(snapshot));
  return families.map((family) => {
    const { name } = family;
    const queries = queriesOf(catalog, family);
    let [accepted, refused, slowestRefusal] = [0, 0, 0];
    let slowest = { q: '', time: 0 };
    for (const query of queries) {
      let isRefused = false;
      const times = Array.from({ length: RUNS }, () => {
        forget();
        const begin = performance.now();
        isRefused = !isAccepted(catalog, query);
        return performance.now() - begin;
      });
      const time = quantile(times, 0.5);
      if (isRefused) {
        refused++;
        slowestRefusal = Math.max(slowestRefusal, time);
        continue;
      }
      accepted++;
      if (time > slowest.time) slowest = { q: query.q, time };
    }
    return { name, accepted, refused, slowest, slowestRefusal };
  });
}

/** Returns the queries of a family. Clauses that are refused alone are left out, unless all of them are refused. */
function queriesOf(catalog: Catalog, family: HostileFamily): readonly HostileQuery[] {
  if ('queries' in family) return family.queries;
  const { type, clauses, separator } = family;
  const accepted = clauses.filter((q) => isAccepted(catalog, { q, type }));
  return joinClauses(accepted.length > 0 ? accepted : clauses, separator).map((q) => ({ q, type }));
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
