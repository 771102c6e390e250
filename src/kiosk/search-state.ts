import { NARROWINGS, type Narrowing } from '../catalog/narrowings.js';
import type { PageParameters, PageView } from './page-view.js';

/** The parameters that the search page passes to the API unchanged. */
export const SEARCH_PARAMETERS = ['q', 'search_type', 'sort', 'page', ...NARROWINGS] as const;

/** The names of the fields of the form that narrows the results to a range of publication years. */
export const YEAR_FIELDS = { from: 'year_from', to: 'year_to' } as const;

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

/**
 * Reads the parameters of a search page. Ignores blank and unknown parameters. The {@link YEAR_FIELDS} replace
 * the parameter `publication_date`.
 */
export function readSearchState(
  { params, language, href }: PageView,
  library: string,
): SearchState {
  const names: ReadonlySet<string> = new Set(SEARCH_PARAMETERS);
  const years = submittedYears(params);
  const submitted = [...params].filter(
    ([name]) => years === undefined || name !== 'publication_date',
  );
  if (years !== undefined) submitted.push(['publication_date', years]);
  // A page has one value per facet: the last one.
  const kept = submitted.filter(
    ([name, value], i) =>
      names.has(name) &&
      value.trim() !== '' &&
      !(isNarrowing(name) && submitted.slice(i + 1).some(([later]) => later === name)),
  );
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

/**
 * Returns the range of years in the {@link YEAR_FIELDS}, such as `1987-2003`. Returns an empty string if both
 * fields are blank, and undefined if neither field was submitted.
 */
function submittedYears(params: URLSearchParams): string | undefined {
  const from = params.get(YEAR_FIELDS.from)?.trim();
  const to = params.get(YEAR_FIELDS.to)?.trim();
  if (from === undefined && to === undefined) return undefined;
  return from || to ? `${from ?? ''}-${to ?? ''}` : '';
}

function isNarrowing(name: string): boolean {
  return (NARROWINGS as readonly string[]).includes(name);
}
