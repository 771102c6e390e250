import type { Catalog } from '../../catalog/catalog.js';
import type { Narrowing } from '../../catalog/narrowings.js';
import { analyze, isStopWord } from '../../search/index.js';
import { searchTitles } from '../../v1/search-titles.js';

/** Texts of a catalog, from which a warm-up makes requests. */
export interface CatalogSample {
  /** Titles at equal distances in the order of their ids. */
  readonly titles: readonly SampleTitle[];
  /**
   * The words of {@link titles} with at least 4 characters, without stop words. The word that the largest
   * number of these titles contain is first.
   */
  readonly words: readonly string[];
  /** The id of the most frequent value of each narrowing. A narrowing without values is omitted. */
  readonly values: Readonly<Partial<Record<Narrowing, string>>>;
}

/** The id and the text of a title. */
export interface SampleTitle {
  readonly id: string;
  readonly title: string;
}

const MAX_TITLES = 48;

/** Words with fewer characters are omitted from a sample, because misspelling one rarely finds a correction. */
const MIN_WORD_CHARS = 4;

/** Takes a sample of a catalog. Two samples of one catalog are equal. */
export function sampleCatalog(catalog: Catalog): CatalogSample {
  const { titles, library } = catalog;
  const count = Math.min(MAX_TITLES, titles.size);
  const sampled = Array.from({ length: count }, (_, i): SampleTitle => {
    const number = Math.floor((i * titles.size) / count);
    return { id: titles.id(number), title: titles.pick(number, ['title']).title };
  });
  const params = { q: '*', library: library.id, metadata: 1, limit: 1 };
  const { metadata } = searchTitles([catalog], params, { baseUrl: '' });
  return {
    titles: sampled,
    words: commonWords(sampled.map(({ title }) => title)),
    values: Object.fromEntries(
      metadata?.narrow_bys.map(({ id, narrow_tos: [most] }) => [id, most.id]) ?? [],
    ),
  };
}

function commonWords(titles: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const word of titles.flatMap((title) => [...new Set(analyze(title))])) {
    if (word.length < MIN_WORD_CHARS || isStopWord(word)) continue;
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a).map(([word]) => word);
}
