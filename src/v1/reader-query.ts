import type { Titles } from '../catalog/catalog.js';
import { analyze } from '../search/analyzer.js';
import type { Matches } from '../search/matches.js';
import type { Query } from '../search/query.js';
import type { SearchFields } from './search-types.js';

/** What a reader's words found. */
export interface ReaderMatches {
  readonly matches: Matches;
}

/**
 * Finds what a reader typed: every word required, in any of the fields; a word said twice is one
 * word, or a request could make a search as slow as it is long. `*` is every title; a query without
 * a word finds nothing.
 */
export function findAsReader(titles: Titles, words: string, fields: SearchFields): ReaderMatches {
  if (words.trim() === '*') return { matches: titles.index.match({ kind: 'all' }) };
  const terms = [...new Set(analyze(words))];
  const queries = terms.map((term): Query => ({ kind: 'term', term, fields }));
  return { matches: titles.index.match({ kind: 'and', queries }) };
}
