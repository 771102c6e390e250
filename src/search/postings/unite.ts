import type { Scratch } from '../scratch-buffers.js';

/** A list that is at most 1/MERGE_RATIO as long as the other lists together is merged with their union. */
const MERGE_RATIO = 4;

/**
 * Returns the documents that are in any of the lists, ascending. The result can be one of the lists.
 *
 * Two lists of very different lengths are merged: the branches of a merge are then easy to predict. Other lists
 * are added to a bitset.
 *
 * @param lists each ascending and without duplicates
 */
export function unite(lists: readonly Uint32Array[], scratch: Scratch): Uint32Array {
  const longestFirst = lists.filter((list) => list.length > 0).sort((a, b) => b.length - a.length);
  const [longest = new Uint32Array(0), ...others] = longestFirst;
  if (others.length === 0) return longest;
  const rest = unite(others, scratch);
  if (rest.length * MERGE_RATIO <= longest.length) return merge(longest, rest);
  return scratch.withBitset((bitset) => {
    bitset.addAll(longest);
    bitset.addAll(rest);
    return bitset.drain();
  });
}

/** @param short at least one document */
function merge(long: Uint32Array, short: Uint32Array): Uint32Array {
  const merged = new Uint32Array(long.length + short.length);
  let count = 0;
  let i = 0;
  for (let j = 0; j < short.length; j++) {
    const document = short[j];
    while (i < long.length && long[i] < document) merged[count++] = long[i++];
    if (long[i] === document) i++;
    merged[count++] = document;
  }
  while (i < long.length) merged[count++] = long[i++];
  return merged.subarray(0, count);
}
