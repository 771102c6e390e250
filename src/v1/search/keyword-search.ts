/*
 * The search of the words of a typed text, `search_type` other than `custom`: the strict query first, and a relaxed one
 * (`relaxation.ts`) if it finds nothing or little. The words become queries in `query-words.ts` and `expanded-word.ts`.
 */

import { lazy } from '../../base/lazy.js';
import type { Titles } from '../../catalog/catalog.js';
import {
  difference,
  type FieldBoosts,
  type Matches,
  type Query,
  tokenize,
  type Word,
} from '../../search/index.js';
import { type ContainedNames, findContainedNames, NO_NAMES } from './contained-names.js';
import {
  anyForm,
  createWordSearch,
  keyOfWord,
  keywordQuery,
  labeled,
  termsOf,
  type WordSearch,
} from './expanded-word.js';
import type { SearchFields } from './field-boosts.js';
import { findNoise } from './noise-words.js';
import {
  createMatchRelaxed,
  type MatchRelaxed,
  matchWithinBudget,
  type QueryMatches,
} from './query-budget.js';
import { expandWords, headingBoosts, phraseBoosts, seriesAndVolume } from './query-words.js';
import {
  RELAXATIONS,
  type Relaxation,
  type Respelling,
  relaxedQueries,
  respell,
} from './relaxation.js';
import {
  containedTitleBoosts,
  type DocumentBoosts,
  exactTitleBoosts,
  namedVolumes,
  similarTitleBoosts,
} from './title-boosts.js';

/** Matches that are ranked together. */
export interface RankedGroup {
  readonly query: Query;
  /** The titles that match the {@link query}, or some of them. */
  readonly matches: Matches;
  /**
   * Returns boosts of titles that equal or resemble the typed text, or are contained in the text. Absent if titles are
   * not compared with the text.
   *
   * @param narrowed the matches to rank: the {@link matches} or some of them
   */
  readonly titleBoosts?: (narrowed: Matches) => DocumentBoosts;
}

/** The result of a search. */
export interface TitleMatches {
  /** The titles that were found, ascending. */
  readonly documents: Uint32Array;
  /** The same titles in groups. By relevance, the titles of a group come before the titles of the next group. */
  readonly groups: readonly RankedGroup[];
  /** The cost of finding and ranking the titles, in the unit of `QueryCost`. */
  readonly cost: number;
  /** The titles that match the query without relaxation, ascending. */
  readonly strict: Uint32Array;
  /** The step of relaxation that found further titles, or undefined if the query was not relaxed. */
  readonly relaxed: Relaxation | undefined;
  /** Replaces the misspelled words of the query. Present only if `relaxed` is `typos`. */
  readonly respelling?: () => Respelling;
}

/** Returns the result of a search that is not relaxed. */
export function unrelaxed(group: RankedGroup): TitleMatches {
  const { documents, cost } = group.matches;
  return { documents, groups: [group], cost, strict: documents, relaxed: undefined };
}

/** The maximum number of distinct words that are searched. Further words are ignored. */
const MAX_WORDS = 64;

/** A result of at most this many titles can be thin. */
const MAX_THIN_TITLES = 3;

/**
 * Finds titles by the words of a typed text. Every word is required, in any of its forms and in any of
 * the fields. Stop words (articles, conjunctions and short prepositions) are optional, unless the text
 * has no other words. If the fields include `title`, titles that equal the text come first.
 *
 * If no title matches, the query is relaxed in steps; see {@link Relaxation}. A query that matches only a few titles,
 * none of them in the title, is relaxed as well; these titles then rank together with the titles that a step adds. A step
 * whose query costs too much, together with the steps before it, is skipped. The text `*` matches every title. A text without words
 * matches no title.
 *
 * @throws ApiError 400 for a text whose words are too many and too frequent; see `query-budget.ts`
 */
export function keywordSearch(titles: Titles, q: string, fields: SearchFields): TitleMatches {
  const { index } = titles;
  const typed = withoutEncoding(q);
  if (typed.trim() === '*') {
    const query = { kind: 'all' } as const;
    return unrelaxed({ query, matches: index.match(query) });
  }
  const search = createWordSearch(titles, fields);
  const words = searchedWords(typed);
  const expanded = expandWords(words, search);
  const query = keywordQuery(
    expanded.map((word) => word.expanded),
    [...phraseBoosts(expanded, search), ...headingBoosts(typed, search)],
  );
  const comparesTitles = 'title' in fields;
  const volumes = comparesTitles ? namedVolumes(titles, seriesAndVolume(expanded)) : NO_TITLES;
  const { query: searched, matches } = matchWithinBudget(index, withVolumes(query, volumes));
  const exactBoosts = lazy(() => exactTitleBoosts(titles, typed, matches.documents, volumes));
  const strict: RankedGroup = {
    query: searched,
    matches,
    ...(comparesTitles && { titleBoosts: exactBoosts }),
  };
  const found = matches.documents;
  const matchRelaxed = createMatchRelaxed(index);
  const isComplete =
    found.length > 0 &&
    !(comparesTitles && isThin(found, exactBoosts, words, search, matchRelaxed));
  if (isComplete) return unrelaxed(strict);
  const names = comparesTitles ? findContainedNames(titles, words) : NO_NAMES;
  const relaxedVolumes = comparesTitles ? volumesOfDescribed(words, search) : NO_TITLES;
  // The step `typos` also matches incomplete words.
  for (const step of RELAXATIONS.slice(found.length > 0 ? 1 : 0)) {
    const relaxed = matchStep(
      step,
      words,
      search,
      { ...names, whole: new Set([...names.whole, ...relaxedVolumes]) },
      matchRelaxed,
    );
    if (relaxed === undefined) continue;
    const added = difference(relaxed.matches.documents, found);
    if (added.length === 0) continue;
    const group = withTitles(relaxed, found, matchRelaxed);
    if (group === undefined) continue;
    const respelling = lazy(() => respell(words, search, added));
    const titleBoosts = (narrowed: Matches) => {
      const boosts = similarTitleBoosts(titles, typed, step, narrowed);
      boosts.multiply('all_words', found, ALL_WORDS_BOOST);
      if (step !== 'typos') return boosts.multiplyBy(containedTitleBoosts(names));
      const { query } = respelling();
      return boosts
        .multiplyBy(containedTitleBoosts(names, findContainedNames(titles, searchedWords(query))))
        .multiplyBy(exactTitleBoosts(titles, query, group.matches.documents, relaxedVolumes));
    };
    return {
      documents: group.matches.documents,
      groups: [{ ...group, ...(comparesTitles && { titleBoosts }) }],
      cost: matches.cost + group.matches.cost,
      strict: found,
      relaxed: step,
      ...(step === 'typos' && { respelling }),
    };
  }
  return unrelaxed(strict);
}

/** Returns the volume that the words name which describe a title: `what is the third harry potter`. */
function volumesOfDescribed(words: readonly Word[], search: WordSearch): Uint32Array {
  const { isNoise } = findNoise(words);
  const described = words.filter((_, i) => !isNoise[i]);
  return namedVolumes(search.titles, seriesAndVolume(expandWords(described, search), true));
}

/** The boost of a title that matches without relaxation, among the matches of a relaxed query. */
const ALL_WORDS_BOOST = 3;

const NO_TITLES: Uint32Array = new Uint32Array();

/** The score of the volume that was typed, if its number and the name of its series are not among its words. */
const VOLUME_SCORE = 50;

/** Adds the volumes that were typed to a query: `eragon 2` is *Eldest*. */
function withVolumes(query: Query, volumes: Uint32Array): Query {
  if (volumes.length === 0) return query;
  const named: Query = { kind: 'documents', documents: [...volumes] };
  const added: Query = { kind: 'constant_score', query: named, score: VOLUME_SCORE };
  return { kind: 'or', queries: [query, labeled('series_volume', added)] };
}

/** The score of a title that only the strict query matches, among the matches of a relaxed query. */
const STRICT_SCORE = 1;

/**
 * Adds titles to the matches of a relaxed query.
 *
 * @returns undefined if the query then costs too much
 */
function withTitles(
  relaxed: QueryMatches,
  documents: Uint32Array,
  matchRelaxed: MatchRelaxed,
): QueryMatches | undefined {
  if (difference(documents, relaxed.matches.documents).length === 0) return relaxed;
  const query: Query = { kind: 'documents', documents: [...documents] };
  const added: Query = { kind: 'constant_score', query, score: STRICT_SCORE };
  return matchRelaxed({ kind: 'or', queries: [relaxed.query, added] });
}

/** Matches an encoded character of an address that was copied, such as `%20`. */
const ENCODED = /%[\da-f]{2}/i;

/** Decodes a part of an address: `the%20book%20thief`. Returns any other text unchanged. */
function withoutEncoding(typed: string): string {
  if (!ENCODED.test(typed)) return typed;
  try {
    return decodeURIComponent(typed.replaceAll('+', ' '));
  } catch {
    return typed;
  }
}

/** Returns the words of a typed text. Of more than {@link MAX_WORDS} words, returns the first distinct words. */
export function searchedWords(typed: string): Word[] {
  const words = tokenize(typed);
  if (words.length <= MAX_WORDS) return words;
  const distinct = new Map(words.map((word) => [keyOfWord(word), word]));
  return [...distinct.values()].slice(0, MAX_WORDS);
}

/** The fields with the name of a title. */
const TITLE_FIELDS: FieldBoosts = { title: 1, series: 1 };
/** The fields with the name of a title and the names of its authors. */
const MAIN_FIELDS: FieldBoosts = { ...TITLE_FIELDS, author: 1 };

/**
 * Returns whether a result is so small that it probably misses what the reader wants: at most
 * {@link MAX_THIN_TITLES} titles, none of which equals the typed text, or has all words in its title, series and author
 * and one of them in its title or series. The result of a search for numbers, such as an ISBN, is not thin.
 */
function isThin(
  found: Uint32Array,
  exactBoosts: () => DocumentBoosts,
  words: readonly Word[],
  { titles }: WordSearch,
  matchRelaxed: MatchRelaxed,
): boolean {
  if (found.length > MAX_THIN_TITLES) return false;
  if (words.every((word) => /\d/.test(termsOf(word)[0]))) return false;
  if (found.some((document) => exactBoosts().factors.has(document))) return false;
  const expandedIn = (fields: FieldBoosts) =>
    expandWords(words, createWordSearch(titles, fields)).map(({ expanded }) => expanded);
  const query: Query = {
    kind: 'and',
    queries: [
      { kind: 'documents', documents: [...found] },
      keywordQuery(expandedIn(MAIN_FIELDS)),
      { kind: 'or', queries: expandedIn(TITLE_FIELDS).map(anyForm) },
    ],
  };
  return matchRelaxed(query)?.matches.documents.length === 0;
}

/**
 * Finds the titles of one step of relaxation. If the step `any` costs too much, only the rarer half of the words is
 * searched, then the rarer half of these words, and so on.
 *
 * @returns undefined if the step does not apply to the words, or costs too much
 */
function matchStep(
  step: Relaxation,
  words: readonly Word[],
  search: WordSearch,
  names: ContainedNames,
  matchRelaxed: MatchRelaxed,
): QueryMatches | undefined {
  for (const query of relaxedQueries(step, words, search, names)) {
    const found = matchRelaxed(query);
    if (found !== undefined && found.matches.documents.length > 0) return found;
    if (found !== undefined || step !== 'any' || words.length === 1) continue;
    const rarestFirst = words
      .map((word) => ({ word, frequency: frequencyOf(word, search) }))
      .sort((a, b) => a.frequency - b.frequency)
      .map(({ word }) => word);
    const half = rarestFirst.slice(0, Math.ceil(words.length / 2));
    return matchStep(step, half, search, names, matchRelaxed);
  }
  return undefined;
}

/** Returns the number of titles with the first term of a word. A word in no title counts as the most frequent. */
function frequencyOf(word: Word, { index }: WordSearch): number {
  return index.documentFrequency(termsOf(word)[0]) || index.documentCount;
}
