import { partitionPoint } from '../../base/binary-search.js';
import type { Titles } from '../../catalog/catalog.js';
import { normalizeCallNumber } from '../../catalog/search-fields.js';
import type { Query } from '../../search/index.js';
import { createWordSearch, type WordSearch } from '../search/words/expanded-word.js';
import { anyOf, type OptionalQuery } from './optional-query.js';
import type { WildcardNode } from './syntax-tree.js';
import { phraseQuery, wildcardQuery } from './word-queries.js';

const HYPHENS_AND_SPACES = /[\s\u2010-\u2015-]+/g;

/** Creates a word search in the index field with title ids, ISBNs and UPCs. */
export function identifierSearch(titles: Titles): WordSearch {
  return createWordSearch(titles, { identifier: 1 });
}

/**
 * Creates the query for titles with an identifier: a title id, a UPC, an ISBN-10 or an ISBN-13. The
 * identifier is searched both as typed and without hyphens and spaces. The words of an identifier such as
 * `alma-991` must be adjacent in one identifier of the title.
 *
 * @returns undefined if the text has no letters or digits
 */
export function identifierQuery(text: string, search: WordSearch): OptionalQuery {
  const forms = new Set([text, text.replace(HYPHENS_AND_SPACES, '')]);
  return anyOf([...forms].map((form) => phraseQuery(form, search)));
}

/**
 * Creates the query for titles with an identifier that matches a word with wildcards. The word is searched both
 * as typed and without hyphens.
 *
 * @returns undefined if the word has no letters or digits
 */
export function identifierWildcardQuery(wildcard: WildcardNode, search: WordSearch): OptionalQuery {
  const pieces = wildcard.pieces.map((piece) => piece.replace(HYPHENS_AND_SPACES, ''));
  const asTyped = wildcardQuery(wildcard, search, 'all words');
  return wildcard.pieces.every((piece, i) => piece === pieces[i])
    ? asTyped
    : anyOf([asTyped, wildcardQuery({ ...wildcard, pieces }, search, 'all words')]);
}

/**
 * Creates the query for titles with a call number that begins with a text. Case and repeated spaces are
 * ignored. An empty text matches no title.
 */
export function callNumberQuery(titles: Titles, beginning: string): Query {
  const { dictionary } = titles.queryColumns.call_number;
  const prefix = normalizeCallNumber(beginning);
  const start = partitionPoint(0, dictionary.size, (ord) => dictionary.get(ord) < prefix);
  const end = partitionPoint(
    start,
    dictionary.size,
    (ord) => dictionary.get(ord).slice(0, prefix.length) <= prefix,
  );
  return { kind: 'value_range', column: 'call_number', start, end: prefix === '' ? start : end };
}
