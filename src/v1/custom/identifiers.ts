import type { SearchIndex } from '../../search/search-index.js';
import { type WordSearch, wordSearch } from '../asked-word.js';
import { anyOf, type MaybeQuery } from './combine.js';
import { wordQuery } from './text-words.js';

const HYPHENS_AND_SPACES = /[\s\u2010-\u2015-]+/g;

/** A search where identifiers are indexed, ISBNs all in their longer form. */
export function identifierSearch(index: SearchIndex): WordSearch {
  return wordSearch(index, { identifier: 1 });
}

/**
 * Titles with an identifier: title id, UPC, ISBN in either form. Hyphens and spaces within it are
 * ignored.
 */
export function identifierQuery(text: string, search: WordSearch): MaybeQuery {
  const forms = new Set([text, text.replace(HYPHENS_AND_SPACES, '')]);
  return anyOf([...forms].map((form) => wordQuery(form, search, 'all words')));
}
