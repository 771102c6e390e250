/** A word that is one term. */
export interface PlainWord {
  readonly kind: 'plain';
  readonly term: string;
  /**
   * Other spellings of the word, which are indexed in addition to the term: `sueskind` for `süskind`, whose term is
   * `suskind`. Absent if there are none.
   */
  readonly variants?: readonly string[];
}

/** A run of Chinese, Japanese or Korean characters. */
export interface CjkWord {
  readonly kind: 'cjk';
  /** The overlapping bigrams of the run, in order. For a run of one character, the character. */
  readonly terms: readonly string[];
  /** The last character of the run, which begins no bigram. */
  readonly last: string;
}

/** A word that can be written as one word or as several: `o'brien`, `e-mail`, `J. K.`, `20,000`. */
export interface CompoundWord {
  readonly kind: 'compound';
  /** The word as one term: `obrien`. */
  readonly joined: string;
  /** The separate words: `o` and `brien`. For one word with `'s`, such as `alice's`, only the word: `alice`. */
  readonly parts: readonly Word[];
  /** The form that phrase queries match. */
  readonly phraseForm: 'joined' | 'parts';
}

/** A word of a text. A compound word has several spellings. */
export type Word = PlainWord | CjkWord | CompoundWord;
