/*
 * An immutable array of which a change copies only a part. It contains the holdings of the titles of an open catalog,
 * because a change replaces only a few of them. A column that is built once is a typed array instead.
 */

/** The binary logarithm of {@link CHUNK_SIZE}. */
export const CHUNK_BITS = 6;
/** The number of values in a chunk. */
export const CHUNK_SIZE = 1 << CHUNK_BITS;
/** The bits of an index that are the place in its chunk. */
export const CHUNK_MASK = CHUNK_SIZE - 1;

/**
 * An immutable array. A new version copies only the chunks with a changed value, and shares all other chunks with the
 * version before. Chunks are arrays and not typed arrays, which V8 allocates outside its heap: many of them cause full
 * garbage collections.
 */
export class ChunkedArray<T> {
  private constructor(
    readonly length: number,
    /** The value at an index is `chunks[index >>> CHUNK_BITS][index & CHUNK_MASK]`. */
    readonly chunks: readonly (readonly T[])[],
  ) {}

  /**
   * Creates an array in which all chunks are the same chunk.
   *
   * @param chunk an array of {@link CHUNK_SIZE} values, which is never changed
   */
  static of<T>(length: number, chunk: readonly T[]): ChunkedArray<T> {
    const chunks = Array.from({ length: Math.ceil(length / CHUNK_SIZE) }, () => chunk);
    return new ChunkedArray<T>(length, chunks);
  }

  get(index: number): T {
    return this.chunks[index >>> CHUNK_BITS][index & CHUNK_MASK];
  }

  /**
   * Yields the indexes at which this array and another array of the same length have different values, ascending.
   *
   * @remarks O(chunks), and O(values in the chunks that the arrays do not share)
   */
  *differencesFrom(other: ChunkedArray<T>): Generator<number, undefined, void> {
    for (let i = 0; i < this.chunks.length; i++) {
      const [own, others] = [this.chunks[i], other.chunks[i]];
      if (own === others) continue;
      for (let place = 0; place < CHUNK_SIZE; place++) {
        if (own[place] !== others[place]) yield i * CHUNK_SIZE + place;
      }
    }
  }

  edit(): ArrayEditor<T> {
    const before = this.chunks;
    /** The chunks of the new version: a chunk that is not in {@link before} is a copy. */
    let chunks: (readonly T[])[] | undefined;
    const get = (index: number) => (chunks ?? before)[index >>> CHUNK_BITS][index & CHUNK_MASK];
    return {
      get,
      set(index, value) {
        if (get(index) === value) return;
        chunks ??= before.slice();
        const i = index >>> CHUNK_BITS;
        if (chunks[i] === before[i]) chunks[i] = before[i].slice();
        (chunks[i] as T[])[index & CHUNK_MASK] = value;
      },
      finish: () => (chunks === undefined ? this : new ChunkedArray<T>(this.length, chunks)),
    };
  }
}

/** Changes values in a new version of an array. */
interface ArrayEditor<T> {
  get(index: number): T;
  set(index: number, value: T): void;
  /** Returns the new version, or the same version without a change. The editor must not be used any more. */
  finish(): ChunkedArray<T>;
}
