import { decodeTerm } from '../../dictionary/term-dictionary.js';
import type { FrozenIndexData } from '../../frozen-index-data.js';
import { partitionPointNear } from '../../structures/binary-search.js';
import { checkCount } from '../../structures/prefix-sums.js';
import { type Allocate, allocateArray } from '../allocate.js';
import { LEFT_OUT } from './part.js';

type Terms = Pick<FrozenIndexData, 'termOffsets' | 'termUnits'>;

/** A merged term dictionary, and the mappings of the terms of both parts: see `MappedPart`. */
export interface ReplacedTerms extends Terms {
  readonly termsBefore: Uint32Array;
  readonly termsAdded: Uint32Array;
}

/**
 * Adds the terms of an index to the terms of another index, and removes the terms that no document has any more. Copies
 * each run of terms between two of these at once.
 *
 * @param keptCounts by term of `before`: the number of its postings in the merged index
 * @param allocate allocates the memory of the terms
 * @throws RangeError when the terms have more code units than a 32-bit offset can number
 */
export function replaceTerms(
  before: Terms,
  added: Terms,
  keptCounts: Uint32Array,
  allocate: Allocate,
): ReplacedTerms {
  const { termsBefore, termsAdded, count } = numberTerms(before, added, keptCounts);
  const termOffsets = new Uint32Array(count + 1);
  measureTerms(before, termsBefore, termOffsets);
  measureTerms(added, termsAdded, termOffsets);
  let length = 0;
  for (let term = 1; term <= count; term++) {
    length += termOffsets[term];
    termOffsets[term] = length;
  }
  checkCount(length, 'code units in terms');
  const termUnits = allocateArray(Uint16Array, length, allocate);
  copyTerms(before, termsBefore, termOffsets, termUnits);
  copyTerms(added, termsAdded, termOffsets, termUnits);
  return { termOffsets, termUnits, termsBefore, termsAdded };
}

/** Returns the mappings of the terms, and the number of terms of the merged index. */
function numberTerms(before: Terms, added: Terms, keptCounts: Uint32Array) {
  const termsBefore = new Uint32Array(before.termOffsets.length - 1);
  const termsAdded = new Uint32Array(added.termOffsets.length - 1);
  const termAt = ({ termOffsets, termUnits }: Terms, term: number) =>
    decodeTerm(termUnits, termOffsets[term], termOffsets[term + 1]);
  let count = 0;
  let next = 0;
  const numberUntil = (end: number) => {
    for (; next < end; next++) {
      termsBefore[next] = keptCounts[next] === 0 ? LEFT_OUT : count++;
    }
  };
  for (let term = 0; term < termsAdded.length; term++) {
    const text = termAt(added, term);
    const isBefore = (other: number) => termAt(before, other) < text;
    numberUntil(partitionPointNear(next, termsBefore.length, next, isBefore));
    if (next < termsBefore.length && termAt(before, next) === text) termsBefore[next++] = count;
    termsAdded[term] = count++;
  }
  numberUntil(termsBefore.length);
  return { termsBefore, termsAdded, count };
}

/** Sets the length of each term, as element `term + 1` of `lengths`. */
function measureTerms(
  { termOffsets }: Terms,
  mergedTerms: Uint32Array,
  lengths: Uint32Array,
): void {
  for (let term = 0; term < mergedTerms.length; term++) {
    const merged = mergedTerms[term];
    if (merged !== LEFT_OUT) lengths[merged + 1] = termOffsets[term + 1] - termOffsets[term];
  }
}

/** Copies the code units of the terms of a part. */
function copyTerms(
  { termOffsets, termUnits }: Terms,
  mergedTerms: Uint32Array,
  mergedOffsets: Uint32Array,
  mergedUnits: Uint16Array,
): void {
  for (let start = 0, end = 0; start < mergedTerms.length; start = end) {
    end = start + 1;
    const first = mergedTerms[start];
    if (first === LEFT_OUT) continue;
    while (mergedTerms[end] === first + end - start) end++;
    const run = termUnits.subarray(termOffsets[start], termOffsets[end]);
    mergedUnits.set(run, mergedOffsets[first]);
  }
}
