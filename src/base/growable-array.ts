/*
 * An array of numbers whose final length is not known while it is filled, for millions of numbers. Other lists are
 * ordinary arrays.
 */

type ArrayType<T> = new (length: number) => T;

/** The initial capacity. It is small, because a small catalog needs many small arrays. */
const MIN_CAPACITY = 32;

/** An array of numbers that grows as numbers are added. V8's heap does not contain the numbers. */
export class GrowableArray<T extends Uint32Array | Float64Array = Uint32Array> {
  length = 0;
  private numbers: T;

  /** @param type the type of the numbers. Default: unsigned 32-bit integers. */
  constructor(private readonly type = Uint32Array as unknown as ArrayType<T>) {
    this.numbers = new type(MIN_CAPACITY);
  }

  push(value: number): void {
    if (this.length === this.numbers.length) this.grow(this.numbers.length * 2);
    this.numbers[this.length++] = value;
  }

  /**
   * Adds zeros, and returns a view of them. The caller replaces the zeros before it calls another method, which can move
   * the numbers.
   */
  extend(count: number): T {
    const start = this.length;
    this.length += count;
    // Callers add most numbers with one call, and few numbers with `push` after it, so little spare capacity is enough.
    if (this.length > this.numbers.length) this.grow(Math.ceil(this.length * 1.125));
    return this.numbers.subarray(start, this.length) as T;
  }

  private grow(capacity: number): void {
    const grown = new this.type(capacity);
    grown.set(this.numbers);
    this.numbers = grown;
  }

  /** Returns the number at `index`, which must be below {@link length}. */
  get(index: number): number {
    return this.numbers[index];
  }

  /** Replaces the number at `index`, which must be below {@link length}. */
  set(index: number, value: number): void {
    this.numbers[index] = value;
  }

  /** Returns a copy of the numbers. */
  toArray(): T {
    return this.numbers.slice(0, this.length) as T;
  }

  /** Removes the numbers from the array, and returns them. */
  take(): T {
    const taken = this.numbers.subarray(0, this.length) as T;
    this.numbers = new this.type(MIN_CAPACITY);
    this.length = 0;
    return taken;
  }
}
