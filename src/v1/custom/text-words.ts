import { hasPairedCharacters } from '../../search/analysis/character-pairs.js';
import { fold } from '../../search/analysis/fold.js';
import { readWords } from '../../search/analysis/words.js';
import { analyzePhrase } from '../../search/analyzer.js';
import type { Query } from '../../search/query.js';
import { type AskedWord, askedWord, type WordSearch } from '../asked-word.js';
import { BOUNDS } from './bounds.js';
import { allOf, anyOf, type MaybeQuery } from './combine.js';
import type { WildcardNode } from './syntax-tree.js';

const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** Which words of a text decide whether a title matches. */
export type Deciding = 'meaningful words' | 'all words';

/**
 * Titles with a word in any of the ways it may be written, inflections included; with every word
 * where it stands for several. Nothing when none of them decides.
 */
export function wordQuery(text: string, search: WordSearch, deciding: Deciding): MaybeQuery {
  const words = new Map(readWords(text).map((word) => [JSON.stringify(word), word]));
  const asked = [...words.values()].map((word) => askedWord(word, search));
  const decisive = asked.filter((word) => deciding === 'all words' || !word.isFunctionWord);
  return allOf(decisive.map(anyForm));
}

/** Titles with words side by side, in order, as they are written. Nothing without a word. */
export function phraseQuery(text: string, search: WordSearch): MaybeQuery {
  const words = readWords(text);
  if (words.length === 1 && words[0].kind === 'paired') return anyForm(askedWord(words[0], search));
  const terms = analyzePhrase(text);
  return terms.length === 0 ? undefined : { kind: 'phrase', terms, fields: search.fields };
}

/**
 * Titles with a word that fits a wildcard; of several words (`e-mai*`) each must be there. Words of
 * Chinese, Japanese and Korean go on anyway.
 */
export function wildcardQuery({ pieces, anyEnding }: WildcardNode, search: WordSearch): MaybeQuery {
  if (pieces.length === 1 && hasPairedCharacters(pieces[0])) {
    return wordQuery(pieces[0], search, 'all words');
  }
  const patterns = [''];
  pieces.forEach((piece, i) => {
    const [first = '', ...others] = fold(piece).replaceAll("'", '').match(WORD) ?? [];
    patterns[patterns.length - 1] += `${i === 0 ? '' : '?'}${first}`;
    patterns.push(...others);
  });
  if (anyEnding) patterns[patterns.length - 1] += '*';
  const { fields } = search;
  const queries = patterns
    .filter((pattern) => /[^*?]/.test(pattern))
    .map(
      (pattern): Query =>
        /[*?]/.test(pattern)
          ? { kind: 'wildcard', pattern, fields, maximumTerms: BOUNDS.wildcardTerms }
          : { kind: 'term', term: pattern, fields },
    );
  return allOf(queries);
}

/** A form other than the typed one counts less. */
function anyForm({ forms }: AskedWord): MaybeQuery {
  return anyOf(
    forms.map(
      ({ query, weight }): Query =>
        query.kind === 'term' ? { ...query, boost: (query.boost ?? 1) * weight } : query,
    ),
  );
}
