/** An array of unsigned 32-bit integers that grows as numbers are pushed. */
export class GrowableArray {
  length = 0;
  private numbers = new Uint32Array(1024);

  push(value: number): void {
    if (this.length === this.numbers.length) {
      const grown = new Uint32Array(this.numbers.length * 2);
      grown.set(this.numbers);
      this.numbers = grown;
    }
    this.numbers[this.length++] = value;
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
  toArray(): Uint32Array {
    return this.numbers.slice(0, this.length);
  }
}
