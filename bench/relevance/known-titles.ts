/*
 * Measures how often a search finds a title that a reader knows: the details that a reader may remember, the ways to type
 * them, the queries that each way gives, and the report.
 */
import { titleKey } from '../../src/catalog/comparison-keys.js';
import type { Title } from '../../src/index.js';
import { fold } from '../../src/search/analysis/fold.js';
import { isStopWord } from '../../src/search/analysis/tokenizer.js';
import { table } from '../figures.js';
import { Random } from '../generated/random.js';
import { ANSWERS, type MeasuredCatalog } from './engines.js';
import type { JudgedQuery, Outcome } from './judged-queries.js';

/** A numbered volume of a series. */
interface Volume {
  readonly series: string;
  readonly number: number;
}

/** The details of a title that a reader may remember. */
interface KnownItem {
  readonly title: Title;
  /** The title and the sub-title. */
  readonly fullTitle: string;
  /** The title up to the first colon or semicolon that a space follows. */
  readonly mainTitle: string;
  /** The first author, forename first, without dates. */
  readonly author: string | undefined;
  readonly surname: string | undefined;
  /** The first series that has a whole number for this title. */
  readonly volume: Volume | undefined;
  /** Returns whether any search field of any title in the catalog contains a word. */
  readonly isWord: (word: string) => boolean;
}

/** Extracts the details of a title. */
export function knownItem(title: Title, isWord: KnownItem['isWord'] = () => false): KnownItem {
  const name = title.authors?.[0]?.name;
  return {
    title,
    isWord,
    fullTitle: [title.title, title.sub_title].filter(Boolean).join(' '),
    mainTitle: title.title.split(/\s*[:;]\s/, 1)[0].trim(),
    volume: volumeOf(title),
    ...(name === undefined ? { author: undefined, surname: undefined } : authorName(name)),
  };
}

/** Returns a key that all editions of a work share: the folded main title and first author. */
export function workOf(title: Title): string {
  const { mainTitle, author = '' } = knownItem(title);
  return `${titleKey(mainTitle)}/${titleKey(author)}`;
}

/** Returns a key that all titles with the same number in the same series share. */
function volumeKey({ series, number }: Volume): string {
  return `${titleKey(series)}/${number}`;
}

function volumeOf({ series = [] }: Title): Volume | undefined {
  const numbered = series.find(({ number }) => /^[1-9]\d?$/.test(number ?? ''));
  return numbered && { series: numbered.name, number: Number(numbered.number) };
}

/** Reads a name in the form `Carroll, Lewis, 1832-1898` or `Lewis Carroll`. Ignores text in parentheses. */
function authorName(name: string) {
  const plain = name.replace(/\s*\([^)]*\)/g, '');
  const [surname, forenames] = plain.split(/,\s*/);
  if (forenames === undefined) return { author: plain, surname: plain.split(/\s+/).at(-1) };
  const isDate = /\d/.test(forenames);
  return { author: isDate ? surname : `${forenames} ${surname}`, surname };
}

/** Returns the query that a reader types for a title; undefined if the way does not apply to the title. */
type Way = (item: KnownItem, random: Random) => string | undefined;

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const ARTICLE = /^(?:the|an?)\s+(?=\S)/i;

/** The ways in which readers type a title that they know. Every title is equally likely. */
const WAYS: Readonly<Record<string, Way>> = {
  'exact title': ({ fullTitle }) => fullTitle,
  'main title': ({ mainTitle }) => mainTitle,
  'surname, two title words': surnameAndWords,
  'title and author': ({ mainTitle, author }) => author && `${mainTitle} ${author}`,
  'one typo': ({ mainTitle }, random) => withTypo(mainTitle, random),
  'two typos': withTwoTypos,
  'no accents, case, apostrophe': simplify,
  'last word unfinished': cutLastWord,
  'ISBN, either form': isbn,
  'other word order': reorder,
  'article added or dropped': ({ mainTitle }) =>
    ARTICLE.test(mainTitle) ? mainTitle.replace(ARTICLE, '') : `the ${mainTitle}`,
};

/** Returns the words of a text, as a reader separates them. */
function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{M}\p{N}'\u2019-]+/u).filter(Boolean);
}

/** Returns the words that are not stop words and have more than two letters. */
function contentWords(text: string): string[] {
  return wordsOf(text).filter((word) => word.length > 2 && !isStopWord(fold(word)));
}

function surnameAndWords({ mainTitle, surname }: KnownItem, random: Random) {
  const content = contentWords(mainTitle);
  if (surname === undefined || content.length < 2) return undefined;
  return [surname, ...random.shuffled(content).slice(0, 2)].join(' ');
}

/** Inserts, deletes or replaces one letter, or swaps two neighboring letters. Keeps the first letter. */
function misspell(word: string, random: Random): string {
  for (;;) {
    const at = 1 + random.below(word.length - 1);
    const before = word.slice(0, at);
    const letter = LETTERS[random.below(LETTERS.length)];
    const typed = [
      () => before + letter + word.slice(at),
      () => before + word.slice(at + 1),
      () => before + letter + word.slice(at + 1),
      () => before + word.slice(at + 1, at + 2) + word[at] + word.slice(at + 2),
    ][random.below(4)]();
    if (typed !== word) return typed;
  }
}

/** Returns the words that consist of at least `length` letters and no other characters. */
function misspellableWords(text: string, length: number): string[] {
  return wordsOf(text).filter((word) => word.length >= length && /^\p{L}+$/u.test(word));
}

function withTypo(text: string, random: Random): string | undefined {
  const words = misspellableWords(text, 5);
  if (words.length === 0) return undefined;
  const word = random.pick(words);
  return text.replace(word, misspell(word, random));
}

/**
 * Puts one typo into each of two words. If fewer than two words are long enough, puts two typos into a word
 * of at least eight letters.
 */
function withTwoTypos({ mainTitle }: KnownItem, random: Random): string | undefined {
  const words = random.shuffled([...new Set(misspellableWords(mainTitle, 5))]);
  if (words.length >= 2) {
    const [first, second] = words;
    return mainTitle
      .split(/(?<![\p{L}\p{M}])(?=\p{L})|(?<=\p{L})(?![\p{L}\p{M}])/u)
      .map((part) => (part === first || part === second ? misspell(part, random) : part))
      .join('');
  }
  const [long] = misspellableWords(mainTitle, 8);
  if (long === undefined) return undefined;
  return mainTitle.replace(long, misspell(misspell(long, random), random));
}

function simplify({ mainTitle }: KnownItem, random: Random): string {
  const plain = mainTitle.normalize('NFKD').replace(/[\p{M}'\u2019]/gu, '');
  return random.below(2) === 0 ? plain.toUpperCase() : plain.toLowerCase();
}

/**
 * Cuts one to three letters from the last word, and leaves at least four letters of it. Does not apply to a
 * title of one word, to a title that does not end with five letters, or when the remaining letters are a word
 * of the catalog.
 */
function cutLastWord({ mainTitle, isWord }: KnownItem, random: Random): string | undefined {
  const last = /\p{L}{5,}$/u.exec(mainTitle);
  if (last === null || last.index === 0) return undefined;
  const missing = 1 + random.below(Math.min(3, last[0].length - 4));
  return isWord(last[0].slice(0, -missing)) ? undefined : mainTitle.slice(0, -missing);
}

function isbn({ title }: KnownItem, random: Random): string | undefined {
  const isbn13 = title.isbns?.find((text) => /^978\d{10}$/.test(text));
  if (isbn13 === undefined) return undefined;
  const digits = isbn13.slice(3, 12);
  const sum = [...digits].reduce((total, digit, i) => total + (10 - i) * Number(digit), 0);
  const isbn10 = digits + ('0123456789X'[(11 - (sum % 11)) % 11] ?? '');
  const hyphenated = isbn10.replace(/^(.)(...)(.....)/, '$1-$2-$3-');
  return random.pick([isbn13, isbn10, hyphenated, `978-${hyphenated.slice(0, -1)}${isbn13[12]}`]);
}

function reorder({ mainTitle }: KnownItem, random: Random): string | undefined {
  const words = wordsOf(mainTitle);
  return words.length < 3 ? undefined : random.shuffled(words).join(' ');
}

const NUMBER_WORDS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(
  ' ',
);
const ROMAN_DIGITS = { x: 10, ix: 9, v: 5, iv: 4, i: 1 };

/** Words that readers type around a title, most of which no record contains. */
const NOISE = `do you have *|looking for *|i want to read *|the book *|* book|* novel|* large print|
  * audiobook|* ebook|* dvd|* paperback`
  .split('|')
  .map((text) => text.trim());

/**
 * Ways in which readers type a title that they want. A title is as likely as its popularity says. In a catalog without
 * popularity, every title is equally likely.
 */
export const DEMAND_WAYS: Readonly<Record<string, Way>> = {
  'first two words': (item) => firstWords(item, 2),
  'first three words': (item) => firstWords(item, 3),
  'title cut within a word': cutWithinWord,
  'one word of the title': ({ mainTitle }, random) => {
    const words = contentWords(mainTitle);
    return words.length < 2 ? undefined : random.pick(words);
  },
  'title and noise': ({ mainTitle }, random) => random.pick(NOISE).replace('*', () => mainTitle),
  'title by author': ({ mainTitle, author }) => author && `${mainTitle} by ${author}`,
  'two words joined': joinWords,
  'wrong first letter': replaceFirstLetter,
};

/** Ways in which readers type a volume of a series. The right titles are those with this number in the series. */
export const VOLUME_WAYS: Readonly<Record<string, Way>> = {
  'series n': volumeWay(({ series, number }) => `${series} ${number}`),
  'series book n, #n, vol. n': volumeWay(({ series, number }, random) =>
    random.pick([
      `${series} book ${number}`,
      `${series} #${number}`,
      `${series} vol. ${number}`,
      `book ${number} of ${series}`,
    ]),
  ),
  'series, number in words': volumeWay(({ series, number }, random) => {
    const word = NUMBER_WORDS[number];
    return word && random.pick([`${series} ${word}`, `${series} book ${word}`]);
  }),
  'series, Roman number': volumeWay(({ series, number }) =>
    number === 1 ? undefined : `${series} ${romanNumber(number)}`,
  ),
};

function volumeWay(type: (volume: Volume, random: Random) => string | undefined): Way {
  return ({ volume }, random) => volume && type(volume, random);
}

function romanNumber(number: number): string {
  let rest = number;
  let roman = '';
  for (const [digits, value] of Object.entries(ROMAN_DIGITS)) {
    for (; rest >= value; rest -= value) roman += digits;
  }
  return roman;
}

/** Does not apply to a title that has no more words. */
function firstWords({ mainTitle }: KnownItem, count: number): string | undefined {
  const words = wordsOf(mainTitle);
  return words.length <= count ? undefined : words.slice(0, count).join(' ');
}

/** Keeps at least five characters. The last word keeps at least two letters and loses at least one. */
function cutWithinWord({ mainTitle }: KnownItem, random: Random): string | undefined {
  const ends = Array.from({ length: mainTitle.length }, (_, end) => end).filter(
    (end) =>
      end >= 5 &&
      /\p{L}{2}$/u.test(mainTitle.slice(0, end)) &&
      /^\p{L}/u.test(mainTitle.slice(end)),
  );
  return ends.length === 0 ? undefined : mainTitle.slice(0, random.pick(ends));
}

function joinWords({ mainTitle }: KnownItem, random: Random): string | undefined {
  const words = wordsOf(mainTitle);
  if (words.length < 2) return undefined;
  const at = random.below(words.length - 1);
  return [...words.slice(0, at), words[at] + words[at + 1], ...words.slice(at + 2)].join(' ');
}

function replaceFirstLetter({ mainTitle }: KnownItem, random: Random): string | undefined {
  const words = misspellableWords(mainTitle, 5);
  if (words.length === 0) return undefined;
  const word = random.pick(words);
  const letters = LETTERS.replace(word[0].toLowerCase(), '');
  return mainTitle.replace(word, letters[random.below(letters.length)] + word.slice(1));
}

/** How an engine ranks the titles of one way of typing. */
interface WayMeasure {
  /** The mean of 1 / place of the first right title. A query without a right title among the first ten counts as 0. */
  readonly reciprocalRank: number;
  /** The fraction of queries whose first title is right. */
  readonly first: number;
}

const SEED = 1;
const MAX_QUERIES_PER_WAY = 500;
/** Draws by demand take at most this share of the titles, so that they do not take all titles of a small catalog. */
const MAX_DEMAND_SHARE = 0.25;
/** The popularity of a title without one. A popularity is a whole number. */
const LEAST_POPULARITY = 0.5;

/** The groups of ways. A table has a row with the mean of each group. */
const GROUPS: readonly (readonly [mean: string, ways: Readonly<Record<string, Way>>])[] = [
  ['mean, all titles alike', WAYS],
  ['mean, popular titles more', DEMAND_WAYS],
  ['mean, volumes of series', VOLUME_WAYS],
];

/** The description of the tables. */
export const WAYS_LEGEND = `Known titles: up to ${MAX_QUERIES_PER_WAY} titles per way of typing, seed ${SEED}. The first figure is the mean reciprocal
rank at ${ANSWERS}, the second the share of searches whose first title is right. All editions of a work (the
same folded main title and first author), or all titles with this number in the series, are right.`;

/**
 * Returns the queries of each way of typing. The kind of a query is its way, such as `one typo`. A way skips titles to
 * which the way does not apply.
 */
export function wayQueries({ catalog, titles }: MeasuredCatalog): JudgedQuery[] {
  const isWord = (word: string) => catalog.titles.index.documentFrequency(fold(word)) > 0;
  const items = titles.map((title) => knownItem(title, isWord));
  const editions = idsBy(items, ({ title }) => workOf(title));
  const volumes = idsBy(items, ({ volume }) => volume && volumeKey(volume));
  const maxByDemand = Math.min(MAX_QUERIES_PER_WAY, Math.ceil(items.length * MAX_DEMAND_SHARE));
  let seed = SEED;
  return GROUPS.flatMap(([, ways]) =>
    Object.entries(ways).flatMap(([kind, type]) => {
      const random = new Random(seed++);
      const max = ways === WAYS ? MAX_QUERIES_PER_WAY : maxByDemand;
      const drawn: JudgedQuery[] = [];
      for (const item of ways === WAYS ? random.shuffled(items) : byDemand(items, random)) {
        if (drawn.length === max) break;
        const typed = type(item, random);
        if (typed === undefined) continue;
        const right =
          ways === VOLUME_WAYS && item.volume !== undefined
            ? volumes.get(volumeKey(item.volume))
            : editions.get(workOf(item.title));
        if (right === undefined) continue;
        drawn.push({ library: catalog.library.id, kind, typed, right, grades: undefined });
      }
      return drawn;
    }),
  );
}

function byDemand(items: readonly KnownItem[], random: Random): KnownItem[] {
  return random.drawn(items, ({ title }) => title.popularity || LEAST_POPULARITY);
}

/** Groups the ids of titles by a key. Leaves out titles without a key. */
function idsBy(items: readonly KnownItem[], keyOf: (item: KnownItem) => string | undefined) {
  const groups = new Map<string, Set<string>>();
  for (const item of items) {
    const key = keyOf(item);
    if (key === undefined) continue;
    const group = groups.get(key) ?? new Set();
    groups.set(key, group.add(item.title.id));
  }
  return groups;
}

/** The name of an engine, and the outcomes of the queries of all ways. */
export type MeasuredWays = readonly [name: string, outcomes: readonly Outcome[]];

/** Formats the measures of a catalog as a table with one row per way and one column per engine. */
export function waysReport(
  { catalog, titles }: MeasuredCatalog,
  engines: readonly MeasuredWays[],
): string {
  const columns = engines.map(([, outcomes]) => measuresByWay(outcomes));
  const rows = Array.from(columns[0].keys(), (way) => [
    way,
    ...columns.map((measures) => cellOf(measures.get(way))),
  ]);
  const head = ['way', ...engines.map(([engine]) => engine)];
  return `### Known titles: ${catalog.library.name}, ${titles.length} titles\n\n${table(head, rows)}`;
}

/** Measures each way, and the mean of each group of ways. Leaves out ways without queries. */
function measuresByWay(outcomes: readonly Outcome[]): Map<string, WayMeasure> {
  const measures = new Map<string, WayMeasure>();
  for (const [meanOfGroup, ways] of GROUPS) {
    const group: WayMeasure[] = [];
    for (const way of Object.keys(ways)) {
      const places = outcomes.flatMap(({ query, place }) => (query.kind === way ? [place] : []));
      if (places.length === 0) continue;
      const measure = {
        reciprocalRank: mean(places.map((place) => (place === undefined ? 0 : 1 / place))),
        first: mean(places.map((place) => (place === 1 ? 1 : 0))),
      };
      measures.set(way, measure);
      group.push(measure);
    }
    if (group.length < 2) continue;
    measures.set(meanOfGroup, {
      reciprocalRank: mean(group.map(({ reciprocalRank }) => reciprocalRank)),
      first: mean(group.map(({ first }) => first)),
    });
  }
  return measures;
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

function cellOf(measure: WayMeasure | undefined): string {
  if (measure === undefined) return '';
  return `${measure.reciprocalRank.toFixed(3)} ${measure.first.toFixed(3)}`;
}
