/** The number of positions per block, and of blocks per block of the next level. */
const FAN_OUT = 16;

/** A search for the positions of a range that have the lowest ranks. Every position has a rank. */
export interface RangeTopK {
  /**
   * Returns the `limit` positions with the lowest ranks in `[start, end)`, lowest rank first.
   * Positions with equal ranks are ascending.
   */
  find(start: number, end: number, limit: number): number[];
}

/**
 * Returns the lowest rank of each block of positions, then of each block of blocks, and so on for
 * all levels. The result has about `size / 15` numbers; it is empty when `size` is at most 16.
 * O(size).
 *
 * @param size the number of positions
 * @param rankOf returns the rank of a position, from 0 to 2^32 - 1; lower is better
 */
export function minRanksOfBlocks(size: number, rankOf: (position: number) => number): Uint32Array {
  const lengths = blockCounts(size);
  const best = new Uint32Array(lengths.reduce((sum, length) => sum + length, 0)).fill(0xffffffff);
  for (let position = 0; position < size && lengths.length > 0; position++) {
    const block = Math.floor(position / FAN_OUT);
    best[block] = Math.min(best[block], rankOf(position));
  }
  let below = 0;
  for (const length of lengths.slice(0, -1)) {
    for (let i = 0; i < length; i++) {
      const block = below + length + Math.floor(i / FAN_OUT);
      best[block] = Math.min(best[block], best[below + i]);
    }
    below += length;
  }
  return best;
}

/** Returns the number of blocks on each level. */
function blockCounts(size: number): number[] {
  const counts: number[] = [];
  for (let length = size; length > FAN_OUT; ) {
    length = Math.ceil(length / FAN_OUT);
    counts.push(length);
  }
  return counts;
}

/**
 * Opens a search for the positions with the lowest ranks in any range. A search reads O(limit × log
 * size) ranks: the `limit` best positions are in the `limit` blocks whose lowest ranks are lowest, and
 * these blocks are found in the same way.
 *
 * @param size the number of positions
 * @param rankOf returns the rank of a position, from 0 to 2^32 - 1; lower is better
 * @param blocks the result of {@link minRanksOfBlocks} for the same size and ranks
 * @example
 * const rankOf = (position: number) => [3, 0, 2, 1][position];
 * openRangeTopK(4, rankOf, minRanksOfBlocks(4, rankOf)).find(1, 4, 2); // [1, 3]
 */
export function openRangeTopK(
  size: number,
  rankOf: (position: number) => number,
  blocks: Uint32Array,
): RangeTopK {
  const levels = [rankOf];
  let from = 0;
  for (const length of blockCounts(size)) {
    const best = blocks.subarray(from, from + length);
    levels.push((block) => best[block]);
    from += length;
  }

  /**
   * Returns the best entries of `[start, end)` on one level. The entries of level 0 are positions, and
   * the entries of a higher level are blocks. Searches the entries before the first whole block, the
   * best of the whole blocks, and the entries after the last whole block.
   */
  function find(level: number, start: number, end: number, limit: number): number[] {
    const best = new BestPositions(levels[level], limit);
    const first = Math.ceil(start / FAN_OUT);
    const last = Math.floor(end / FAN_OUT);
    if (level + 1 === levels.length || last <= first) {
      best.offer(start, end);
      return best.positions;
    }
    best.offer(start, first * FAN_OUT);
    for (const block of find(level + 1, first, last, limit)) {
      best.offer(block * FAN_OUT, (block + 1) * FAN_OUT);
    }
    best.offer(last * FAN_OUT, end);
    return best.positions;
  }

  return { find: (start, end, limit) => find(0, start, end, limit) };
}

/** Keeps the `limit` best of the positions that are offered, best first. */
class BestPositions {
  readonly positions: number[] = [];
  private readonly ranks: number[] = [];

  constructor(
    private readonly rankOf: (position: number) => number,
    private readonly limit: number,
  ) {}

  /** Offers the positions of `[start, end)`. */
  offer(start: number, end: number): void {
    const { positions, ranks, limit } = this;
    for (let position = start; position < end; position++) {
      const rank = this.rankOf(position);
      let at = positions.length;
      if (at === limit && !this.isBefore(rank, position, at - 1)) continue;
      if (at === limit) at--;
      while (at > 0 && this.isBefore(rank, position, at - 1)) {
        positions[at] = positions[at - 1];
        ranks[at] = ranks[at - 1];
        at--;
      }
      positions[at] = position;
      ranks[at] = rank;
    }
  }

  private isBefore(rank: number, position: number, at: number): boolean {
    const other = this.ranks[at];
    return rank < other || (rank === other && position < this.positions[at]);
  }
}
