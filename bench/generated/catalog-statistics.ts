import type { Title } from '../../src/index.js';
import { analyze } from '../../src/search/analysis/tokenizer.js';

/**
 * The statistics of real catalogs: 17,660 titles of goodbooks-10k and Project Gutenberg together.
 *
 * - `words`: the mean and the 95th percentile of the number of words per title.
 * - `fraction`: the fraction of titles that have the field.
 * - `growth`: the number of distinct words after each number of titles in `GROWTH_AT`, or the power of the
 *   number of titles (N) that the number of distinct words is proportional to.
 * - `common`: common words, each with the percentage of titles that contain it.
 */
const REAL = {
  'title and sub-title': {
    words: '5.1 / 13',
    fraction: '1.00',
    growth: '2123 / 5693 / 13181',
    common: 'the 45 %, of 28 %, and 12 %, a 12 %, volume 8 %',
  },
  'authors and contributors': {
    words: '4.2 / 9',
    fraction: '1.00',
    growth: 'N^0.56',
    common: 'john 4.4 %, william 3.9 %',
  },
  subjects: {
    words: '4.5 / 20',
    fraction: '0.43',
    growth: 'N^0.52',
    common: 'fiction 20 %, and 12 %, history 8 %',
  },
  series: { words: '0.6 / 3', fraction: '0.25', growth: 'N^0.60', common: 'the 5.6 %' },
} as const;
const REAL_TITLES = 17_660;
const REAL_AUTHORS = 7_991;
const REAL_SUBJECTS = 6_536;
const REAL_HEADINGS = 3.6;
const REAL_HOLDINGS = 1.45;
const REAL_BYTES = 600;

type FieldName = keyof typeof REAL;

/** The numbers of titles after which distinct words are counted. */
const GROWTH_AT = [1_000, 4_000, 16_000];

const COMMON: Readonly<Record<FieldName, readonly string[]>> = {
  'title and sub-title': ['the', 'of', 'and', 'a', 'volume'],
  'authors and contributors': ['john', 'william'],
  subjects: ['fiction', 'and', 'history'],
  series: ['the'],
};

/** The statistics of one field over all titles. */
export interface FieldStatistics {
  /** The mean number of words per title. */
  readonly meanWords: number;
  /** The 95th percentile of the number of words per title. */
  readonly p95: number;
  /** The fraction of titles that have the field, from 0 to 1. */
  readonly fraction: number;
  /**
   * The number of distinct words after 1,000, 4,000 and 16,000 titles. Numbers of titles that exceed the
   * size of the catalog are left out.
   */
  readonly growth: readonly number[];
  /** Returns the fraction of titles whose field contains a word, from 0 to 1. */
  fractionOf(word: string): number;
}

/** The statistics of generated titles that are compared with real catalogs. */
export interface CatalogStatistics {
  readonly titles: number;
  readonly fields: Readonly<Record<FieldName, FieldStatistics>>;
  /** The number of distinct names of authors. */
  readonly authors: number;
  /** The number of distinct subject headings. */
  readonly subjects: number;
  /** The mean number of subject headings of the titles that have at least one. */
  readonly headingsOfTitlesWithAny: number;
  /** The mean number of holdings per title. */
  readonly holdings: number;
  /** The mean number of bytes of JSON per title. */
  readonly bytes: number;
}

/** Returns the number of titles to compare: at most the number of titles in the real catalogs. */
export function comparableSize(size: number): number {
  return Math.min(size, REAL_TITLES);
}

/** Computes the statistics of titles. */
export function measureCatalog(titles: Iterable<Title>): CatalogStatistics {
  const meters = {
    'title and sub-title': fieldMeter((title) => [title.title, title.sub_title ?? '']),
    'authors and contributors': fieldMeter(namesOf),
    subjects: fieldMeter((title) => title.subjects ?? []),
    series: fieldMeter((title) => (title.series ?? []).map(({ name }) => name)),
  };
  const authors = new Set<string>();
  const subjects = new Set<string>();
  let [count, headings, holdings, bytes] = [0, 0, 0, 0];
  for (const title of titles) {
    count++;
    for (const meter of Object.values(meters)) meter.add(title);
    for (const { name } of title.authors ?? []) authors.add(name);
    for (const subject of title.subjects ?? []) subjects.add(subject);
    headings += title.subjects?.length ?? 0;
    holdings += title.holdings?.length ?? 0;
    bytes += Buffer.byteLength(JSON.stringify(title));
  }
  const fields = Object.fromEntries(
    Object.entries(meters).map(([name, meter]) => [name, meter.statistics()]),
  ) as Record<FieldName, FieldStatistics>;
  return {
    titles: count,
    fields,
    authors: authors.size,
    subjects: subjects.size,
    headingsOfTitlesWithAny: headings / (fields.subjects.fraction * count),
    holdings: holdings / count,
    bytes: bytes / count,
  };
}

/** Returns a Markdown table that compares the statistics with the real catalogs. */
export function statisticsTable(measured: CatalogStatistics): string {
  const rows = [
    '| statistic | real | generated |',
    '| --- | --- | --- |',
    ...(Object.keys(REAL) as FieldName[]).flatMap((name) => {
      const [field, real] = [measured.fields[name], REAL[name]];
      const words = `${field.meanWords.toFixed(1)} / ${field.p95}`;
      const common = COMMON[name].map(
        (word) => `${word} ${(100 * field.fractionOf(word)).toFixed(1)} %`,
      );
      return [
        `| ${name}: words per title, mean / p95 | ${real.words} | ${words} |`,
        `| ${name}: share of titles | ${real.fraction} | ${field.fraction.toFixed(2)} |`,
        `| ${name}: distinct words after ${GROWTH_AT.join(' / ')} | ${real.growth} | ${growthOf(field)} |`,
        `| ${name}: most common | ${real.common} | ${common.join(', ')} |`,
      ];
    }),
    `| distinct authors (real: ${REAL_TITLES} titles) | ${REAL_AUTHORS} | ${measured.authors} |`,
    `| distinct subject headings | ${REAL_SUBJECTS} | ${measured.subjects} |`,
    `| subject headings per title with any | ${REAL_HEADINGS} | ${measured.headingsOfTitlesWithAny.toFixed(1)} |`,
    `| holdings per title | ${REAL_HOLDINGS} | ${measured.holdings.toFixed(2)} |`,
    `| JSON bytes per title | ${REAL_BYTES} | ${measured.bytes.toFixed(0)} |`,
  ];
  return `${rows.join('\n')}\n`;
}

function growthOf({ growth }: FieldStatistics): string {
  const [first, last] = [growth[0], growth[growth.length - 1]];
  if (growth.length < 2) return growth.join(' / ');
  const exponent = Math.log(last / first) / Math.log(GROWTH_AT[growth.length - 1] / GROWTH_AT[0]);
  return `${growth.join(' / ')} (N^${exponent.toFixed(2)})`;
}

function namesOf(title: Title): string[] {
  return [...(title.authors ?? []), ...(title.additional_contributors ?? [])].map(
    ({ name }) => name,
  );
}

interface FieldMeter {
  add(title: Title): void;
  statistics(): FieldStatistics;
}

function fieldMeter(textsOf: (title: Title) => readonly string[]): FieldMeter {
  const documentFrequencies = new Map<string, number>();
  const lengths: number[] = [];
  const growth: number[] = [];
  return {
    add(title) {
      const words = textsOf(title).flatMap(analyze);
      lengths.push(words.length);
      for (const word of new Set(words)) {
        documentFrequencies.set(word, (documentFrequencies.get(word) ?? 0) + 1);
      }
      if (GROWTH_AT.includes(lengths.length)) growth.push(documentFrequencies.size);
    },
    statistics() {
      const sorted = lengths.toSorted((a, b) => a - b);
      return {
        meanWords: lengths.reduce((total, length) => total + length, 0) / lengths.length,
        p95: sorted[Math.floor(0.95 * sorted.length)],
        fraction: lengths.filter((length) => length > 0).length / lengths.length,
        growth,
        fractionOf: (word) => (documentFrequencies.get(word) ?? 0) / lengths.length,
      };
    },
  };
}
