/*
 * The queries that readers type and the requests that their programs send, made from titles of a catalog. Their words are
 * real words: titles whose words a generator invented are not used. `hostile-queries.ts` has the queries that
 * only an attacker types.
 */
import type { Title } from '../../src/index.js';
import { analyze } from '../../src/search/analysis/tokenizer.js';

/** A search that a reader types, without narrowing. */
export interface ReaderQuery {
  /** The text that the reader types. `*` is a search for all titles. */
  readonly text: string;
  /** The folded words of the text. Empty for `*`. An engine without query expansion requires all of them. */
  readonly words: readonly string[];
}

/** Searches of one to four words. Generated catalogs contain most of these words. */
const LISTED_QUERIES = `the|history|love|fiction|harry potter|american history|the war of the|
  shakespeare|john|mystery stories|girl|secret garden|life and times|england social conditions|dragon`
  .split('|')
  .map((text) => text.trim());

/** The maximum number of titles that queries are made from. */
export const SAMPLE_TITLES = 100;

/** Engines are compared on the listed queries, and on the queries of one in this number of sample titles. */
const COMPARED_STEP = 8;

const MAX_PREFIX_LENGTH = 8;

/**
 * Returns {@link SAMPLE_TITLES} titles, spread evenly over a catalog, or all titles of a smaller catalog.
 *
 * @param size the number of titles of the catalog
 * @param isUsable returns whether queries can be made from a title. Default: from any title
 */
export function sampleTitles(
  titles: Iterable<Title>,
  size: number,
  isUsable: (title: Title) => boolean = () => true,
): Title[] {
  const count = Math.min(SAMPLE_TITLES, size);
  const sample: Title[] = [];
  let number = 0;
  for (const title of titles) {
    const isDue = number++ >= Math.floor(((sample.length + 0.5) * size) / count);
    if (isDue && isUsable(title)) sample.push(title);
    if (sample.length === count) break;
  }
  return sample;
}

/** The surname of the first author, or an empty string. */
function surnameOf({ authors }: Title): string {
  return authors?.[0]?.name.split(',')[0].split(' ').at(-1) ?? '';
}

/**
 * Returns the queries of the bench: the listed queries, `*`, and for each title of a sample the whole title, one
 * word of it, the surname of the author with the first word, and the surname alone. Leaves out empty queries, and
 * queries that differ from an earlier query only in upper and lower case.
 */
export function readerQueries(sample: readonly Title[]): ReaderQuery[] {
  const typed = new Map<string, ReaderQuery>();
  const add = (text: string) => {
    const key = text.trim().toLowerCase();
    if (key === '' || typed.has(key)) return;
    typed.set(key, { text, words: text === '*' ? [] : [...new Set(analyze(text))] });
  };
  for (const text of LISTED_QUERIES) add(text);
  add('*');
  for (const [i, title] of sample.entries()) {
    const words = title.title.split(' ');
    const surname = surnameOf(title);
    add(title.title);
    add(words[i % words.length]);
    add(`${surname} ${words[0]}`.trim());
    add(surname);
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

/** A request for the catalog of the bench. */
export type BenchRequest =
  | { readonly kind: 'search'; readonly params: Readonly<Record<string, string>> }
  | { readonly kind: 'suggest'; readonly q: string }
  | { readonly kind: 'title'; readonly id: string }
  | { readonly kind: 'page'; readonly path: string; readonly query: string };

/** Returns the requests of each kind that the sample has requests of. The same sample gives the same requests. */
export function requestKinds(
  sample: readonly Title[],
): { readonly name: string; readonly requests: readonly BenchRequest[] }[] {
  const typed = readerQueries(sample).map(({ text }) => text);
  const search = (q: string, params: Readonly<Record<string, string>> = {}): BenchRequest => {
    return { kind: 'search', params: { q, metadata: '1', ...params } };
  };
  const page = (path: string, query = ''): BenchRequest => ({ kind: 'page', path, query });
  const narrowed = typed.map((q, i) => search(q, narrowingOf(sample[i % sample.length], i)));
  const misspelled = sample.flatMap((title) => misspell(title.title) ?? []);
  const custom = sample.flatMap(customQueries);
  const kinds: Record<string, readonly BenchRequest[]> = {
    'search with metadata': typed.map((q) => search(q)),
    'search without metadata': typed.map((q) => search(q, { metadata: '0' })),
    'narrowed search': narrowed,
    'sorted search': typed.map((q) => search(q, { sort: 'newly_acquired' })),
    'misspelled search': misspelled.map((q) => search(q)),
    'custom search': custom.map((q) => search(q, { search_type: 'custom' })),
    suggest: prefixesOf(sample).map((q) => ({ kind: 'suggest', q })),
    'title by id': sample.map(({ id }) => ({ kind: 'title', id })),
    'search page': typed.map((q) => page('/search', `q=${encodeURIComponent(q)}`)),
    'title page': sample.map(({ id }) => page(`/item/show/${encodeURIComponent(id)}`)),
  };
  const named = Object.entries(kinds).map(([name, requests]) => ({ name, requests }));
  return named.filter(({ requests }) => requests.length > 0);
}

/**
 * Returns a narrowing by the format, language, decade or audience of the title. A title without a year or audience
 * is narrowed by availability instead.
 */
function narrowingOf(title: Title, number: number): Record<string, string> {
  const year = /\d{4}/.exec(title.publication_date ?? '')?.[0];
  const [audience] = title.suitabilities ?? [];
  const choices: Record<string, string>[] = [
    { title_format: title.format.id },
    { language: title.primary_language?.name ?? 'English' },
    year === undefined ? { available_at: '_anywhere_' } : { publication_date: decade(year) },
    audience === undefined ? { available_at: '_anywhere_' } : { audience: audience.name },
  ];
  return choices[number % choices.length];
}

function decade(year: string): string {
  return `${year.slice(0, 3)}0-${year.slice(0, 3)}9`;
}

/** Replaces the middle letter of the longest word. Returns undefined if no word has 5 letters or more. */
function misspell(text: string): string | undefined {
  const [word] = (text.match(/\p{L}{5,}/gu) ?? []).toSorted((a, b) => b.length - a.length);
  if (word === undefined) return undefined;
  const middle = word.length >> 1;
  const letter = word[middle] === 'e' ? 'a' : 'e';
  return text.replace(word, word.slice(0, middle) + letter + word.slice(middle + 1));
}

/** Returns up to four queries in the query language: a phrase, fields, a wildcard, and alternatives with a range. */
function customQueries(title: Title): string[] {
  const words = title.title.match(/\p{L}+/gu) ?? [];
  const long = words.find((word) => word.length >= 6);
  const surname = surnameOf(title).replace(/\P{L}/gu, '');
  return [
    ...(words.length >= 2 ? [`"${words[0]} ${words[1]}"`] : []),
    ...(surname !== '' && words.length > 0 ? [`author:${surname} title:${words[0]}`] : []),
    ...(long === undefined ? [] : [`title:${long.slice(0, 4)}*`]),
    ...(long === undefined || surname === ''
      ? []
      : [`anywhere:(${long} OR ${surname}) py:[1990 TO 2010]`]),
  ];
}

function prefixesOf(sample: readonly Title[]): string[] {
  const prefixes = sample.flatMap(({ title }) =>
    Array.from({ length: MAX_PREFIX_LENGTH }, (_, i) => title.slice(0, i + 1)),
  );
  return [...new Set(prefixes.filter((prefix) => prefix.trim() !== ''))];
}
