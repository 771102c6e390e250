/*
 * Binary search in sorted data: by a number in a `Uint32Array`, or by any condition on an index.
 */

/**
 * Returns the first index in `[start, end)` for which `isBefore` returns false. Returns `end` when there
 * is no such index. Calls `isBefore` O(log(end - start)) times.
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
 * Returns the index of the first number in `sorted[start..end)` that is at least `value`. Returns `end`
 * when there is no such number. Faster than {@link partitionPoint}, because no step calls a function.
 *
 * @param sorted ascending
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
 * Returns the index of the first number from `sorted[start]` on that is at least `value`. Returns
 * `sorted.length` when there is no such number. Uses galloping (exponential) search: doubles the step
 * until a step reaches `value`, then searches within the last step. O(log(result - start)), which is
 * fast when the result is near `start`.
 *
 * @param sorted ascending
 * @param start at most `sorted.length`
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

/**
 * Returns the same as {@link partitionPoint}. Calls `isBefore` fewer times if the result is close to `near`.
 *
 * @param near any index
 * @remarks O(log of the distance between the result and `near`)
 */
export function partitionPointNear(
  start: number,
  end: number,
  near: number,
  isBefore: (i: number) => boolean,
): number {
  let [low, high] = [start, end];
  for (let at = near, step = 1; at >= low && at < high; step *= 2) {
    if (isBefore(at)) {
      low = at + 1;
      at += step;
    } else {
      high = at;
      at -= step;
    }
  }
  return partitionPoint(low, high, isBefore);
}
