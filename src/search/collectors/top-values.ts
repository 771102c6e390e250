/** Values of a column with the number of documents that have each, most first, then by number. */
export interface FacetCounts {
  readonly values: Uint32Array;
  /** Beside {@link values}. */
  readonly counts: Uint32Array;
}

/** Keeps the values with the highest counts of those offered; equal counts by number. */
export class TopValues {
  private readonly values: Uint32Array;
  private readonly counts: Uint32Array;
  private kept = 0;
  /** A count below this one is not kept; 0 as long as any is. */
  lowest = 0;

  /** @param size how many are kept */
  constructor(private readonly size: number) {
    this.values = new Uint32Array(size);
    this.counts = new Uint32Array(size);
  }

  /** Values may be offered in any order, each once. O(1), or O(size) for one that is kept. */
  offer(value: number, count: number): void {
    const { size, values, counts } = this;
    if (this.kept === size) {
      if (size === 0) return;
      if (count < this.lowest || (count === this.lowest && value > values[size - 1])) return;
    } else {
      this.kept++;
    }
    let at = this.kept - 1;
    while (at > 0) {
      const before = counts[at - 1];
      if (count < before || (count === before && value > values[at - 1])) break;
      counts[at] = before;
      values[at] = values[at - 1];
      at--;
    }
    counts[at] = count;
    values[at] = value;
    if (this.kept === size) this.lowest = counts[size - 1];
  }

  /** What has been kept. */
  take(): FacetCounts {
    const { kept, values, counts } = this;
    return { values: values.subarray(0, kept), counts: counts.subarray(0, kept) };
  }
}

/** The `limit` values with the highest counts; those with the count 0 are left out. */
export function topValues(counts: Uint32Array, limit: number): FacetCounts {
  const top = new TopValues(Math.min(limit, counts.length));
  for (let value = 0; value < counts.length; value++) {
    // As values ascend, one with the lowest count that is kept ranks behind it.
    if (counts[value] > top.lowest) top.offer(value, counts[value]);
  }
  return top.take();
}
