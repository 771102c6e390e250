/** How many places make a block, and how many blocks a block of the next level. */
const FAN_OUT = 16;

/** Finds the best of neighbouring places. */
export interface BestInRange {
  /** The best `limit` places in `[start, end)`, best first; equal ones in order. */
  find(start: number, end: number, limit: number): number[];
}

/**
 * The best rank of each block of places, then of each block of those blocks, and so on up: a
 * fifteenth as many numbers as there are places. O(size).
 *
 * @param rankOf the rank of a place, from 0 up to 2^32 - 1, lower ones better
 */
export function bestOfBlocks(size: number, rankOf: (place: number) => number): Uint32Array {
  const lengths = blockCounts(size);
  const best = new Uint32Array(lengths.reduce((sum, length) => sum + length, 0)).fill(0xffffffff);
  for (let place = 0; place < size && lengths.length > 0; place++) {
    const block = Math.floor(place / FAN_OUT);
    best[block] = Math.min(best[block], rankOf(place));
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

/** How many blocks there are of places, of blocks, and so on. */
function blockCounts(size: number): number[] {
  const counts: number[] = [];
  for (let length = size; length > FAN_OUT; ) {
    length = Math.ceil(length / FAN_OUT);
    counts.push(length);
  }
  return counts;
}

/**
 * Finds by what {@link bestOfBlocks} gave for the same places and ranks. The best few of a range lie
 * in the blocks whose own best are best, so the way down passes only those: O(limit × log size),
 * however long the range is.
 *
 * @example
 * const rankOf = (place: number) => [3, 0, 2, 1][place];
 * openBestInRange(4, rankOf, bestOfBlocks(4, rankOf)).find(1, 4, 2); // [1, 3]
 */
export function openBestInRange(
  size: number,
  rankOf: (place: number) => number,
  blocks: Uint32Array,
): BestInRange {
  const levels = [rankOf];
  let from = 0;
  for (const length of blockCounts(size)) {
    const best = blocks.subarray(from, from + length);
    levels.push((block) => best[block]);
    from += length;
  }

  /** The best of a level's `[start, end)`: of what whole blocks cover, and of what is beside them. */
  function find(level: number, start: number, end: number, limit: number): number[] {
    const kept = new Kept(levels[level], limit);
    const first = Math.ceil(start / FAN_OUT);
    const last = Math.floor(end / FAN_OUT);
    if (level + 1 === levels.length || last <= first) {
      kept.offer(start, end);
      return kept.places;
    }
    kept.offer(start, first * FAN_OUT);
    for (const block of find(level + 1, first, last, limit)) {
      kept.offer(block * FAN_OUT, (block + 1) * FAN_OUT);
    }
    kept.offer(last * FAN_OUT, end);
    return kept.places;
  }

  return { find: (start, end, limit) => find(0, start, end, limit) };
}

/** The best of the places offered, best first. */
class Kept {
  readonly places: number[] = [];
  private readonly ranks: number[] = [];

  constructor(
    private readonly rankOf: (place: number) => number,
    private readonly limit: number,
  ) {}

  /** Offers the places of `[start, end)`. */
  offer(start: number, end: number): void {
    const { places, ranks, limit } = this;
    for (let place = start; place < end; place++) {
      const rank = this.rankOf(place);
      let at = places.length;
      if (at === limit && !this.isBefore(rank, place, at - 1)) continue;
      if (at === limit) at--;
      while (at > 0 && this.isBefore(rank, place, at - 1)) {
        places[at] = places[at - 1];
        ranks[at] = ranks[at - 1];
        at--;
      }
      places[at] = place;
      ranks[at] = rank;
    }
  }

  private isBefore(rank: number, place: number, at: number): boolean {
    const other = this.ranks[at];
    return rank < other || (rank === other && place < this.places[at]);
  }
}
