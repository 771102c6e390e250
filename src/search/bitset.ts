/** How many documents are counted before it is asked whether to go on. */
const STRIDE = 64;

/** A set of documents as one bit a document: what unions of many lists are gathered in. */
export class Bitset {
  private readonly words: Uint32Array;

  /** @param size one more than the largest document it can hold */
  constructor(size: number) {
    this.words = new Uint32Array((size + 31) >>> 5);
  }

  /** Adds documents, in any order. */
  addAll(documents: Uint32Array): void {
    const { words } = this;
    // Neighbours are gathered before they are written: a word takes its time to be read back.
    let at = 0;
    let word = 0;
    for (let i = 0; i < documents.length; i++) {
      const document = documents[i];
      if (document >>> 5 !== at) {
        words[at] |= word;
        at = document >>> 5;
        word = 0;
      }
      word |= 1 << document;
    }
    if (word !== 0) words[at] |= word;
  }

  /**
   * How many of `documents[start..end)` it has, if they are as many as `least`; else 0. Gives up when
   * too few are left.
   */
  countIf(documents: Uint32Array, start: number, end: number, least: number): number {
    const { words } = this;
    let count = 0;
    for (let from = start; from < end; from += STRIDE) {
      if (count + end - from < least) return 0;
      const stop = Math.min(from + STRIDE, end);
      for (let i = from; i < stop; i++) {
        const document = documents[i];
        count += (words[document >>> 5] >>> document) & 1;
      }
    }
    return count < least ? 0 : count;
  }

  /** Empties it. */
  clear(): void {
    this.words.fill(0);
  }

  /** Adds one document. */
  add(document: number): void {
    this.words[document >>> 5] |= 1 << (document & 31);
  }

  /** The whole set, ascending; empties it. O(size / 32 + its documents). */
  takeAll(): Uint32Array {
    const { words } = this;
    let size = 0;
    for (let i = 0; i < words.length; i++) size += countBits(words[i]);
    const documents = new Uint32Array(size);
    let count = 0;
    for (let i = 0; i < words.length; i++) {
      let word = words[i];
      if (word === 0) continue;
      words[i] = 0;
      while (word !== 0) {
        const lowest = word & -word;
        documents[count++] = (i << 5) + 31 - Math.clz32(lowest);
        word ^= lowest;
      }
    }
    return documents;
  }
}

/** How many bits of a 32-bit word are set: sums of pairs, of fours, of bytes, of all. */
export function countBits(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
