import { intersect, type Query, type Word } from '../../search/index.js';
import { termsOf, type WordSearch } from './expanded-word.js';
import { expandMisspelledWords } from './relaxation.js';

/** A misspelled query, rewritten with words of the catalog. */
export interface Respelling {
  /**
   * The query with each misspelled word replaced by a word of the catalog. The words are in lower case,
   * without accents, and in the order of the query.
   */
  readonly query: string;
  /** Whether all titles found have the words in {@link query}. Otherwise, some titles have similar words. */
  readonly isComplete: boolean;
}

/**
 * Replaces the words of a misspelled query one after another. The next word becomes the form that occurs in the
 * largest number of the titles with all words chosen so far. A stop word is not replaced.
 *
 * @param documents the titles that the query found in the step `typos` of relaxation
 * @remarks Searches for every form of every word. Call this function only to show the result to a reader.
 */
export function respell(
  words: readonly Word[],
  search: WordSearch,
  documents: Uint32Array,
): Respelling {
  let remaining: Uint32Array = documents;
  const expanded = expandMisspelledWords(words, search);
  const spelled = words.map((word, i) => {
    const { forms, isStopWord } = expanded[i];
    if (isStopWord) return textOf(word);
    let best = { text: textOf(word), documents: new Uint32Array() as Uint32Array };
    for (const form of forms) {
      const found = intersect(search.index.match(form).documents, remaining);
      if (found.length > best.documents.length) {
        best = { text: spellingOf(form) ?? textOf(word), documents: found };
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
