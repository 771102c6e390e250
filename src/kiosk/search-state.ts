import { NARROWINGS, type Narrowing } from '../catalog/narrowings.js';
import type { PageParameters, Visit } from './visit.js';

/** The parameters of the search page: those of the API's search, under the same names. */
const KEPT = ['q', 'search_type', 'sort', 'page', ...NARROWINGS] as const;

const PAGE_SIZE = 20;

/** The search that the address of a page asks for. */
export interface SearchState {
  /** What was typed; every title where nothing was. */
  readonly q: string;
  readonly searchType: string;
  readonly chosen: readonly { readonly narrowing: Narrowing; readonly value: string }[];
  /** The same request for the API. */
  readonly request: URLSearchParams;
  /** The address of the same search with some parameters other than they are, on its first page. */
  with(changed: PageParameters): string;
}

/** Reads a search page's parameters. Empty ones and those that are not the page's are dropped. */
export function searchState({ params, language, href }: Visit, library: string): SearchState {
  const known: ReadonlySet<string> = new Set(KEPT);
  const kept = [...params].filter(([name, value]) => known.has(name) && value.trim() !== '');
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
    with: (changed) => href('/search', { library, ...current, ...changed }),
  };
}
