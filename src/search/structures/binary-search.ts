/**
 * Returns the first index in `[start, end)` for which `isBefore` returns false, or `end`.
 * O(log(end - start)) calls.
 *
 * @param isBefore must return true for every index before the result and false for every other index
 * @example partitionPoint(0, 4, (i) => ['a', 'b', 'd', 'e'][i] < 'c') // 2
 */
export function partitionPoint(
  start: number,
  end: number,
  isBefore: (index: number) => boolean,
): number {
  let low = start;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Returns the index of the first number in `sorted[start..end)` that is not below `value`, or `end`.
 * Faster than {@link partitionPoint}, because it does not call a function at every step.
 */
export function lowerBound(
  sorted: Uint32Array,
  value: number,
  start = 0,
  end = sorted.length,
): number {
  let low = start;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Returns the same index as {@link lowerBound} from `start` on. Uses galloping (exponential) search:
 * doubles the step until it passes `value`, then searches the last step. O(log(result - start)), which
 * is fast when the result is near `start`.
 */
export function gallop(sorted: Uint32Array, value: number, start: number): number {
  const { length } = sorted;
  if (start >= length || sorted[start] >= value) return start;
  let low = start;
  let step = 1;
  while (low + step < length && sorted[low + step] < value) {
    low += step;
    step <<= 1;
  }
  return lowerBound(sorted, value, low + 1, Math.min(low + step, length));
}
