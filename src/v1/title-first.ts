import type { Titles } from '../catalog/catalog.js';
import { titleKeys, typedTitleKeys, wordsKey } from '../catalog/title-key.js';
import { editDistance } from '../search/analysis/edit-distance.js';
import { topByScore } from '../search/collectors/top-by-score.js';
import { intersect, locateAll } from '../search/document-sets.js';
import type { Matches } from '../search/matches.js';
import type { Relaxation } from './relaxation.js';
import { scoredBy } from './word-matches.js';

/** More than the highest popularity factor, so that no popular title overtakes an equal one. */
const AHEAD = 1.1;

/**
 * The same matches, those whose titles equal what was typed before all others, and behind them those
 * whose titles have just its words; among themselves all keep their order.
 */
export function equalTitlesFirst(titles: Titles, typed: string, matches: Matches): Matches {
  const { documents } = matches;
  // A title of the same words may be among both lists, and then is raised twice.
  const lists = [[wordsKey(typed)], typedTitleKeys(typed)]
    .map((keys) => intersect(unionOf(keys.map(titles.withKey)), documents))
    .filter((list) => list.length > 0);
  if (lists.length === 0) return matches;
  return scoredBy(documents, (some) => {
    // Nobody else holds the scores of matches narrowed here, so they can be raised in place.
    const scores = matches.narrowed(some).scores();
    const lead = leadOver(scores);
    for (const list of lists) {
      const places = locateAll(intersect(list, some), some);
      for (const place of places) scores[place] += lead;
    }
    return scores;
  });
}

/** How many of the best matches of a forgiven query are compared with what was typed. */
const COMPARED = 64;
/** Titles longer than this are not compared letter by letter. */
const LONGEST_COMPARED = 128;
/** As far as two slips of the finger lead. */
const FARTHEST = 2;

/**
 * The same matches of a query that had to be forgiven, those of the best whose titles resemble what
 * was typed before all others: they begin with it, the shortest first, or are a few letters from it.
 */
export function similarTitlesFirst(
  titles: Titles,
  typed: string,
  step: Relaxation,
  matches: Matches,
): Matches {
  const typedKeys = typedTitleKeys(typed).filter((key) => key.length <= LONGEST_COMPARED);
  const similarity = step === 'prefix' ? completeness : nearness;
  return scoredBy(matches.documents, (some) => {
    const scores = matches.narrowed(some).scores();
    const lead = leadOver(scores);
    const best = topByScore(matches.narrowed(some), COMPARED, titles.popularityFactors);
    const compared = Uint32Array.from(best, ({ document }) => document).sort();
    locateAll(compared, some).forEach((place, i) => {
      const keys = titleKeys(titles.get(compared[i]));
      const level = keys.flatMap((key) => typedKeys.map((typedKey) => similarity(key, typedKey)));
      scores[place] += lead * Math.max(0, ...level);
    });
    return scores;
  });
}

/** From 1 to 2 for a title that begins with what was typed, the more the less is missing; else 0. */
function completeness(key: string, typed: string): number {
  return key.startsWith(typed) ? 1 + typed.length / key.length : 0;
}

/** From 1 up for a title that is few letters from what was typed, the more the nearer; else 0. */
function nearness(key: string, typed: string): number {
  if (Math.abs(key.length - typed.length) > FARTHEST || typed.length <= FARTHEST) return 0;
  return Math.max(0, FARTHEST + 1 - editDistance(key, typed));
}

/** What lifts a score above all of them, popularity included. */
function leadOver(scores: Float64Array): number {
  let highest = 0;
  for (let i = 0; i < scores.length; i++) if (scores[i] > highest) highest = scores[i];
  return AHEAD * (highest + 1);
}

function unionOf(lists: readonly Uint32Array[]): Uint32Array {
  if (lists.length === 1) return lists[0];
  return Uint32Array.from(new Set(lists.flatMap((list) => [...list]))).sort();
}
