import { intersect, type Query, type Word } from '../../search/index.js';
import { termsOf, type WordSearch } from './expanded-word.js';
import { expandMisspelledWord } from './relaxation.js';

/** A misspelled query, rewritten with words of the catalog. */
export interface Respelling {
  /**
   * For each word of the query, the form that finds the most titles. The words are folded, in the order
   * of the query.
   */
  readonly query: string;
  /** Whether all titles found have these words. If not, some titles have other similar words. */
  readonly isComplete: boolean;
}

/**
 * Replaces the words of a misspelled query one after another. Each becomes the form that finds the most
 * of the titles that have the words chosen before it. A stop word is not replaced.
 *
 * @param documents the titles that the query found in the step `typos`
 * @remarks O(forms × documents). Call this only to show the words to a reader.
 */
export function respell(
  words: readonly Word[],
  search: WordSearch,
  documents: Uint32Array,
): Respelling {
  let remaining: Uint32Array = documents;
  const spelled = words.map((word) => {
    const { forms, isStopWord } = expandMisspelledWord(word, search);
    if (isStopWord) return textOf(word);
    let best = { text: textOf(word), documents: new Uint32Array() as Uint32Array };
    for (const { query } of forms) {
      const found = intersect(search.index.match(query).documents, remaining);
      if (found.length > best.documents.length) {
        best = { text: spellingOf(query) ?? textOf(word), documents: found };
      }
    }
    remaining = best.documents;
    return best.text;
  });
  return { query: spelled.join(' '), isComplete: remaining.length === documents.length };
}

function spellingOf(query: Query): string | undefined {
  return query.kind === 'term' ? query.term : undefined;
}

function textOf(word: Word): string {
  if (word.kind !== 'cjk') return termsOf(word).join(' ');
  const [first, ...others] = word.terms;
  return first + others.map((bigram) => [...bigram].at(-1)).join('');
}
