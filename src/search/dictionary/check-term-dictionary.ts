import type { FrozenIndexData } from '../frozen-index-data.js';
import {
  checkBelow,
  checkLength,
  checkOffsets,
  StructureError,
} from '../structures/structure-checks.js';

const DIGIT_0 = 0x30;
const DIGIT_9 = 0x39;

/**
 * Checks that the terms ascend by UTF-16 code unit, that their shared lengths are exact, and that the order by suffix
 * has every term that does not end in a digit once.
 *
 * @throws StructureError if an array is invalid
 */
export function checkTermDictionary(
  data: Pick<FrozenIndexData, 'termOffsets' | 'termUnits' | 'termSharedLengths' | 'termsBySuffix'>,
): void {
  const { termOffsets: offsets, termUnits: units, termSharedLengths, termsBySuffix } = data;
  const size = offsets.length - 1;
  checkOffsets('termOffsets', offsets, size, units.length);
  checkLength('termSharedLengths', termSharedLengths, size);
  let inSuffixOrder = 0;
  for (let term = 0; term < size; term++) {
    const shared = term === 0 ? 0 : sharedLength(offsets, units, term);
    if (termSharedLengths[term] !== Math.min(255, shared)) {
      const expected = `${Math.min(255, shared)} at ${term}`;
      throw new StructureError('termSharedLengths', expected, termSharedLengths[term]);
    }
    if (endsWithoutDigit(offsets, units, term)) inSuffixOrder++;
  }
  checkLength('termsBySuffix', termsBySuffix, inSuffixOrder);
  checkBelow('termsBySuffix', termsBySuffix, size);
  for (let i = 0; i < termsBySuffix.length; i++) {
    const isAfter =
      i === 0 || isReversedBefore(offsets, units, termsBySuffix[i - 1], termsBySuffix[i]);
    if (isAfter && endsWithoutDigit(offsets, units, termsBySuffix[i])) continue;
    const expected = `a term that is next in the order of reversed terms at ${i}`;
    throw new StructureError('termsBySuffix', expected, `the term ${termsBySuffix[i]}`);
  }
}

function endsWithoutDigit(offsets: Uint32Array, units: Uint16Array, term: number): boolean {
  const end = offsets[term + 1];
  if (end === offsets[term]) return false;
  const last = units[end - 1];
  return last < DIGIT_0 || last > DIGIT_9;
}

/**
 * Returns the length of the prefix that a term shares with the term before it.
 *
 * @throws StructureError if the term is not after the term before it
 */
function sharedLength(offsets: Uint32Array, units: Uint16Array, term: number): number {
  const before = offsets[term - 1];
  const here = offsets[term];
  const length = offsets[term + 1] - here;
  const maxLength = Math.min(here - before, length);
  let shared = 0;
  while (shared < maxLength && units[before + shared] === units[here + shared]) shared++;
  const isAfter =
    shared < maxLength ? units[here + shared] > units[before + shared] : length > here - before;
  if (isAfter) return shared;
  throw new StructureError('termUnits', `a term after term ${term - 1}`, `term ${term}`);
}

/** Returns whether the reversed text of term `a` is before the reversed text of term `b`. */
function isReversedBefore(offsets: Uint32Array, units: Uint16Array, a: number, b: number): boolean {
  let i = offsets[a + 1];
  let j = offsets[b + 1];
  while (i > offsets[a] && j > offsets[b]) {
    const difference = units[--i] - units[--j];
    if (difference !== 0) return difference < 0;
  }
  return i === offsets[a] && j > offsets[b];
}
