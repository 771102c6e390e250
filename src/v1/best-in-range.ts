/** How many places make a block, and how many blocks a block of the next level. */
const FAN_OUT = 16;

/** Finds the best of neighbouring places. */
export interface BestInRange {
  /** The best `limit` places in `[start, end)`, best first; equal ones in order. */
  find(start: number, end: number, limit: number): number[];
}

/**
 * Keeps the best rank of each block of places, of each block of blocks, and so on up. The best few
 * of a range lie in the blocks whose own best are best, so the way down passes only those:
 * O(limit × log size), however long the range is.
 *
 * @param rankOf the rank of a place, from 0 up to 2^32 - 1, lower ones better
 */
export function bestInRange(size: number, rankOf: (place: number) => number): BestInRange {
  const levels = [rankOf];
  let length = size;
  while (length > FAN_OUT) {
    const best = bestOfBlocks(length, levels[levels.length - 1]);
    levels.push((block) => best[block]);
    length = best.length;
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

function bestOfBlocks(size: number, rankOf: (place: number) => number): Uint32Array {
  const best = new Uint32Array(Math.ceil(size / FAN_OUT)).fill(0xffffffff);
  for (let place = 0; place < size; place++) {
    const block = Math.floor(place / FAN_OUT);
    best[block] = Math.min(best[block], rankOf(place));
  }
  return best;
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
