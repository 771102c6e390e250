import type { Catalog } from '../../catalog/catalog.js';
import { NARROWINGS, type Narrowing } from '../../catalog/narrowings.js';
import { analyze, isStopWord, memoizePerObject, type SearchIndex } from '../../search/index.js';

/** Texts of a catalog, from which a warm-up makes requests. */
export interface CatalogSample {
  /** Titles at equal distances in the order of their ids. */
  readonly titles: readonly SampleTitle[];
  /**
   * The words of {@link titles} with at least 4 characters, without stop words. The word that the largest
   * number of these titles contain is first.
   */
  readonly words: readonly string[];
  /** The word of {@link titles} that the largest number of titles of the catalog contain, if there is any word. */
  readonly frequentWord: string | undefined;
  /** The id of a rather rare value of each narrowing. A narrowing without values is omitted. */
  readonly values: Readonly<Partial<Record<Narrowing, string>>>;
}

/** The id and the text of a title. */
export interface SampleTitle {
  readonly id: string;
  readonly title: string;
}

const MAX_TITLES = 48;

/** The number of the most frequent values of a narrowing, from which the rarest is chosen. */
const MAX_VALUES = 20;

/** Words with fewer characters are omitted from a sample, because misspelling one rarely finds a correction. */
const MIN_WORD_CHARS = 4;

/** Takes a sample of a catalog, once per catalog. */
export const sampleCatalog = memoizePerObject(({ titles }: Catalog): CatalogSample => {
  const count = Math.min(MAX_TITLES, titles.size);
  const sampled = Array.from({ length: count }, (_, i): SampleTitle => {
    const number = Math.floor((i * titles.size) / count);
    return { id: titles.id(number), title: titles.pick(number, ['title']).title };
  });
  const all = titles.index.match({ kind: 'all' }).documents;
  const mostFrequent = titles.facets.count(all, MAX_VALUES);
  return {
    titles: sampled,
    words: commonWords(sampled.map(({ title }) => title)),
    frequentWord: findFrequentWord(sampled, titles.index),
    values: Object.fromEntries(
      NARROWINGS.flatMap((narrowing) =>
        [...mostFrequent[narrowing].values]
          .slice(-1)
          .map((ord) => [narrowing, titles.value(narrowing, ord).id]),
      ),
    ),
  };
});

function findFrequentWord(
  titles: readonly SampleTitle[],
  { documentFrequency }: SearchIndex,
): string | undefined {
  let mostFrequent: string | undefined;
  let highest = 0;
  for (const word of titles.flatMap(({ title }) => analyze(title))) {
    const frequency = documentFrequency(word);
    if (frequency <= highest) continue;
    highest = frequency;
    mostFrequent = word;
  }
  return mostFrequent;
}

function commonWords(titles: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const word of titles.flatMap((title) => [...new Set(analyze(title))])) {
    if (word.length < MIN_WORD_CHARS || isStopWord(word)) continue;
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a).map(([word]) => word);
}
