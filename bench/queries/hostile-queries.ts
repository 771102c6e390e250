import { searchTextOf } from '../../src/catalog/search-fields.js';
import type { Title } from '../../src/index.js';
import { analyze } from '../../src/search/analysis/tokenizer.js';

/** The maximum number of titles whose words hostile queries are made from. */
const MAX_TITLES = 20_000;

/** The maximum number of clauses of a query in the query language. */
const MAX_CLAUSES = 64;
/** The maximum length of a query in the query language, in characters. */
const MAX_CHARS = 900;

/** The parameters of a search or, with the type `suggest`, of a request for suggestions. */
export interface HostileQuery {
  readonly q: string;
  readonly type: 'custom' | 'keyword' | 'suggest';
  /** Further parameters of a search, such as `page`. */
  readonly params?: Readonly<Record<string, string>>;
}

/** Queries that are built to be slow in one way. A server may refuse any of them. */
export interface HostileFamily {
  readonly name: string;
  /** With a separator, the clauses of the queries, usually the slowest first. Each can also be a query alone. */
  readonly queries: readonly HostileQuery[];
  readonly separator?: string;
}

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
/** The maximum number of prefixes, patterns and rare words from which clauses are made. */
const MAX_CANDIDATES = 200;

/** Pieces that are costly to parse when a query repeats them. */
const PIECES = ['NOT ', ...'( ) - a " \\ ? a? * [ a: : ti:( a-'.split(' ')];

/** Returns the hostile queries for a catalog with these titles. The same titles give the same queries. */
export function hostileQueries(titles: Iterable<Title>): HostileFamily[] {
  const { common, prefixes, patterns, rare } = statisticsOf(titles);
  const queries = (texts: readonly string[], type: HostileQuery['type']) =>
    texts.map((q): HostileQuery => ({ q, type }));
  const all = (name: string, texts: readonly string[], type: HostileQuery['type'] = 'custom') => {
    return { name, queries: queries(texts, type), separator: ' ' };
  };
  const any = (name: string, texts: readonly string[]) => {
    return { name, queries: queries(texts, 'custom'), separator: ' OR ' };
  };
  const phrases = phrasesOf(common);
  const negated = prefixes.map((prefix) => `-${prefix}*`);
  const letters = 'scmpt'.split('').map((letter) => [...rare.slice(0, 2), letter].join(' '));
  const pieces = PIECES.flatMap((piece) => [piece, `${piece} `, `a${piece}`]).map((piece) =>
    piece.repeat(MAX_CHARS).slice(0, MAX_CHARS),
  );
  const lastPage = { page: '1000000', limit: '100' };
  return [
    any('two-letter wildcards, any', suffixed(prefixes, '*')),
    all('two-letter wildcards, all', suffixed(prefixes, '*')),
    all('without two-letter wildcards', negated),
    any('patterns with ?', patterns),
    any('common words, any', common),
    any('phrases of common words, any', phrases),
    any('proximity of common words, any', suffixed(phrases, '~5')),
    all('common words, all', common, 'keyword'),
    all('rare words with a typo', rare.map(withTypo), 'keyword'),
    { name: 'rare words and one letter', queries: queries(letters, 'keyword') },
    { name: 'one letter', queries: queries(LETTERS, 'keyword') },
    {
      name: 'last page of all titles',
      queries: ['title', 'relevancy', 'newly_acquired'].map((sort): HostileQuery => {
        return { q: '*', type: 'keyword', params: { ...lastPage, sort } };
      }),
    },
    {
      name: 'suggestions',
      queries: queries([...LETTERS, `${common.slice(0, 20).join(' ')} s`], 'suggest'),
    },
    { name: `${MAX_CHARS} characters to parse`, queries: queries(pieces, 'custom') },
  ];
}

/**
 * Returns the queries of a family. Joins the first 64 clauses into a query, then the first 32, and so on down to one
 * clause. Leaves out equal queries and queries of more than 900 characters.
 *
 * @param isAccepted leaves out clauses that are refused alone, unless all of them are refused. Default: none is left out
 */
export function queriesOf(
  { queries, separator }: HostileFamily,
  isAccepted: (query: HostileQuery) => boolean = () => true,
): readonly HostileQuery[] {
  if (separator === undefined) return queries;
  const accepted = queries.filter(isAccepted);
  const clauses = accepted.length > 0 ? accepted : queries;
  const joined: HostileQuery[] = [];
  for (let count = MAX_CLAUSES; count >= 1; count /= 2) {
    const chosen = clauses.slice(0, count);
    const q = chosen.map((clause) => clause.q).join(separator);
    if (q === '' || q.length > MAX_CHARS || q === joined.at(-1)?.q) continue;
    joined.push({ ...chosen[0], q });
  }
  return joined;
}

function suffixed(texts: readonly string[], suffix: string): string[] {
  return texts.map((text) => text + suffix);
}

function phrasesOf(words: readonly string[]): string[] {
  return words.flatMap((first, i) =>
    words.slice(i + 1, i + 4).map((second) => `"${first} ${second}"`),
  );
}

function withTypo(word: string): string {
  const letter = word[2] === 'e' ? 'a' : 'e';
  return word.slice(0, 2) + letter + word.slice(3);
}

function statisticsOf(titles: Iterable<Title>) {
  const frequencies = new Map<string, number>();
  let count = 0;
  for (const title of titles) {
    if (count++ === MAX_TITLES) break;
    const text = Object.values(searchTextOf(title, title.tags ?? [])).join(' ');
    for (const word of new Set(analyze(text))) {
      if (/^[a-z]{2,}$/.test(word)) frequencies.set(word, (frequencies.get(word) ?? 0) + 1);
    }
  }
  const words = [...frequencies].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  const common = words.map(([word]) => word);
  const prefixes = mostFrequent(common.map((word) => word.slice(0, 2)));
  return {
    common: common.slice(0, MAX_CLAUSES),
    prefixes,
    /** Patterns such as `st????`, which match words of six letters. */
    patterns: mostFrequent(common.map((word) => word.slice(0, 2) + '?'.repeat(word.length - 2))),
    rare: common
      .filter((word) => word.length >= 8 && frequencies.get(word) === 1)
      .slice(0, MAX_CANDIDATES),
  };
}

function mostFrequent(values: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    .map(([value]) => value)
    .slice(0, MAX_CANDIDATES);
}
