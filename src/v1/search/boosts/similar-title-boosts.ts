import { editDistance } from '../../../base/edit-distance.js';
import type { Titles } from '../../../catalog/catalog.js';
import { spelledTitleKeys, TITLE_KEY_FIELDS, typedTitleKeys } from '../../../catalog/title-key.js';
import type { Matches } from '../../../search/index.js';
import type { Relaxation } from '../relaxation.js';
import { DocumentBoosts } from './document-boosts.js';

/** The maximum number of matches of a relaxed query, the best first, whose titles are compared. */
const MAX_COMPARED_TITLES = 64;
/** A typed text with more letters and digits than this is not compared with titles. */
const MAX_COMPARED_CHARS = 128;
/** The maximum edit distance between the typed text and the title of a similar match. */
const MAX_EDITS = 2;
/** A factor above 1 on the score that a similar title gains, so that the title comes before the best match. */
const GAIN_FACTOR = 1.1;

/**
 * Returns boosts for the matches of a relaxed query whose titles are similar to the typed text, so that they come
 * first. Only the {@link MAX_COMPARED_TITLES} best matches are compared. After the step `prefix`, a title is
 * similar if it begins with the typed text, and shorter titles gain more. After other steps, a
 * title is similar if its edit distance from the typed text is 1 or 2, and the nearest title comes first.
 */
export function similarTitleBoosts(
  titles: Titles,
  typed: string,
  step: Relaxation,
  matches: Matches,
): DocumentBoosts {
  const typedKeys = typedTitleKeys(typed).filter((key) => key.length <= MAX_COMPARED_CHARS);
  if (typedKeys.length === 0) return new DocumentBoosts();
  const similarity = step === 'prefix' ? completeness : nearness;
  const best = matches.top(MAX_COMPARED_TITLES, { boosts: titles.popularityBoosts });
  const boosts = new DocumentBoosts();
  for (const { document, score } of best) {
    const keys = [...spelledTitleKeys(titles.pick(document, TITLE_KEY_FIELDS))];
    const levels = keys.flatMap((key) => typedKeys.map((typedKey) => similarity(key, typedKey)));
    const gain = GAIN_FACTOR * best[0].score * Math.max(0, ...levels);
    if (gain === 0) continue;
    const factor = 1 + (gain * titles.popularityBoosts.values[document]) / score;
    boosts.multiply('similar_title', [document], factor);
  }
  return boosts;
}

/** Returns 1 to 2 if a title key begins with the typed key (2 if they are equal), otherwise 0. */
function completeness(key: string, typed: string): number {
  return key.startsWith(typed) ? 1 + typed.length / key.length : 0;
}

/**
 * Returns 2 if the edit distance of two keys is 1, and 1 if it is 2, otherwise 0. Returns 0 for a typed key of at
 * most {@link MAX_EDITS} characters.
 */
function nearness(key: string, typed: string): number {
  if (Math.abs(key.length - typed.length) > MAX_EDITS || typed.length <= MAX_EDITS) return 0;
  const edits = editDistance(key, typed);
  return edits === 0 ? 0 : Math.max(0, MAX_EDITS + 1 - edits);
}
