import type { Titles } from '../catalog/catalog.js';
import { typedTitleKeys } from '../catalog/title-key.js';
import { intersect, locateAll } from '../search/document-sets.js';
import type { Matches } from '../search/matches.js';
import { scoredBy } from './word-matches.js';

/** More than the highest popularity factor, so that no popular title overtakes an equal one. */
const AHEAD = 1.1;

/**
 * The same matches, those whose titles equal what was typed before all others; among themselves
 * both keep their order.
 */
export function equalTitlesFirst(titles: Titles, typed: string, matches: Matches): Matches {
  const equal = typedTitleKeys(typed)
    .map((key) => intersect(titles.withKey(key), matches.documents))
    .filter((documents) => documents.length > 0);
  if (equal.length === 0) return matches;
  return scoredBy(matches.documents, (documents) => {
    const scores = matches.narrowed(documents).scores().slice();
    const lead = AHEAD * scores.reduce((highest, score) => Math.max(highest, score), 0) + 1;
    for (const list of equal) {
      const present = intersect(list, documents);
      for (const place of locateAll(present, documents)) {
        if (scores[place] < lead) scores[place] += lead;
      }
    }
    return scores;
  });
}
