import { NARROWINGS, type Narrowing } from '../catalog/narrowings.js';
import type { PageParameters, PageView } from './page-view.js';

/** The parameters that the search page passes to the API unchanged. */
const PARAMETER_NAMES = ['q', 'search_type', 'sort', 'page', ...NARROWINGS] as const;

const PAGE_SIZE = 20;

/** The search that the parameters of a page describe. */
export interface SearchState {
  /** The typed query. For a blank query, `*`, which matches all titles. */
  readonly q: string;
  readonly searchType: string;
  /** The facet values that narrow the results. */
  readonly chosen: readonly { readonly narrowing: Narrowing; readonly value: string }[];
  /** The API parameters of the search. */
  readonly request: URLSearchParams;
  /**
   * Returns the URL of this search with changed parameters. The value undefined removes a parameter.
   * Without `page` in `changes`, the URL shows the first page of results.
   */
  hrefWith(changes: PageParameters): string;
}

/** Reads the parameters of a search page. Ignores blank and unknown parameters. */
export function readSearchState(
  { params, language, href }: PageView,
  library: string,
): SearchState {
  const names: ReadonlySet<string> = new Set(PARAMETER_NAMES);
  const kept = [...params].filter(([name, value]) => names.has(name) && value.trim() !== '');
  const q = kept.find(([name]) => name === 'q')?.[1] ?? '*';
  const request = new URLSearchParams(kept);
  if (!request.has('q')) request.set('q', q);
  request.set('library', library);
  request.set('limit', String(PAGE_SIZE));
  request.set('metadata', '1');
  request.set('locale', language.locale);
  const current = Object.fromEntries(kept.filter(([name]) => name !== 'page'));
  return {
    q,
    searchType: request.get('search_type') ?? 'keyword',
    chosen: NARROWINGS.flatMap((narrowing) => {
      const value = request.get(narrowing);
      return value === null ? [] : [{ narrowing, value }];
    }),
    request,
    hrefWith: (changes) => href('/search', { library, ...current, ...changes }),
  };
}
