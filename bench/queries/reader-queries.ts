import type { Title } from '../../src/index.js';
import { analyze } from '../../src/search/analysis/tokenizer.js';

/** A search that a reader types, without narrowing. */
export interface ReaderQuery {
  /** How the query was chosen, such as `listed` or `title`. */
  readonly group: string;
  /** The text that the reader types. `*` is a search for all titles. */
  readonly text: string;
  /** The folded words of the text. Empty for `*`. An engine without query expansion requires all of them. */
  readonly words: readonly string[];
}

/** Searches of one to four words. Generated catalogs contain most of these words. */
export const LISTED_QUERIES = [
  'the',
  'history',
  'love',
  'fiction',
  'harry potter',
  'american history',
  'the war of the',
  'shakespeare',
  'john',
  'mystery stories',
  'girl',
  'secret garden',
  'life and times',
  'england social conditions',
  'dragon',
];

/** The maximum number of titles that queries are made from. */
export const SAMPLE_TITLES = 100;

/** Engines are compared on the listed queries, and on the queries of one in this number of sample titles. */
const COMPARED_STEP = 8;

/**
 * Returns {@link SAMPLE_TITLES} titles, spread evenly over a catalog, or all titles of a smaller catalog.
 *
 * @param size the number of titles of the catalog
 */
export function sampleTitles(titles: Iterable<Title>, size: number): Title[] {
  const count = Math.min(SAMPLE_TITLES, size);
  const sample: Title[] = [];
  let number = 0;
  for (const title of titles) {
    if (number++ === Math.floor(((sample.length + 0.5) * size) / count)) sample.push(title);
    if (sample.length === count) break;
  }
  return sample;
}

/** The surname of the first author, or an empty string. */
export function surnameOf({ authors }: Title): string {
  return authors?.[0]?.name.split(',')[0].split(' ').at(-1) ?? '';
}

/**
 * Returns the queries of the bench: the listed queries, `*`, and for each title of a sample the whole title, one
 * word of it, the surname of the author with the first word, and the surname alone. Leaves out empty queries, and
 * queries that differ from an earlier query only in upper and lower case.
 */
export function readerQueries(sample: readonly Title[]): ReaderQuery[] {
  const typed = new Map<string, ReaderQuery>();
  const add = (group: string, text: string) => {
    const key = text.trim().toLowerCase();
    if (key === '' || typed.has(key)) return;
    typed.set(key, { group, text, words: text === '*' ? [] : [...new Set(analyze(text))] });
  };
  for (const text of LISTED_QUERIES) add('listed', text);
  add('all titles', '*');
  for (const [i, title] of sample.entries()) {
    const words = title.title.split(' ');
    const surname = surnameOf(title);
    add('title', title.title);
    add('word of a title', words[i % words.length]);
    add('surname and word', `${surname} ${words[0]}`.trim());
    add('surname', surname);
  }
  return [...typed.values()];
}

/**
 * Returns the queries on which engines are compared: the {@link readerQueries} of every eighth title of a sample.
 * Leaves out queries without words, such as `*`.
 */
export function comparedQueries(sample: readonly Title[]): ReaderQuery[] {
  const titles = sample.filter((_, i) => i % COMPARED_STEP === 0);
  return readerQueries(titles).filter(({ words }) => words.length > 0);
}
