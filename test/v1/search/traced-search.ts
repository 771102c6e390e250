import type { Catalog } from '../../../src/catalog/catalog.js';
import { type TitlesTrace, traceSearchTitles } from '../../../src/v1/search-titles.js';

/** The result of a search: the ids of the titles, the best first, and the step of relaxation. */
export interface TracedSearch extends Pick<TitlesTrace, 'relaxed'> {
  readonly ids: readonly string[];
}

/** Searches a catalog of `catalogOf`, and returns up to 100 titles. */
export function tracedSearch(
  catalog: Catalog,
  q: string,
  more: Readonly<Record<string, string>> = {},
): TracedSearch {
  const params = new URLSearchParams({ q, library: 'harbour', limit: '100', ...more });
  const { body, relaxed } = traceSearchTitles([catalog], params, { baseUrl: 'http://x' });
  return { ids: body.titles.map(({ id }) => id), relaxed };
}
