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

  /** Removes the numbers from the array, and returns them. */
  take(): Uint32Array {
    const taken = this.numbers.subarray(0, this.length);
    this.numbers = new Uint32Array(1024);
    this.length = 0;
    return taken;
  }
}

/** An array of 64-bit floating-point numbers that grows as numbers are pushed. V8's heap does not contain the numbers. */
export class GrowableFloats {
  length = 0;
  private numbers = new Float64Array(256);

  push(value: number): void {
    if (this.length === this.numbers.length) {
      const grown = new Float64Array(this.numbers.length * 2);
      grown.set(this.numbers);
      this.numbers = grown;
    }
    this.numbers[this.length++] = value;
  }

  /** Returns the number at `index`, which must be below {@link length}. */
  get(index: number): number {
    return this.numbers[index];
  }
}
