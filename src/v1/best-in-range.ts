const BLOCK = 128;

/** Finds the best of neighbouring places. */
export interface BestInRange {
  /** The best `limit` places in `[start, end)`, best first; equal ones in order. */
  find(start: number, end: number, limit: number): number[];
}

/**
 * Keeps the best rank of each block of places. The best few places of a range lie in the blocks
 * whose own best are best, so only those are looked through: O(range / 128 + limit × 128).
 *
 * @param rankOf the rank of a place, each rank once, lower ones better
 */
export function bestInRange(size: number, rankOf: (place: number) => number): BestInRange {
  const blocks = new Uint32Array(Math.ceil(size / BLOCK)).fill(0xffffffff);
  for (let place = 0; place < size; place++) {
    const block = Math.floor(place / BLOCK);
    blocks[block] = Math.min(blocks[block], rankOf(place));
  }

  function best(places: Iterable<number>, ranks: (place: number) => number, limit: number) {
    const kept: number[] = [];
    for (const place of places) {
      const rank = ranks(place);
      if (kept.length === limit && rank >= ranks(kept[limit - 1])) continue;
      let at = kept.length;
      while (at > 0 && ranks(kept[at - 1]) > rank) at--;
      kept.splice(at, 0, place);
      if (kept.length > limit) kept.pop();
    }
    return kept;
  }

  return {
    find(start, end, limit) {
      const first = Math.ceil(start / BLOCK);
      const last = Math.floor(end / BLOCK);
      if (last <= first) return best(range(start, end), rankOf, limit);
      const whole = best(range(first, last), (block) => blocks[block], limit);
      return best(
        [
          ...range(start, first * BLOCK),
          ...whole.flatMap((block) => range(block * BLOCK, (block + 1) * BLOCK)),
          ...range(last * BLOCK, end),
        ],
        rankOf,
        limit,
      );
    },
  };
}

function range(start: number, end: number): number[] {
  return Array.from({ length: Math.max(0, end - start) }, (_, i) => start + i);
}
