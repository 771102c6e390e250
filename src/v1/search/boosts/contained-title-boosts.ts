import type { Titles } from '../../../catalog/catalog.js';
import { authorKeyOfTerms } from '../../../catalog/name-key.js';
import { idf, isStopWord, type Word } from '../../../search/index.js';
import { termsOf } from '../words/expanded-word.js';
import { findNoise } from '../words/noise-words.js';
import { DocumentBoosts } from './document-boosts.js';
import { EXACT_TITLE_BOOST } from './exact-title-boosts.js';

/** Only this number of words of a query, from the first, are compared with titles and names. */
const MAX_COMPARED_WORDS = 24;

/** The kinds of names that are compared. */
const CONTAINED = ['contained_title', 'contained_series', 'contained_author'] as const;

/** The minimum share of the weight of all words that a title or name must have. */
const MIN_SHARE = 0.25;

/**
 * Returns boosts for the titles that are contained whole in the typed words, and for titles whose author's name or
 * series is: `do you have the martian` contains `The Martian`. The more of the typed words a title or name has, the
 * higher is the boost. Rare words count more (by idf), and words that only request a title do not count.
 */
export function containedTitleBoosts(titles: Titles, words: readonly Word[]): DocumentBoosts {
  const { isNoise } = findNoise(words);
  const terms = words.slice(0, MAX_COMPARED_WORDS).map(termsOf);
  const weights = terms.map((ofWord, i) => (isNoise[i] ? 0 : weightOf(ofWord, titles)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  /** By kind of name: by title, the highest share of the weight of all words that a name of the title has. */
  const shares = CONTAINED.map(() => new Map<number, number>());
  for (let start = 0; start < terms.length; start++) {
    let weight = 0;
    for (let end = start + 1; end <= terms.length; end++) {
      weight += weights[end - 1];
      const share = weight / total;
      if (!(share >= MIN_SHARE)) continue;
      const span = terms.slice(start, end).flat();
      const title = span.join('');
      const keys = [title, `series ${title}`, authorKeyOfTerms(span)];
      for (let kind = 0; kind < keys.length; kind++) {
        raise(shares[kind], titles.withTitleKey(keys[kind]), share);
      }
    }
  }
  const boosts = new DocumentBoosts();
  shares.forEach((ofKind, i) => {
    for (const [title, share] of ofKind) {
      boosts.multiply(CONTAINED[i], [title], EXACT_TITLE_BOOST ** share);
    }
  });
  return boosts;
}

/** Returns the idf of the first term of a word, or 0 for a stop word. */
function weightOf([first]: readonly string[], { index }: Titles): number {
  return isStopWord(first) ? 0 : idf(index.documentCount, index.documentFrequency(first));
}

function raise(shares: Map<number, number>, titles: Uint32Array, share: number): void {
  for (const title of titles) shares.set(title, Math.max(share, shares.get(title) ?? 0));
}
