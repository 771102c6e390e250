/*
 * The search of the words of a typed text, `search_type` other than `custom`: the strict query first, and a relaxed one
 * (`relaxation.ts`) if it finds nothing or little. The words become queries in `query-words.ts` and `expanded-word.ts`.
 */

import { lazy } from '../../base/lazy.js';
import type { Titles } from '../../catalog/catalog.js';
import {
  difference,
  type FieldBoosts,
  type Query,
  tokenize,
  unitePair,
  type Word,
} from '../../search/index.js';
import {
  anyForm,
  createWordSearch,
  keyOfWord,
  keywordQuery,
  termsOf,
  type WordSearch,
} from './expanded-word.js';
import type { SearchFields } from './field-boosts.js';
import { readsNamedValues, searchNamedValues } from './named-value-search.js';
import { readNamedValues } from './named-values.js';
import {
  createMatchRelaxed,
  type MatchRelaxed,
  matchWithinBudget,
  type QueryMatches,
} from './query-budget.js';
import { expandWords, phraseBoosts, seriesAndVolume } from './query-words.js';
import { RELAXATIONS, type Relaxation, relaxedQuery, respell } from './relaxation.js';
import {
  containedTitleBoosts,
  type DocumentBoosts,
  exactTitleBoosts,
  similarTitleBoosts,
} from './title-boosts.js';
import {
  type RankedGroup,
  type SearchStep,
  type TitleMatches,
  unrelaxed,
} from './title-matches.js';

/** The maximum number of distinct words that are searched. Further words are ignored. */
const MAX_WORDS = 64;

/** A result of at most this many titles can be thin. */
const MAX_THIN_TITLES = 3;

/**
 * Finds titles by the words of a typed text. Every word is required, in any of its forms and in any of
 * the fields. Stop words (articles, conjunctions and short prepositions) are optional, unless the text
 * has no other words. If the fields include `title`, titles that equal the text come first.
 *
 * Words that name a format, a language, an audience or availability also find the titles that have it; see
 * {@link searchNamedValues}. If no title matches, the query is relaxed in steps; see {@link Relaxation}. A query that matches only a few titles,
 * none of them in the title, is relaxed as well. The titles that a step adds rank after the others. A step whose query
 * costs too much, together with the steps before it, is skipped. The text `*` matches every title. A text without words
 * matches no title.
 *
 * @throws ApiError 400 for a text whose words are too many and too frequent; see `query-budget.ts`
 */
export function keywordSearch(titles: Titles, typed: string, fields: SearchFields): TitleMatches {
  const { index } = titles;
  if (typed.trim() === '*') {
    const query = { kind: 'all' } as const;
    return unrelaxed({ query, matches: index.match(query) });
  }
  const search = createWordSearch(titles, fields);
  const words = searchedWords(typed);
  const expanded = expandWords(words, search);
  const query = keywordQuery(
    expanded.map((word) => word.expanded),
    phraseBoosts(expanded, search),
  );
  const { query: searched, matches } = matchWithinBudget(index, query);
  const comparesTitles = 'title' in fields;
  const exactBoosts = lazy(() => exactTitleBoosts(titles, typed, seriesAndVolume(expanded)));
  const strict: RankedGroup = {
    name: 'all_words',
    query: searched,
    matches,
    ...(comparesTitles && { titleBoosts: exactBoosts }),
  };
  const found = matches.documents;
  const matchRelaxed = createMatchRelaxed(index);
  const isRead = readsNamedValues(fields) && words.length < MAX_WORDS;
  const naming = isRead ? readNamedValues(titles, typed, words) : undefined;
  const searchRest = (rest: string) => keywordSearch(titles, rest, fields);
  const named =
    naming &&
    searchNamedValues(typed, { search, naming, asText: strict, matchRelaxed, searchRest });
  if (named !== undefined) return named;
  const isComplete =
    found.length > 0 &&
    !(comparesTitles && isThin(found, exactBoosts, words, search, matchRelaxed));
  if (isComplete) return unrelaxed(strict);
  const steps: SearchStep[] = [{ name: 'all_words', count: found.length }];
  if (naming !== undefined) steps.push({ name: 'named_value', count: 0 });
  for (const step of RELAXATIONS) {
    const relaxed = matchStep(step, words, search, matchRelaxed);
    steps.push({ name: step, count: relaxed?.matches.documents.length ?? 0 });
    if (relaxed === undefined) continue;
    const added = difference(relaxed.matches.documents, found);
    if (added.length === 0) continue;
    const group: RankedGroup = {
      name: step,
      query: relaxed.query,
      matches: relaxed.matches.narrowed(added),
      ...(comparesTitles && {
        titleBoosts: (narrowed) =>
          similarTitleBoosts(titles, typed, step, narrowed).multiplyBy(
            containedTitleBoosts(titles, words),
          ),
      }),
    };
    const respelling = () => respell(words, search, added);
    return {
      documents: unitePair(found, added),
      groups: found.length > 0 ? [strict, group] : [group],
      steps,
      cost: matches.cost + relaxed.matches.cost,
      countWithoutRelaxation: found.length,
      relaxed: step,
      ...(step === 'typos' && { respelling }),
    };
  }
  return unrelaxed(strict, steps);
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
  matchRelaxed: MatchRelaxed,
): QueryMatches | undefined {
  const query = relaxedQuery(step, words, search);
  const found = query && matchRelaxed(query);
  if (found !== undefined) return found;
  if (step !== 'any' || words.length === 1) return undefined;
  const rarestFirst = words
    .map((word) => ({ word, frequency: frequencyOf(word, search) }))
    .sort((a, b) => a.frequency - b.frequency)
    .map(({ word }) => word);
  const half = rarestFirst.slice(0, Math.ceil(words.length / 2));
  return matchStep(step, half, search, matchRelaxed);
}

/** Returns the number of titles with the first term of a word. A word in no title counts as the most frequent. */
function frequencyOf(word: Word, { index }: WordSearch): number {
  return index.documentFrequency(termsOf(word)[0]) || index.documentCount;
}
