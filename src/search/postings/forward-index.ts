import type { FrozenIndexData } from '../frozen-index-data.js';

/*
 * The forward index stores the terms of every document as varints: for each run of adjacent tokens in a
 * field, the id of the field, then the id of the term of each token, in the order of the text. Each value of
 * a field is a run, and so is each additional spelling of a word, such as `email` for `e-mail`, and the last
 * character of a run of Chinese, Japanese or Korean characters. A phrase matches within one run.
 *
 * An id below the number of fields is the number of a field. The other ids are terms, in the order of
 * descending frequency, so that most ids take one or two bytes. An id begins at the first byte of a document
 * or after a byte below 128.
 */

/**
 * Returns the ordinals of the terms in the order of their ids in the forward index: by descending number
 * of postings, then by ordinal. O(terms + number of postings of the most frequent term).
 *
 * @param postingOffsets the postings of term `t` are the range `[postingOffsets[t], postingOffsets[t + 1])`
 */
export function rankTermsByFrequency(postingOffsets: Uint32Array): Uint32Array {
  const termCount = postingOffsets.length - 1;
  let maximum = 0;
  for (let term = 0; term < termCount; term++) {
    maximum = Math.max(maximum, postingOffsets[term + 1] - postingOffsets[term]);
  }
  // A counting sort: count the terms of each frequency, then turn the counts into positions.
  const positions = new Uint32Array(maximum + 2);
  for (let term = 0; term < termCount; term++) {
    positions[maximum - (postingOffsets[term + 1] - postingOffsets[term]) + 1]++;
  }
  for (let i = 1; i < positions.length; i++) positions[i] += positions[i - 1];
  const ranked = new Uint32Array(termCount);
  for (let term = 0; term < termCount; term++) {
    ranked[positions[maximum - (postingOffsets[term + 1] - postingOffsets[term])]++] = term;
  }
  return ranked;
}

/**
 * Returns, for each term by ordinal, its rank in the result of {@link rankTermsByFrequency}. The id of the term in the
 * forward index is the number of fields plus the rank.
 */
export function ranksOfTerms(termsByFrequency: Uint32Array): Uint32Array {
  const ranks = new Uint32Array(termsByFrequency.length);
  for (let rank = 0; rank < ranks.length; rank++) ranks[termsByFrequency[rank]] = rank;
  return ranks;
}

/** The result of {@link ForwardCursor.next} at the end of a document. */
export const NO_MORE_TERMS = -1;

/**
 * Reads the terms of a document token by token. Call {@link seek} to select the document before the first
 * call of {@link next}.
 */
export class ForwardCursor {
  /** The field of the term that {@link next} returned. Has no meaning after {@link NO_MORE_TERMS}. */
  field = 0;
  private readonly bytes: Uint8Array;
  private readonly offsets: Uint32Array;
  private readonly fieldCount: number;
  private position = 0;
  private end = 0;
  private isInMask = false;

  /**
   * @param termsByForwardId `FrozenIndexData.termsByFrequency`
   * @param mask the fields to read: bit `f` is set for field `f`
   */
  constructor(
    data: Pick<FrozenIndexData, 'fields' | 'forwardBytes' | 'forwardOffsets'>,
    private readonly termsByForwardId: Uint32Array,
    private readonly mask: number,
  ) {
    this.bytes = data.forwardBytes;
    this.offsets = data.forwardOffsets;
    this.fieldCount = data.fields.length;
  }

  /** Moves the cursor before the first token of a document. */
  seek(document: number): void {
    this.position = this.offsets[document];
    this.end = Math.min(this.offsets[document + 1], this.bytes.length);
    this.isInMask = false;
  }

  /**
   * Returns the ordinal of the term of the next token in the fields to read. Returns {@link NO_MORE_TERMS}
   * at the end of the document.
   */
  next(): number {
    const { bytes, fieldCount, end } = this;
    let { position } = this;
    while (position < end) {
      let byte = bytes[position++];
      let id = byte & 0x7f;
      for (let shift = 7; byte > 0x7f; shift += 7) {
        byte = bytes[position++];
        id |= (byte & 0x7f) << shift;
      }
      if (id < fieldCount) {
        this.field = id;
        this.isInMask = id >= 0 && (this.mask & (1 << id)) !== 0;
      } else if (this.isInMask) {
        this.position = position;
        return this.termsByForwardId[id - fieldCount];
      }
    }
    this.position = end;
    return NO_MORE_TERMS;
  }
}
