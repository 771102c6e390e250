import { NARROWINGS, type Narrowing, narrowingValues } from '../src/catalog/narrowings.js';
import { searchTextOf } from '../src/catalog/search-fields.js';
import type { Title } from '../src/index.js';
import { analyze } from '../src/search/analysis/tokenizer.js';
import type { BenchQuery, NarrowingChoice, TextQuery } from './query.js';

/**
 * The maximum number of titles that queries are made from. Generated catalogs of this size or larger have
 * the same queries, because they begin with the same titles.
 */
export const QUERY_SAMPLE = 10_000;

/**
 * Makes the queries of the bench from the first {@link QUERY_SAMPLE} titles of a catalog. The same titles
 * give the same queries.
 */
export function queriesFrom(titles: Iterable<Title>): BenchQuery[] {
  const sample = takeSample(titles);
  const { word, common, titleWords, value } = sample;
  const words = (...list: string[]): TextQuery => ({ kind: 'words', words: list });
  const phrase = (...list: string[]): TextQuery => ({ kind: 'phrase', words: list });
  const prefix = (...list: string[]): TextQuery => ({ kind: 'words', words: list, prefix: true });
  const typos = (count: number, ...list: string[]): TextQuery => ({
    kind: 'words',
    words: list.map((text) => misspell(text, count)),
    typos: count,
  });
  const wildcard = (pattern: string): TextQuery => ({ kind: 'wildcard', pattern });
  const [firstWord, secondWord] = titleWords(2, 3000);
  const all: TextQuery = { kind: 'all' };

  const groups: Readonly<
    Record<string, readonly (TextQuery | [TextQuery, ...NarrowingChoice[]])[]>
  > = {
    'rare word': [words(word(1)), words(word(2)), words(word(4)), words(word(8))],
    word: [words(word(30)), words(word(80)), words(word(200))],
    'common word': [words(common(0)), words(common(1)), words(common(2)), words('fiction')],
    'two words': [
      words(...titleWords(2, 100)),
      words(common(0), word(5)),
      words(common(0), common(1)),
      words('john', word(150)),
    ],
    'three words': [
      words(...titleWords(3, 900)),
      words(...titleWords(3, 2100)),
      words(common(0), common(1), 'volume'),
    ],
    'four words': [
      words(...titleWords(4, 1300)),
      words(common(0), common(1), common(2), word(150)),
    ],
    'five words': [
      words(...titleWords(5, 1700)),
      words(common(0), common(1), common(2), 'volume', 'fiction'),
    ],
    prefix: [1, 2, 3, 4].map((length) => prefix(word(120).slice(0, length))),
    'words and prefix': [
      prefix(common(0), word(60).slice(0, 3)),
      prefix(firstWord, secondWord.slice(0, 2)),
    ],
    'one typo': [typos(1, word(3, 6)), typos(1, word(90, 6)), typos(1, ...titleWords(2, 5200, 6))],
    'two typos': [typos(2, word(6, 8)), typos(2, word(50, 8)), typos(2, ...titleWords(2, 6100, 8))],
    phrase: [
      phrase('of', 'the'),
      phrase('in', 'the'),
      phrase('the', word(180)),
      phrase(...sample.phraseOf(['of', 'the'])),
    ],
    wildcard: [
      wildcard(`${word(100, 6).slice(0, 3)}*${word(100, 6).slice(-1)}`),
      wildcard(`${word(25, 6).slice(0, 2)}?${word(25, 6).slice(3)}`),
      wildcard(`${word(60, 7).slice(0, 2)}*${word(60, 7).slice(-3)}`),
    ],
    'one filter': [
      [words(common(0)), value('language', 2)],
      [words(word(200)), value('title_format', 0)],
      [words('fiction'), value('available_at', 1)],
      [all, value('subject', 3)],
      [all, value('author', 0)],
    ],
    'two filters': [
      [words(common(0)), value('title_format', 1), value('language', 0)],
      [words(common(1)), value('genre', 0), value('audience', 0)],
      [all, value('publication_date', 2), value('available_at', 0)],
    ],
    'match all': [all],
  };
  return Object.entries(groups).flatMap(([group, queries]) =>
    queries.map((query): BenchQuery => {
      const [text, ...narrowings] = Array.isArray(query) ? query : [query];
      return { group, text, narrowings };
    }),
  );
}

interface Sample {
  /**
   * Returns a word of the letters a to z. Of all document frequencies up to `documentFrequency`, the word
   * has the highest. If every word is in more titles, returns a word with the highest document frequency.
   *
   * @param minimumLength the minimum number of letters. Default: 5.
   */
  word(documentFrequency: number, minimumLength?: number): string;
  /**
   * Returns the word with this rank by document frequency. The most common word has rank 0. Only words of
   * two or more letters from a to z have a rank.
   */
  common(rank: number): string;
  /**
   * Returns `count` distinct words of at least `minimumLength` letters, all from one title. The title is the
   * first suitable title from number `from` on. After the last title, the search continues with the first.
   * If no title is suitable, returns the most common words.
   *
   * @param minimumLength Default: 1.
   */
  titleWords(count: number, from: number, minimumLength?: number): string[];
  /**
   * Returns four consecutive words of a title, of which the first are the words in `beginning`. If no title
   * has such words, returns `beginning`.
   */
  phraseOf(beginning: readonly string[]): string[];
  /**
   * Returns the value with this rank by frequency in a column. The most frequent value has rank 0, and is
   * also returned if the column has too few values.
   */
  value(column: Narrowing, rank: number): NarrowingChoice;
}

function takeSample(catalog: Iterable<Title>): Sample {
  const titles: string[][] = [];
  const frequencies = new Map<string, number>();
  const values = new Map(NARROWINGS.map((column) => [column, new Map<string, number>()]));
  for (const title of catalog) {
    titles.push(analyze(`${title.title} ${title.sub_title ?? ''}`));
    const text = Object.values(searchTextOf(title, title.tags ?? []))
      .flat()
      .join(' ');
    for (const word of new Set(analyze(text))) increment(frequencies, word);
    const ofTitle = narrowingValues(title, title.tags ?? []);
    for (const [column, counts] of values) {
      for (const value of new Set(ofTitle[column])) increment(counts, value);
    }
    if (titles.length === QUERY_SAMPLE) break;
  }
  const byFrequency = mostFrequentFirst(frequencies);
  const lettered = byFrequency.filter(([word]) => /^[a-z]{2,}$/.test(word));
  return {
    common: (rank) => lettered[rank][0],
    word(documentFrequency, minimumLength = 5) {
      const long = lettered.filter(([word]) => word.length >= minimumLength);
      const at = long.find(([, count]) => count <= documentFrequency)?.[1] ?? long[0][1];
      const equal = long.filter(([, count]) => count === at);
      return equal[equal.length >> 1][0];
    },
    titleWords(count, from, minimumLength = 1) {
      for (let i = 0; i < titles.length; i++) {
        const words = titles[(from + i) % titles.length];
        const fit = [...new Set(words)].filter((word) => word.length >= minimumLength);
        if (fit.length >= count) return fit.slice(0, count);
      }
      return lettered.slice(0, count).map(([word]) => word);
    },
    phraseOf(beginning) {
      for (const words of titles) {
        const at = words.findIndex((_, i) => beginning.every((word, j) => words[i + j] === word));
        if (at >= 0 && words.length >= at + 4) return words.slice(at, at + 4);
      }
      return [...beginning];
    },
    value(column, rank) {
      const counts = mostFrequentFirst(values.get(column) ?? new Map());
      return { column, value: (counts[rank] ?? counts[0])[0] };
    },
  };
}

/** Replaces every third letter of a word, up to `typos` letters in total. */
function misspell(word: string, typos: number): string {
  const letters = [...word];
  for (let i = 0; i < typos; i++) letters[2 + 3 * i] = letters[2 + 3 * i] === 'e' ? 'a' : 'e';
  return letters.join('');
}

function increment(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function mostFrequentFirst(counts: ReadonlyMap<string, number>): [string, number][] {
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
}
