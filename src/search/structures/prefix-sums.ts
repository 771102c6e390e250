/** The largest offset that a `Uint32Array` can store. */
const MAX_OFFSET = 0xffff_ffff;

/**
 * Computes offsets from counts, in place. Before the call, element `i + 1` is the number of parts of item `i`.
 * After the call, the parts of item `i` are at `[offsets[i], offsets[i + 1])`. Element 0 must be 0.
 *
 * @param parts what is counted, as a plural, for the error message
 * @throws RangeError when there are more parts than a 32-bit offset can number
 * @example sumCounts(Uint32Array.of(0, 3, 2), 'postings') // Uint32Array.of(0, 3, 5)
 */
export function sumCounts(offsets: Uint32Array, parts: string): Uint32Array {
  let sum = 0;
  for (let i = 1; i < offsets.length; i++) {
    sum += offsets[i];
    offsets[i] = sum;
  }
  checkCount(sum, parts);
  return offsets;
}

/** @throws RangeError when there are more parts than a 32-bit offset can number */
export function checkCount(count: number, parts: string): void {
  if (count <= MAX_OFFSET) return;
  throw new RangeError(
    `index: expected at most ${MAX_OFFSET} ${parts}, found ${count}; index fewer documents`,
  );
}
