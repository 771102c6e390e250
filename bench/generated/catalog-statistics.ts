import type { Title } from '../../src/index.js';
import { analyze } from '../../src/search/analysis/tokenizer.js';
import { table } from '../figures.js';

/** The number of titles of the real catalogs: goodbooks-10k and Project Gutenberg together. */
const REAL_TITLES = 17_660;

/** A statistic of real catalogs, and of generated titles. */
export interface Statistic {
  readonly name: string;
  readonly real: number;
  readonly generated: number;
  /** The largest difference that the tests allow. */
  readonly tolerance: number;
}

/** Returns the number of titles to compare: at most the number of titles in the real catalogs. */
export function comparableSize(size: number): number {
  return Math.min(size, REAL_TITLES);
}

/** Compares generated titles with real catalogs. There must be at least one title with subjects. */
export function catalogStatistics(titles: readonly Title[]): Statistic[] {
  const words = titles.map((title) => analyze(`${title.title} ${title.sub_title ?? ''}`));
  const names = titles.map(({ authors = [], additional_contributors = [] }) =>
    [...authors, ...additional_contributors].flatMap(({ name }) => analyze(name)),
  );
  const subjects = titles.map((title) => (title.subjects ?? []).flatMap(analyze));
  const lengths = words.map(({ length }) => length).sort((a, b) => a - b);
  const headings = titles.flatMap(({ subjects: of = [] }) => (of.length > 0 ? [of.length] : []));
  const mean = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0) / numbers.length;
  const shareOf = (texts: readonly (readonly string[])[], word: string) =>
    mean(texts.map((text) => Number(text.includes(word))));
  const share = (
    name: string,
    texts: typeof words,
    word: string,
    real: number,
    tolerance: number,
  ) => {
    const generated = shareOf(texts, word);
    return { name: `share of titles with '${word}' in the ${name}`, real, generated, tolerance };
  };
  const within = (name: string, real: number, generated: number, percent: number): Statistic => {
    return { name, real, generated, tolerance: (real * percent) / 100 };
  };
  return [
    within('words per title, mean', 5.1, mean(lengths), 6),
    within('words per title, 95th percentile', 13, lengths[Math.floor(0.95 * lengths.length)], 16),
    ...[1_000, 4_000, 16_000].flatMap((count, i) => {
      if (titles.length < count) return [];
      const distinct = new Set(words.slice(0, count).flat()).size;
      return within(`words of ${count} titles`, [2_123, 5_693, 13_181][i], distinct, 8);
    }),
    share('title', words, 'the', 0.45, 0.06),
    share('title', words, 'of', 0.28, 0.07),
    share('title', words, 'and', 0.12, 0.06),
    share('title', words, 'a', 0.12, 0.03),
    share('title', words, 'volume', 0.08, 0.03),
    within('words of names per title', 4.2, mean(names.map(({ length }) => length)), 10),
    share('names', names, 'john', 0.044, 0.02),
    share('names', names, 'william', 0.039, 0.03),
    within('share of titles with subjects', 0.43, headings.length / titles.length, 7),
    within('subject headings of a title with any', 3.6, mean(headings), 30),
    share('subjects', subjects, 'fiction', 0.2, 0.05),
    within(
      'share of titles with a series',
      0.25,
      mean(titles.map(({ series }) => Number(series !== undefined))),
      12,
    ),
    within('holdings per title', 1.45, mean(titles.map(({ holdings = [] }) => holdings.length)), 6),
    within(
      'bytes of JSON per title',
      600,
      mean(titles.map((title) => Buffer.byteLength(JSON.stringify(title)))),
      6,
    ),
  ];
}

/** Formats the statistics of generated titles and of real catalogs as a table. */
export function statisticsTable(titles: readonly Title[]): string {
  const rows = catalogStatistics(titles).map(({ name, real, generated }) => [
    name,
    String(real),
    String(Number(generated.toPrecision(3))),
  ]);
  return `The first ${titles.length} generated titles compared with real catalogs:\n\n${table(['statistic', 'real', 'generated'], rows)}`;
}
