import type { Catalog } from '../../catalog/catalog.js';
import type { FieldBoosts, Query } from '../../search/query.js';
import { wordSearch } from '../asked-word.js';
import { callNumberQuery } from './call-numbers.js';
import { allOf, anyOf, type MaybeQuery } from './combine.js';
import type { FieldSearch } from './fields.js';
import { identifierQuery, identifierSearch } from './identifiers.js';
import { namedQuery, namedWildcardQuery } from './named-values.js';
import { numberQuery } from './number-field.js';
import type { PhraseNode, RangeNode, WildcardNode } from './syntax-tree.js';
import { type Deciding, phraseQuery, wildcardQuery, wordQuery } from './text-words.js';

/** Finds nothing. */
export const NO_TITLE: Query = { kind: 'or', queries: [] };

/** The queries of values by themselves. */
export interface ValueQueries {
  /**
   * Words side by side. Where values are names, a run of words is the name that they spell, else
   * each is a name of its own; call numbers begin with all of them; elsewhere every one is required.
   */
  ofWords(search: FieldSearch, words: readonly string[]): MaybeQuery;
  ofPhrase(search: FieldSearch, text: PhraseNode['text']): MaybeQuery;
  ofWildcard(search: FieldSearch, wildcard: WildcardNode): MaybeQuery;
  ofRange(search: FieldSearch, range: RangeNode): MaybeQuery;
}

/** The queries of values in one catalog. */
export function createValueQueries(catalog: Catalog, deciding: Deciding): ValueQueries {
  const { titles, library } = catalog;
  const identifiers = identifierSearch(titles.index);
  const searchIn = (fields: FieldBoosts) => wordSearch(titles.index, fields);

  function ofWords(search: FieldSearch, words: readonly string[]): MaybeQuery {
    const together = words.join(' ');
    switch (search.kind) {
      case 'text':
        return allOf(words.map((word) => wordQuery(word, searchIn(search.fields), deciding)));
      case 'identifier':
        return anyOf([
          allOf(words.map((word) => identifierQuery(word, identifiers))),
          search.withCallNumbers ? callNumberQuery(titles, together) : undefined,
        ]);
      case 'call_number':
        return callNumberQuery(titles, together);
      case 'named':
        return (
          namedQuery(catalog, search.values, together) ??
          allOf(words.map((word) => namedQuery(catalog, search.values, word) ?? NO_TITLE))
        );
      case 'number':
        return allOf(words.map((word) => numberQuery(search.number, word, word, library)));
      case 'nothing':
        return NO_TITLE;
    }
  }

  return {
    ofWords,
    ofPhrase(search, text) {
      return search.kind === 'text'
        ? phraseQuery(text, searchIn(search.fields))
        : ofWords(search, [text]);
    },
    ofWildcard(search, wildcard) {
      const [beginning, ...others] = wildcard.pieces;
      switch (search.kind) {
        case 'text':
          return wildcardQuery(wildcard, searchIn(search.fields));
        case 'identifier':
          return anyOf([
            wildcardQuery(wildcard, identifiers),
            search.withCallNumbers && others.length === 0
              ? callNumberQuery(titles, beginning)
              : undefined,
          ]);
        case 'call_number':
          return callNumberQuery(titles, beginning);
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
