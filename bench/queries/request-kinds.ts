import type { Title } from '../../src/index.js';
import { readerQueries, surnameOf } from './reader-queries.js';

const MAX_PREFIX_LENGTH = 8;

/** A request, as plain data. */
export type BenchRequest =
  | { readonly kind: 'search'; readonly params: Readonly<Record<string, string>> }
  | { readonly kind: 'suggest'; readonly q: string }
  | { readonly kind: 'title'; readonly id: string }
  | { readonly kind: 'page'; readonly path: string; readonly query: string };

/** Requests of one kind, which are measured together. */
export interface RequestKind {
  readonly name: string;
  readonly requests: readonly BenchRequest[];
}

/** Returns the requests of every kind. The same sample gives the same requests. */
export function requestKinds(sample: readonly Title[]): RequestKind[] {
  const typed = readerQueries(sample).map(({ text }) => text);
  const search = (q: string, params: Readonly<Record<string, string>> = {}): BenchRequest => {
    return { kind: 'search', params: { q, metadata: '1', ...params } };
  };
  const misspelled = sample.flatMap((title) => misspell(title.title) ?? []);
  return [
    { name: 'search with metadata', requests: typed.map((q) => search(q)) },
    { name: 'search without metadata', requests: typed.map((q) => search(q, { metadata: '0' })) },
    {
      name: 'narrowed search',
      requests: typed.map((q, i) => search(q, narrowingOf(sample[i % sample.length], i))),
    },
    { name: 'sorted search', requests: typed.map((q) => search(q, { sort: 'newly_acquired' })) },
    { name: 'misspelled search', requests: misspelled.map((q) => search(q)) },
    {
      name: 'custom search',
      requests: sample.flatMap(customQueries).map((q) => search(q, { search_type: 'custom' })),
    },
    { name: 'suggest', requests: prefixesOf(sample).map((q) => ({ kind: 'suggest', q })) },
    { name: 'title by id', requests: sample.map(({ id }) => ({ kind: 'title', id })) },
    {
      name: 'search page',
      requests: typed.map((q) => {
        return { kind: 'page', path: '/search', query: `q=${encodeURIComponent(q)}` };
      }),
    },
    {
      name: 'title page',
      requests: sample.map(({ id }) => {
        return { kind: 'page', path: `/item/show/${encodeURIComponent(id)}`, query: '' };
      }),
    },
  ];
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
