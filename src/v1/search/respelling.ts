import { intersect, type Query, type Word } from '../../search/index.js';
import { type ClauseLabel, termsOf, type WordSearch } from './words/expanded-word.js';
import { findNoise } from './words/noise-words.js';
import { expandMisspelledWords } from './words/spelling-forms.js';

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
 * largest number of the titles with all words chosen so far. A stop word is not replaced. Words that only request a
 * title are left out.
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
  const { isNoise } = findNoise(words);
  const described = words.filter((_, i) => !isNoise[i]);
  const spelled = expandMisspelledWords(described, search).map(({ expanded, words: typed }) => {
    const text = typed.map(textOf).join(' ');
    if (expanded.isStopWord) return text;
    let best = { text, documents: new Uint32Array() as Uint32Array };
    for (const form of expanded.forms) {
      const found = intersect(search.index.match(form).documents, remaining);
      if (found.length <= best.documents.length) continue;
      const isCorrection = form.label !== undefined && CORRECTIONS.has(form.label);
      best = { text: (isCorrection && spellingOf(form)) || text, documents: found };
    }
    remaining = best.documents;
    return best.text;
  });
  return { query: spelled.join(' '), isComplete: remaining.length === documents.length };
}

/** The labels of forms that correct a typed word. Other forms, such as inflections, do not replace the word. */
const CORRECTIONS: ReadonlySet<string> = new Set<ClauseLabel>(['spelling', 'split', 'joined']);

/** Returns the spelling of a form of a word. Returns undefined for the beginning of a word, and for a phrase. */
function spellingOf(form: Query): string | undefined {
  switch (form.kind) {
    case 'term':
      return form.prefix ? undefined : form.term;
    case 'and':
    case 'dis_max':
      return form.queries.map(spellingOf).join(' ');
    default:
      return undefined;
  }
}

/** Returns a word as text, without case and accents. */
export function textOf(word: Word): string {
  if (word.kind !== 'cjk') return termsOf(word).join(' ');
  const [first, ...others] = word.terms;
  return first + others.map((bigram) => [...bigram].at(-1)).join('');
}
