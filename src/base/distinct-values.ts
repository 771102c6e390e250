/*
 * Numbers distinct strings or numbers in the order in which they are first added, for more values than a `Map` can hold, and
 * finds the first of the values with each key.
 */

import { StringList } from './string-table.js';
import { GrowableArray } from './typed-arrays.js';

/**
 * Numbers distinct values from 0, in the order of adding. A hash table of typed arrays: V8's heap, whose size is limited,
 * does not contain the values, and a `Map` has at most 2^24 entries.
 */
export abstract class DistinctValues<Value> {
  size = 0;
  /** One more than the number of a value, or 0 for a free slot. The length is a power of 2, at least twice the size. */
  private slots = new Uint32Array(64);
  private readonly hashes = new GrowableArray();

  /** Returns the number of a value. Adds a new value. */
  add(value: Value): number {
    const hash = this.hash(value);
    const slot = this.slotOf(hash);
    if (this.slots[slot] !== 0) return this.slots[slot] - 1;
    this.accept(value);
    this.hashes.push(hash);
    this.slots[slot] = ++this.size;
    if (2 * this.size > this.slots.length) this.grow();
    return this.size - 1;
  }

  /** Returns the number of a value, or -1 for a value that was not added. */
  find(value: Value): number {
    return this.slots[this.slotOf(this.hash(value))] - 1;
  }

  /** Returns the value with a number below {@link size}. */
  abstract get(number: number): Value;

  /** Returns the hash of a value, which becomes the current value. */
  protected abstract hash(value: Value): number;
  /** Returns whether the value with a number equals the current value. */
  protected abstract isCurrent(number: number): boolean;
  /** Stores the current value. */
  protected abstract accept(value: Value): void;

  /** Returns the slot of the current value, or the free slot for it. */
  private slotOf(hash: number): number {
    const { slots, hashes } = this;
    const mask = slots.length - 1;
    let slot = hash & mask;
    for (; slots[slot] !== 0; slot = (slot + 1) & mask) {
      const number = slots[slot] - 1;
      if (hashes.get(number) === hash && this.isCurrent(number)) break;
    }
    return slot;
  }

  private grow(): void {
    this.slots = new Uint32Array(2 * this.slots.length);
    const mask = this.slots.length - 1;
    for (let number = 0; number < this.size; number++) {
      let slot = this.hashes.get(number) & mask;
      while (this.slots[slot] !== 0) slot = (slot + 1) & mask;
      this.slots[slot] = number + 1;
    }
  }
}

/** Numbers distinct strings. Strings that differ only in lone surrogates are equal. */
export class DistinctStrings extends DistinctValues<string> {
  /** The strings by number. */
  readonly list = new StringList();
  private end = 0;

  override get(number: number): string {
    return this.list.get(number);
  }

  protected override hash(text: string): number {
    this.end = this.list.write(text);
    return this.list.hashOfWritten(this.end);
  }

  protected override isCurrent(number: number): boolean {
    return this.list.isWritten(number, this.end);
  }

  protected override accept(): void {
    this.list.accept(this.end);
  }
}

/** Numbers distinct floating-point numbers other than NaN. */
export class DistinctNumbers extends DistinctValues<number> {
  private readonly numbers = new GrowableArray(Float64Array);
  private readonly current = new Float64Array(1);
  private readonly halves = new Uint32Array(this.current.buffer);

  override get(number: number): number {
    return this.numbers.get(number);
  }

  protected override hash(value: number): number {
    // The sum of -0 and 0 is 0, so that both have the same hash.
    this.current[0] = value + 0;
    const mixed = Math.imul(this.halves[0] ^ Math.imul(this.halves[1], 0x9e3779b1), 0x85ebca6b);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  }

  protected override isCurrent(number: number): boolean {
    return this.numbers.get(number) === this.current[0];
  }

  protected override accept(): void {
    this.numbers.push(this.current[0]);
  }
}

/** Returns the first value of each key, in the order of the values. */
export function firstOfEach<T>(values: readonly T[], keyOf: (value: T) => unknown): readonly T[] {
  if (values.length < 2) return values;
  const byKey = new Map<unknown, T>();
  for (const value of values) {
    const key = keyOf(value);
    if (!byKey.has(key)) byKey.set(key, value);
  }
  return [...byKey.values()];
}
