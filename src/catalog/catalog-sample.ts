import { lazy, memoizePerObject, withGetters } from '../base/lazy.js';
import { analyze, isStopWord } from '../search/index.js';
import type { Catalog, Titles } from './catalog.js';
import { NARROWINGS, type Narrowing } from './narrowings.js';

/** Texts of a catalog, from which a warm-up makes requests. */
export interface CatalogSample {
  /** Titles at equal distances in the order of their ids. */
  readonly titles: readonly SampleTitle[];
  /**
   * The words of {@link titles} with at least 4 characters, without stop words. The word that the largest
   * number of these titles contain is first.
   */
  readonly words: readonly string[];
  /** The word of {@link words} that the smallest number of titles of the catalog contain, or {@link NO_WORD}. */
  readonly rarestWord: string;
  /** The word of {@link titles} that the largest number of titles of the catalog contain, if there is any word. */
  readonly frequentWord: string | undefined;
  /**
   * For each narrowing, the id of its 20th most frequent value, or of the rarest if there are fewer. A narrowing
   * without values is omitted.
   */
  readonly values: Readonly<Partial<Record<Narrowing, string>>>;
}

/** The id and the text of a title. */
export interface SampleTitle {
  readonly id: string;
  readonly title: string;
}

/** The word that is searched for if the titles of a sample contain no word. */
export const NO_WORD = 'library';

const MAX_TITLES = 48;

/** The number of the most frequent values of a narrowing, from which the rarest is chosen. */
const MAX_VALUES = 20;

/** Words with fewer characters are omitted from a sample, because a misspelled short word rarely has a correction. */
const MIN_WORD_CHARS = 4;

/** Takes a sample of a catalog, once per catalog. Computes the frequencies of words and values only if they are read. */
export const sampleCatalog = memoizePerObject(({ titles }: Catalog): CatalogSample => {
  const count = Math.min(MAX_TITLES, titles.size);
  const sampled = Array.from({ length: count }, (_, i): SampleTitle => {
    const number = Math.floor((i * titles.size) / count);
    return { id: titles.id(number), title: titles.pick(number, ['title']).title };
  });
  const words = commonWords(sampled.map(({ title }) => title));
  const { documentFrequency } = titles.index;
  return withGetters(
    { titles: sampled, words },
    {
      rarestWord: () => highest(words, (word) => -documentFrequency(word)) ?? NO_WORD,
      frequentWord: () =>
        highest(
          sampled.flatMap(({ title }) => analyze(title)),
          documentFrequency,
        ),
      values: lazy(() => valuesOf(titles)),
    },
  );
});

function highest(words: readonly string[], levelOf: (word: string) => number): string | undefined {
  let best: string | undefined;
  let bestLevel = Number.NEGATIVE_INFINITY;
  for (const word of words) {
    const level = levelOf(word);
    if (level <= bestLevel) continue;
    bestLevel = level;
    best = word;
  }
  return best;
}

function valuesOf(titles: Titles): CatalogSample['values'] {
  const all = titles.index.match({ kind: 'all' }).documents;
  const mostFrequent = titles.facets.count(all, MAX_VALUES);
  return Object.fromEntries(
    NARROWINGS.flatMap((narrowing) =>
      [...mostFrequent[narrowing].values]
        .slice(-1)
        .map((ord) => [narrowing, titles.value(narrowing, ord).id]),
    ),
  );
}

function commonWords(titles: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const word of titles.flatMap((title) => [...new Set(analyze(title))])) {
    if (word.length < MIN_WORD_CHARS || isStopWord(word)) continue;
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a).map(([word]) => word);
}
