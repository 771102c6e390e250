import { isStopWord, type SearchIndex } from '../../../search/index.js';

/** Words with fewer letters are not split. */
const MIN_LETTERS = 6;
/** Words with more letters are not split. */
const MAX_LETTERS = 48;
/** The maximum number of parts of a word. */
const MAX_PARTS = 8;
/** A part with fewer letters must be a stop word or a frequent word. */
const MIN_PART_LETTERS = 3;
/** A frequent word is in at least one of this number of documents. */
const FREQUENT_RATIO = 1000;
/** Added to the cost of each part, so that few long parts are preferred to many short parts. */
const COST_PER_PART = 2;

const LETTERS = /^\p{L}+$/u;

/** A way to split the beginning of a word. */
interface Split {
  readonly parts: readonly string[];
  /** The sum of the costs of the parts. A frequent part costs less than a rare part. */
  readonly cost: number;
}

/**
 * Splits a word that was typed without spaces into the most frequent terms of the index.
 *
 * @returns undefined if the word cannot be split, or only into stop words
 * @example splitWord('catcherintherye', index) // ['catcher', 'in', 'the', 'rye']
 */
export function splitWord(word: string, index: SearchIndex): readonly string[] | undefined {
  const { length } = word;
  if (length < MIN_LETTERS || length > MAX_LETTERS || !LETTERS.test(word)) return undefined;
  /** By the length of a beginning of the word: the cheapest way to split it. */
  const cheapest: (Split | undefined)[] = [{ parts: [], cost: 0 }];
  for (let end = 1; end <= length; end++) {
    let best: Split | undefined;
    // The word itself is not a part.
    for (let start = end === length ? 1 : 0; start < end; start++) {
      const before = cheapest[start];
      if (before === undefined || before.parts.length === MAX_PARTS) continue;
      const part = word.slice(start, end);
      const cost = before.cost + costOf(part, index);
      if (cost < (best?.cost ?? Number.POSITIVE_INFINITY)) {
        best = { parts: [...before.parts, part], cost };
      }
    }
    cheapest[end] = best;
  }
  const parts = cheapest[length]?.parts;
  return parts?.every(isStopWord) ? undefined : parts;
}

/** Returns the cost of a part, or Infinity for a text that is not a part. */
function costOf(part: string, index: SearchIndex): number {
  const frequency = index.documentFrequency(part);
  const ratio = index.documentCount / frequency;
  const isPart =
    part.length >= MIN_PART_LETTERS ||
    isStopWord(part) ||
    (part.length > 1 && ratio <= FREQUENT_RATIO);
  return frequency > 0 && isPart ? Math.log(ratio) + COST_PER_PART : Number.POSITIVE_INFINITY;
}
