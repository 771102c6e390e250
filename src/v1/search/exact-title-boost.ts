import type { Titles } from '../../catalog/catalog.js';
import { titleKeys, typedTitleKeys, wordsKey } from '../../catalog/title-key.js';
import {
  editDistance,
  intersect,
  locateAll,
  type Matches,
  topByScore,
} from '../../search/index.js';
import { withScores } from './dis-max.js';
import type { Relaxation } from './relaxation.js';

/** More than the highest popularity boost, so that no popular title overtakes a boosted one. */
const BOOST_FACTOR = 1.1;

/**
 * Boosts the matches with exact titles. Titles that equal the typed text come first. Titles that have
 * exactly the words of the typed text come next. The order of all other matches does not change.
 */
export function boostExactTitles(titles: Titles, typed: string, matches: Matches): Matches {
  const { documents } = matches;
  // A title that equals the typed text usually has the same words too, and is boosted twice.
  const lists = [[wordsKey(typed)], typedTitleKeys(typed)]
    .map((keys) => intersect(unionOf(keys.map(titles.withTitleKey)), documents))
    .filter((list) => list.length > 0);
  if (lists.length === 0) return matches;
  return withScores(documents, (some) => {
    // The scores of these narrowed matches are used nowhere else, so they can be changed in place.
    const scores = matches.narrowed(some).scores();
    const boost = boostAbove(scores);
    for (const list of lists) {
      const positions = locateAll(intersect(list, some), some);
      for (const position of positions) scores[position] += boost;
    }
    return scores;
  });
}

/** The number of best matches of a relaxed query that are compared with the typed text. */
const MAX_COMPARED_TITLES = 64;
/** A typed text that is longer than this is not compared with titles. */
const MAX_COMPARED_CHARS = 128;
/** The maximum edit distance between the typed text and a similar title. */
const MAX_EDITS = 2;

/**
 * Boosts those of the best matches of a relaxed query whose titles are similar to the typed text, so
 * that they come first. After the step `prefix`, a title is similar if it begins with the typed text,
 * and the shortest title comes first. After other steps, a title is similar if its edit distance from
 * the typed text is at most {@link MAX_EDITS}, and the nearest title comes first.
 */
export function boostSimilarTitles(
  titles: Titles,
  typed: string,
  step: Relaxation,
  matches: Matches,
): Matches {
  const typedKeys = typedTitleKeys(typed).filter((key) => key.length <= MAX_COMPARED_CHARS);
  const similarity = step === 'prefix' ? completeness : nearness;
  return withScores(matches.documents, (some) => {
    const scores = matches.narrowed(some).scores();
    const boost = boostAbove(scores);
    const best = topByScore(matches.narrowed(some), MAX_COMPARED_TITLES, titles.popularityBoosts);
    const compared = Uint32Array.from(best, ({ document }) => document).sort();
    locateAll(compared, some).forEach((position, i) => {
      const keys = titleKeys(titles.get(compared[i]));
      const levels = keys.flatMap((key) => typedKeys.map((typedKey) => similarity(key, typedKey)));
      scores[position] += boost * Math.max(0, ...levels);
    });
    return scores;
  });
}

/** Returns 1 to 2 if the title begins with the typed text (2 if they are equal), otherwise 0. */
function completeness(key: string, typed: string): number {
  return key.startsWith(typed) ? 1 + typed.length / key.length : 0;
}

/**
 * Returns 1 to 3 for an edit distance of at most `MAX_EDITS` (3 if equal), otherwise 0. Returns 0 for a
 * typed text of at most `MAX_EDITS` characters too.
 */
function nearness(key: string, typed: string): number {
  if (Math.abs(key.length - typed.length) > MAX_EDITS || typed.length <= MAX_EDITS) return 0;
  return Math.max(0, MAX_EDITS + 1 - editDistance(key, typed));
}

/** Returns a boost that raises any score above all `scores`, even with their popularity boosts. */
function boostAbove(scores: Float64Array): number {
  let highest = 0;
  for (let i = 0; i < scores.length; i++) if (scores[i] > highest) highest = scores[i];
  return BOOST_FACTOR * (highest + 1);
}

function unionOf(lists: readonly Uint32Array[]): Uint32Array {
  if (lists.length === 1) return lists[0];
  return Uint32Array.from(new Set(lists.flatMap((list) => [...list]))).sort();
}
