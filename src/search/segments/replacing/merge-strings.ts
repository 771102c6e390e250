import { sumCounts } from '../../structures/prefix-sums.js';
import type { MergedNumbers } from './merge-numbers.js';
import { LEFT_OUT } from './part.js';

/** Strings in one array: string `i` is in `units`, from `offsets[i]` up to but not including `offsets[i + 1]`. */
export interface Strings<Units extends Uint8Array | Uint16Array> {
  readonly offsets: Uint32Array;
  readonly units: Units;
}

/**
 * Merges the strings of two lists. Copies each run of strings that stay neighbours at once.
 *
 * @param numbers the numbers of the strings in the merged list
 * @param create creates an array of zeros
 * @param parts what `units` contains, as a plural, for the error message
 * @throws RangeError when the strings have more units than a 32-bit offset can number
 */
export function mergeStrings<Units extends Uint8Array | Uint16Array>(
  before: Strings<Units>,
  added: Strings<Units>,
  numbers: MergedNumbers,
  create: (length: number) => Units,
  parts: string,
): Strings<Units> {
  const offsets = new Uint32Array(numbers.count + 1);
  measureStrings(before, numbers.before, offsets);
  measureStrings(added, numbers.added, offsets);
  sumCounts(offsets, parts);
  const units = create(offsets[numbers.count]);
  copyStrings(before, numbers.before, { offsets, units });
  copyStrings(added, numbers.added, { offsets, units });
  return { offsets, units };
}

/** Sets the length of each string, as the element of `lengths` after its number. */
function measureStrings(
  { offsets }: Pick<Strings<Uint8Array>, 'offsets'>,
  numbers: Uint32Array,
  lengths: Uint32Array,
): void {
  for (let i = 0; i < numbers.length; i++) {
    const number = numbers[i];
    if (number !== LEFT_OUT) lengths[number + 1] = offsets[i + 1] - offsets[i];
  }
}

function copyStrings<Units extends Uint8Array | Uint16Array>(
  { offsets, units }: Strings<Units>,
  numbers: Uint32Array,
  merged: Strings<Units>,
): void {
  for (let start = 0, end = 0; start < numbers.length; start = end) {
    end = start + 1;
    const first = numbers[start];
    if (first === LEFT_OUT) continue;
    while (numbers[end] === first + end - start) end++;
    merged.units.set(units.subarray(offsets[start], offsets[end]), merged.offsets[first]);
  }
}
