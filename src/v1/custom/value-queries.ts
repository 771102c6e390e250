import type { Catalog } from '../../catalog/catalog.js';
import type { Query } from '../../search/query.js';
import { callNumberQuery } from './call-numbers.js';
import type { FieldSearch } from './fields.js';
import { IDENTIFIER_FIELDS, identifierQuery } from './identifiers.js';
import { namedQuery, namedWildcardQuery } from './named-values.js';
import { numberQuery } from './number-field.js';
import type { RangeNode, WildcardNode } from './syntax-tree.js';
import { isFunctionWords, phraseQuery, wildcardQuery, wordQuery } from './text-words.js';

const NO_TITLE: Query = { kind: 'or', queries: [] };

/** Which words of a text decide whether a title matches. */
export type Deciding = 'meaningful words' | 'all words';

/** The queries of values by themselves; nothing for a value that decides nothing. */
export interface ValueQueries {
  /**
   * Words side by side. Where values are names, a run of words is the name that they spell, else
   * each is a name of its own; elsewhere every one must be found.
   */
  ofWords(search: FieldSearch, words: readonly string[]): Query | undefined;
  ofPhrase(search: FieldSearch, text: string): Query | undefined;
  ofWildcard(search: FieldSearch, wildcard: WildcardNode): Query | undefined;
  ofRange(search: FieldSearch, range: RangeNode): Query | undefined;
}

/** The queries of values in one catalog. */
export function createValueQueries(catalog: Catalog, deciding: Deciding): ValueQueries {
  const { titles, library } = catalog;
  return {
    ofWords(search, words) {
      switch (search.kind) {
        case 'text':
          return every(words, (word) =>
            deciding === 'meaningful words' && isFunctionWords(word)
              ? undefined
              : wordQuery(word, search.fields),
          );
        case 'identifier':
          return either(
            every(words, identifierQuery),
            search.withCallNumbers ? callNumberQuery(titles, words.join(' ')) : undefined,
          );
        case 'call_number':
          return callNumberQuery(titles, words.join(' '));
        case 'named':
          return (
            namedQuery(catalog, search.values, words.join(' ')) ??
            every(words, (word) => namedQuery(catalog, search.values, word) ?? NO_TITLE)
          );
        case 'number':
          return every(words, (word) => numberQuery(search.number, word, word, library));
        case 'nothing':
          return NO_TITLE;
      }
    },
    ofPhrase(search, text) {
      return search.kind === 'text'
        ? phraseQuery(text, search.fields)
        : this.ofWords(search, [text]);
    },
    ofWildcard(search, wildcard) {
      switch (search.kind) {
        case 'text':
          return wildcardQuery(wildcard, search.fields);
        case 'identifier':
          return either(
            wildcardQuery(wildcard, IDENTIFIER_FIELDS),
            search.withCallNumbers && wildcard.pieces.length === 1
              ? callNumberQuery(titles, wildcard.pieces[0])
              : undefined,
          );
        case 'call_number':
          return callNumberQuery(titles, wildcard.pieces[0]);
        case 'named':
          return namedWildcardQuery(catalog, search.values, wildcard);
        default:
          return NO_TITLE;
      }
    },
    ofRange(search, { from, to }) {
      return search.kind === 'number' ? numberQuery(search.number, from, to, library) : NO_TITLE;
    },
  };
}

/** The titles that all words find, of those words that decide. */
function every(
  words: readonly string[],
  queryOf: (word: string) => Query | undefined,
): Query | undefined {
  const queries = words.flatMap((word) => queryOf(word) ?? []);
  return queries.length > 1 ? { kind: 'and', queries } : queries[0];
}

function either(first: Query | undefined, second: Query | undefined): Query | undefined {
  if (first === undefined || second === undefined) return first ?? second;
  return { kind: 'or', queries: [first, second] };
}
