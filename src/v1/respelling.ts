import type { Word } from '../search/analysis/words.js';
import { intersect } from '../search/document-sets.js';
import type { Query } from '../search/query.js';
import { termsOf, type WordSearch } from './asked-word.js';
import { misspeltWord } from './relaxation.js';

/** What a misspelt query was taken for. */
export interface Respelling {
  /** The query in words that the catalog has, folded, in the order typed. */
  readonly query: string;
  /** Whether every title found has just these words; else some have others that are like what was typed. */
  readonly isComplete: boolean;
}

/**
 * The words by which most of the titles of a misspelt query were found.
 *
 * @param documents what the query found, its misspelt words forgiven
 * @remarks O(spellings × documents); for those who tell a reader, not for every request
 */
export function respell(
  words: readonly Word[],
  search: WordSearch,
  documents: Uint32Array,
): Respelling {
  let left: Uint32Array = documents;
  const spelt = words.map((word) => {
    const { forms, isFunctionWord } = misspeltWord(word, search);
    if (isFunctionWord) return textOf(word);
    let best = { text: textOf(word), documents: new Uint32Array() as Uint32Array };
    for (const { query } of forms) {
      const found = intersect(search.index.match(query).documents, left);
      if (found.length > best.documents.length) {
        best = { text: spellingOf(query) ?? textOf(word), documents: found };
      }
    }
    left = best.documents;
    return best.text;
  });
  return { query: spelt.join(' '), isComplete: left.length === documents.length };
}

function spellingOf(query: Query): string | undefined {
  return query.kind === 'term' ? query.term : undefined;
}

/** A word as it stands between others. */
function textOf(word: Word): string {
  if (word.kind !== 'paired') return termsOf(word).join(' ');
  const [first, ...others] = word.terms;
  return first + others.map((pair) => [...pair].at(-1)).join('');
}
