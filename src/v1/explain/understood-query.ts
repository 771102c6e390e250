import type { Titles } from '../../catalog/catalog.js';
import type { Query } from '../../search/index.js';
import { searchedWords } from '../search/keyword-search.js';
import type { Relaxation } from '../search/relaxation.js';
import { textOf } from '../search/respelling.js';
import type { SearchFields } from '../search/search-types.js';
import { createWordSearch } from '../search/words/expanded-word.js';
import { findNoise } from '../search/words/noise-words.js';
import { expandWords } from '../search/words/query-words.js';

/** The words of a query, as a search reads them. */
export interface UnderstoodQuery {
  /** The words that describe a title, in order. Words that are one number or a phrase with synonyms are one word. */
  readonly words: readonly UnderstoodWord[];
  /** The words that only request a title, such as `do you have`. Only the steps `typos` and `any` leave words out. */
  readonly leftOut: readonly string[];
}

/** A word of a query, or several words that are searched as one. */
export interface UnderstoodWord {
  /** In lower case, without accents. */
  readonly text: string;
  /** Whether the word need not occur: a stop word next to other words, or a word such as `volume` before a number. */
  readonly isOptional: boolean;
  /** The number of a volume in digits. */
  readonly volume?: string;
  /** The other words and numbers that are searched instead, each with its kind. */
  readonly alternatives: readonly Alternative[];
}

/** A synonym of a word, or another way to write a number. */
export interface Alternative {
  /** Whether the text is a synonym or another form of a number. */
  readonly kind: 'synonym' | 'number';
  /** The text that is searched as well. */
  readonly text: string;
}

/**
 * Returns the words of a query as a search reads them.
 *
 * @param fields the searched fields
 * @param relaxed the step of relaxation that was taken
 */
export function understandQuery(
  titles: Titles,
  typed: string,
  fields: SearchFields,
  relaxed: Relaxation | undefined,
): UnderstoodQuery {
  const words = searchedWords(typed);
  const { isNoise } = relaxed === 'typos' || relaxed === 'any' ? findNoise(words) : { isNoise: [] };
  const search = createWordSearch(titles, fields);
  const described = expandWords(
    words.filter((_, i) => !isNoise[i]),
    search,
    relaxed === 'any' ? 1 : undefined,
  );
  const hasContentWords = described.some(({ expanded }) => !expanded.isStopWord);
  return {
    words: described.map(({ expanded, words: together, volume }) => ({
      text: together.map(textOf).join(' '),
      isOptional: expanded.isStopWord && hasContentWords,
      ...(volume !== undefined && { volume }),
      alternatives: expanded.forms.flatMap(alternativesOf),
    })),
    leftOut: words.filter((_, i) => isNoise[i]).map(textOf),
  };
}

function alternativesOf(form: Query): Alternative[] {
  if (form.label !== 'synonym' && form.label !== 'number') return [];
  switch (form.kind) {
    case 'term':
      return [{ kind: form.label, text: form.term }];
    case 'phrase':
    case 'proximity':
      return [{ kind: form.label, text: form.terms.join(' ') }];
    default:
      return [];
  }
}
