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

/**
 * A factor in the boost of a title. It is higher than the highest popularity boost (1.05), so that a
 * popular title without this boost never ranks before a title with it.
 */
const BOOST_FACTOR = 1.1;

/**
 * Boosts the matches whose title is exactly the typed text, so that they come first. Case, accents and
 * punctuation are ignored, and the subtitle and the leading article of a title are optional. Next come
 * the matches whose title has the same words in another order. The order of all other matches does not
 * change.
 */
export function boostExactTitles(titles: Titles, typed: string, matches: Matches): Matches {
  const { documents } = matches;
  // A title that equals the typed text usually has the same words too. It is then in both lists, and is
  // boosted twice.
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

/** The maximum number of matches of a relaxed query, the best first, whose titles are compared. */
const MAX_COMPARED_TITLES = 64;
/** A typed text with more letters and digits than this is not compared with titles. */
const MAX_COMPARED_CHARS = 128;
/** The maximum edit distance between the typed text and the title of a similar match. */
const MAX_EDITS = 2;

/**
 * Boosts matches of a relaxed query whose titles are similar to the typed text, so that they come first.
 * Only the {@link MAX_COMPARED_TITLES} best matches are compared. After the step `prefix`, a title is
 * similar if it begins with the typed text, and the shortest title comes first. After other steps, a
 * title is similar if its edit distance from the typed text is at most {@link MAX_EDITS}, and the
 * nearest title comes first.
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

/** Returns 1 to 2 if a title key begins with the typed key (2 if they are equal), otherwise 0. */
function completeness(key: string, typed: string): number {
  return key.startsWith(typed) ? 1 + typed.length / key.length : 0;
}

/**
 * Returns 1 to 3 if the edit distance of two keys is at most {@link MAX_EDITS} (3 if they are equal),
 * otherwise 0. Returns 0 for a typed key of at most {@link MAX_EDITS} characters.
 */
function nearness(key: string, typed: string): number {
  if (Math.abs(key.length - typed.length) > MAX_EDITS || typed.length <= MAX_EDITS) return 0;
  return Math.max(0, MAX_EDITS + 1 - editDistance(key, typed));
}

/**
 * Returns a number that, added to a score, makes it higher than all `scores`, even if these scores have
 * the highest popularity boost.
 */
function boostAbove(scores: Float64Array): number {
  let highest = 0;
  for (let i = 0; i < scores.length; i++) if (scores[i] > highest) highest = scores[i];
  return BOOST_FACTOR * (highest + 1);
}

function unionOf(lists: readonly Uint32Array[]): Uint32Array {
  if (lists.length === 1) return lists[0];
  return Uint32Array.from(new Set(lists.flatMap((list) => [...list]))).sort();
}
