import type { Titles } from '../../catalog/catalog.js';
import { type Matches, tokenize, type Word } from '../../search/index.js';
import {
  createWordSearch,
  expandWord,
  keywordQuery,
  termsOf,
  type WordSearch,
} from './expanded-word.js';
import { matchRelaxed, matchWithinBudget } from './query-budget.js';
import { RELAXATIONS, type Relaxation, relaxedQuery } from './relaxation.js';
import { type Respelling, respell } from './respelling.js';
import type { SearchFields } from './search-types.js';
import { exactTitleBoosts, similarTitleBoosts } from './title-boosts.js';

/** The result of a keyword search. */
export interface KeywordMatches {
  readonly matches: Matches;
  /** The step of relaxation that found the matches, or undefined if the query was not relaxed. */
  readonly relaxed: Relaxation | undefined;
  /**
   * Returns the factors on the scores of titles that equal the typed text or have the same words. If the query
   * was relaxed, returns the factors of titles that are similar to the text. Absent if titles are not compared
   * with the text.
   *
   * @param narrowed the matches to rank: the {@link matches} or some of them
   */
  readonly titleBoosts?: (narrowed: Matches) => ReadonlyMap<number, number>;
  /** Replaces the misspelled words of the query. Present only if `relaxed` is `typos`. */
  readonly respelling?: () => Respelling;
}

/** The maximum number of distinct words that are searched. Further words are ignored. */
const MAX_WORDS = 64;

/**
 * Finds titles by the words of a typed text. Every word is required, in any of its forms and in any of
 * the fields. Stop words (articles, conjunctions and short prepositions) are optional, unless the text
 * has no other words. If the fields include `title`, titles that equal the text come first.
 *
 * If no title matches, the query is relaxed in steps; see {@link Relaxation}. A step whose query costs too
 * much is skipped. The text `*` matches every title. A text without words matches no title.
 *
 * @throws ApiError 400 for a text whose words are too many and too frequent; see `query-budget.ts`
 */
export function keywordSearch(titles: Titles, typed: string, fields: SearchFields): KeywordMatches {
  const { index } = titles;
  if (typed.trim() === '*') return { matches: index.match({ kind: 'all' }), relaxed: undefined };
  const search = createWordSearch(index, fields);
  const words = distinctWords(typed);
  const found = matchWithinBudget(
    index,
    keywordQuery(words.map((word) => expandWord(word, search))),
  );
  if (found.documents.length > 0) {
    const titleBoosts = () => exactTitleBoosts(titles, typed);
    return { matches: found, relaxed: undefined, ...('title' in fields && { titleBoosts }) };
  }
  for (const step of RELAXATIONS) {
    const matches = matchStep(step, words, search);
    if (matches === undefined || matches.documents.length === 0) continue;
    const titleBoosts = (narrowed: Matches) => similarTitleBoosts(titles, typed, step, narrowed);
    const respelling = () => respell(words, search, matches.documents);
    return {
      matches,
      relaxed: step,
      ...('title' in fields && { titleBoosts }),
      ...(step === 'typos' && { respelling }),
    };
  }
  return { matches: found, relaxed: undefined };
}

/**
 * Finds the titles of one step of relaxation. If the step `any` costs too much, only the rarer half of the words is
 * searched, then the rarer half of these words, and so on.
 *
 * @returns undefined if the step costs too much
 */
function matchStep(
  step: Relaxation,
  words: readonly Word[],
  search: WordSearch,
): Matches | undefined {
  const matches = matchRelaxed(search.index, relaxedQuery(step, words, search));
  if (matches !== undefined || step !== 'any' || words.length === 1) return matches;
  const rarestFirst = words
    .map((word) => ({ word, frequency: frequencyOf(word, search) }))
    .sort((a, b) => a.frequency - b.frequency)
    .map(({ word }) => word);
  return matchStep(step, rarestFirst.slice(0, Math.ceil(words.length / 2)), search);
}

/** Returns the number of titles with the first term of a word. A word in no title counts as the most frequent. */
function frequencyOf(word: Word, { index }: WordSearch): number {
  return index.documentFrequency(termsOf(word)[0]) || index.documentCount;
}

/** Returns the first {@link MAX_WORDS} distinct words of a typed text. */
function distinctWords(typed: string): Word[] {
  const words = new Map(tokenize(typed).map((word) => [JSON.stringify(word), word]));
  return [...words.values()].slice(0, MAX_WORDS);
}
