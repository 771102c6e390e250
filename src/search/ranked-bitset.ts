import { countBits } from './bitset.js';
import { NOT_FOUND } from './document-sets.js';

/**
 * A long list of documents as one bit a document, with counts on the way: whether a document is in
 * the list, and where, takes one look. 8 bytes for 32 documents.
 */
export class RankedBitset {
  private readonly words: Uint32Array;
  /** Per word, how many documents stand in those before it. */
  private readonly before: Uint32Array;

  /**
   * @param documents ascending, each once
   * @param size one more than the largest document that will be asked about
   */
  constructor(documents: Uint32Array, size: number) {
    this.words = new Uint32Array((size + 31) >>> 5);
    this.before = new Uint32Array(this.words.length);
    let at = 0;
    for (let word = 0; word < this.words.length; word++) {
      this.before[word] = at;
      let bits = 0;
      const end = 32 * (word + 1);
      while (at < documents.length && documents[at] < end) bits |= 1 << documents[at++];
      this.words[word] = bits;
    }
  }

  /** Those of `candidates` that are in the list. */
  restrict(candidates: Uint32Array): Uint32Array {
    const { words } = this;
    const kept = new Uint32Array(candidates.length);
    let count = 0;
    let i = 0;
    // Four at a time: what is looked up need not wait until it is known where the last one went.
    for (; i + 4 <= candidates.length; i += 4) {
      const a = candidates[i];
      const b = candidates[i + 1];
      const c = candidates[i + 2];
      const d = candidates[i + 3];
      const upToA = count + ((words[a >>> 5] >>> a) & 1);
      const upToB = upToA + ((words[b >>> 5] >>> b) & 1);
      const upToC = upToB + ((words[c >>> 5] >>> c) & 1);
      const upToD = upToC + ((words[d >>> 5] >>> d) & 1);
      kept[count] = a;
      kept[upToA] = b;
      kept[upToB] = c;
      kept[upToC] = d;
      count = upToD;
    }
    for (; i < candidates.length; i++) {
      kept[count] = candidates[i];
      count += (words[candidates[i] >>> 5] >>> candidates[i]) & 1;
    }
    return kept.subarray(0, count);
  }

  /** Where in the list each of `documents` stands, or `NOT_FOUND`; put into `places`. */
  locateAll(documents: Uint32Array, places: Int32Array): void {
    const { words, before } = this;
    for (let i = 0; i < documents.length; i++) {
      const document = documents[i];
      const word = words[document >>> 5];
      const isIn = (word >>> document) & 1;
      const rank = before[document >>> 5] + countBits(word & ~(-1 << document));
      // The place, or all bits set.
      places[i] = rank | ((isIn - 1) & NOT_FOUND);
    }
  }
}
