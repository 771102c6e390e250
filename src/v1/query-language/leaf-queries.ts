import type { Catalog } from '../../catalog/catalog.js';
import type { FieldBoosts, Query } from '../../search/index.js';
import { createWordSearch } from '../search/words/expanded-word.js';
import type { FieldSearch } from './fields.js';
import {
  callNumberQuery,
  identifierQuery,
  identifierSearch,
  identifierWildcardQuery,
} from './identifier-queries.js';
import { isAbsent, namedQuery, namedWildcardQuery } from './named-values.js';
import { columnOfNumberField, comparisonQuery, numberQuery } from './number-field.js';
import { allOf, anyOf, type OptionalQuery } from './optional-query.js';
import type {
  ComparisonNode,
  PhraseNode,
  ProximityNode,
  RangeNode,
  WildcardNode,
} from './syntax-tree.js';
import {
  namePhraseQuery,
  phraseQuery,
  proximityQuery,
  type RequiredWords,
  wildcardQuery,
  wordQuery,
} from './word-queries.js';

/** The query that matches no title. */
export const MATCH_NONE: Query = { kind: 'or', queries: [] };

/** The query that matches every title. */
export const MATCH_ALL: Query = { kind: 'all' };

/**
 * Functions that create the queries for the leaves of a syntax tree: words, phrases, proximity searches,
 * wildcards, ranges, comparisons and `*`.
 */
export interface LeafQueries {
  /**
   * Creates the query for words that directly follow each other in the query. A title must match as follows,
   * depending on the kind of field:
   *
   * - `text`: The title has every required word.
   * - `identifier`: The title has every word as an identifier. If `withCallNumbers` is set, a title also
   *   matches if it has a call number that begins with all words together.
   * - `call_number`: The title has a call number that begins with all words together.
   * - `named`: All words together are the name of a value, and the title has this value. If no value has
   *   this name, every word is the name of a value, and the title has all of these values.
   * - `number`: The number of the title equals every word.
   * - `nothing`: No title matches.
   */
  ofWords(fieldSearch: FieldSearch, words: readonly string[]): OptionalQuery;
  ofPhrase(fieldSearch: FieldSearch, text: PhraseNode['text']): OptionalQuery;
  ofProximity(fieldSearch: FieldSearch, proximity: ProximityNode): OptionalQuery;
  ofWildcard(fieldSearch: FieldSearch, wildcard: WildcardNode): OptionalQuery;
  ofRange(fieldSearch: FieldSearch, range: RangeNode): OptionalQuery;
  ofComparison(fieldSearch: FieldSearch, comparison: ComparisonNode): OptionalQuery;
  /** Creates the query for every title, or for no title if no title has data for the field. */
  ofAll(fieldSearch: FieldSearch): Query;
}

/**
 * Creates the {@link LeafQueries} of one catalog.
 *
 * @param requiredWords the words in fields of text that a title must have
 */
export function createLeafQueries(catalog: Catalog, requiredWords: RequiredWords): LeafQueries {
  const { titles, library } = catalog;
  const identifiers = identifierSearch(titles);
  const searchIn = (fields: FieldBoosts) => createWordSearch(titles, fields);

  function ofWords(fieldSearch: FieldSearch, words: readonly string[]): OptionalQuery {
    const together = words.join(' ');
    switch (fieldSearch.kind) {
      case 'text':
        return allOf(
          words.map((word) => wordQuery(word, searchIn(fieldSearch.fields), requiredWords)),
        );
      case 'identifier':
        return anyOf([
          allOf(words.map((word) => identifierQuery(word, identifiers))),
          fieldSearch.withCallNumbers ? callNumberQuery(titles, together) : undefined,
        ]);
      case 'call_number':
        return callNumberQuery(titles, together);
      case 'named':
        return (
          namedQuery(catalog, fieldSearch.values, together) ??
          allOf(words.map((word) => namedQuery(catalog, fieldSearch.values, word) ?? MATCH_NONE))
        );
      case 'number':
        return allOf(words.map((word) => numberQuery(fieldSearch.number, word, word, library)));
      case 'nothing':
        return MATCH_NONE;
    }
  }

  return {
    ofWords,
    ofPhrase(fieldSearch, text) {
      if (fieldSearch.kind !== 'text') return ofWords(fieldSearch, [text]);
      const search = searchIn(fieldSearch.fields);
      return fieldSearch.hasNames ? namePhraseQuery(text, search) : phraseQuery(text, search);
    },
    ofProximity(fieldSearch, { text, distance }) {
      return fieldSearch.kind === 'text'
        ? proximityQuery(text, distance, searchIn(fieldSearch.fields))
        : MATCH_NONE;
    },
    ofWildcard(fieldSearch, wildcard) {
      const [beginning, ...others] = wildcard.pieces;
      switch (fieldSearch.kind) {
        case 'text':
          return wildcardQuery(wildcard, searchIn(fieldSearch.fields), requiredWords);
        case 'identifier':
          return anyOf([
            identifierWildcardQuery(wildcard, identifiers),
            fieldSearch.withCallNumbers && others.length === 0
              ? callNumberQuery(titles, beginning)
              : undefined,
          ]);
        case 'call_number':
          return callNumberQuery(titles, beginning);
        case 'named':
          return namedWildcardQuery(catalog, fieldSearch.values, wildcard);
        default:
          return MATCH_NONE;
      }
    },
    ofRange(fieldSearch, { from, to }) {
      return fieldSearch.kind === 'number'
        ? numberQuery(fieldSearch.number, from, to, library)
        : MATCH_NONE;
    },
    ofComparison(fieldSearch, comparison) {
      return fieldSearch.kind === 'number'
        ? comparisonQuery(fieldSearch.number, comparison, library)
        : MATCH_NONE;
    },
    ofAll(fieldSearch) {
      switch (fieldSearch.kind) {
        case 'nothing':
          return MATCH_NONE;
        case 'number': {
          const column = titles.queryNumbers[columnOfNumberField(fieldSearch.number)];
          return column.documentCount === 0 ? MATCH_NONE : MATCH_ALL;
        }
        case 'named':
          return isAbsent(titles, fieldSearch.values) ? MATCH_NONE : MATCH_ALL;
        default:
          return MATCH_ALL;
      }
    },
  };
}
