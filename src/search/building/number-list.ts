/** A list of 32-bit whole numbers that grows: four bytes a number while a segment is gathered. */
export class NumberList {
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

  /** A copy of exactly the numbers pushed so far. */
  toArray(): Uint32Array {
    return this.numbers.slice(0, this.length);
  }
}
