import { GrowableArray } from '../../base/growable-array.js';
import { type FrozenIndexData, MAX_POSTINGS_TO_COUNT } from '../frozen-index-data.js';

type FrequencySetFields = Pick<FrozenIndexData, 'frequencySetOffsets' | 'frequencySetFields'>;

/**
 * Counts the document frequencies of terms with more than {@link MAX_POSTINGS_TO_COUNT} postings: for each field, the
 * number of documents that have the term in the field. Each of these terms has a row of counts.
 */
export class DocumentFrequencies {
  /** The terms that have a row, ascending. */
  private readonly terms = new GrowableArray();
  /** By term: its row, or -1. */
  private readonly rows: Int32Array;
  /** The counts of all fields in the first row, then in the second row, and so on. */
  private readonly counts: Uint32Array;

  constructor(
    postingOffsets: Uint32Array,
    private readonly fieldCount: number,
  ) {
    const rows = new Int32Array(postingOffsets.length - 1).fill(-1);
    for (let term = 0; term < rows.length; term++) {
      if (postingOffsets[term + 1] - postingOffsets[term] <= MAX_POSTINGS_TO_COUNT) continue;
      rows[term] = this.terms.length;
      this.terms.push(term);
    }
    this.rows = rows;
    this.counts = new Uint32Array(this.terms.length * fieldCount);
  }

  /** Returns the row of a term, or -1 for a term whose documents are not counted. */
  rowOf(term: number): number {
    return this.rows[term];
  }

  /** Adds `documents`, which can be negative, to the counts of the fields of a frequency set. */
  addSet(row: number, sets: FrequencySetFields, frequencySet: number, documents: number): void {
    const first = row * this.fieldCount;
    const end = sets.frequencySetOffsets[frequencySet + 1];
    for (let at = sets.frequencySetOffsets[frequencySet]; at < end; at++) {
      this.counts[first + sets.frequencySetFields[at]] += documents;
    }
  }

  /** Adds the document frequencies that an index stores at a position of its `documentFrequencyTerms`. */
  addStored(row: number, index: FrozenIndexData, position: number): void {
    const { documentFrequencyOffsets, documentFrequencyFields, documentFrequencies } = index;
    const first = row * this.fieldCount;
    const end = documentFrequencyOffsets[position + 1];
    for (let at = documentFrequencyOffsets[position]; at < end; at++) {
      this.counts[first + documentFrequencyFields[at]] += documentFrequencies[at];
    }
  }

  /** Returns the arrays of `FrozenIndexData` with document frequencies. */
  toArrays() {
    const { counts, fieldCount, terms } = this;
    const offsets = new Uint32Array(terms.length + 1);
    const fields = new GrowableArray();
    const frequencies = new GrowableArray();
    for (let row = 0; row < terms.length; row++) {
      for (let field = 0; field < fieldCount; field++) {
        const count = counts[row * fieldCount + field];
        if (count === 0) continue;
        fields.push(field);
        frequencies.push(count);
      }
      offsets[row + 1] = fields.length;
    }
    return {
      documentFrequencyTerms: terms.toArray(),
      documentFrequencyOffsets: offsets,
      documentFrequencyFields: Uint8Array.from(fields.toArray()),
      documentFrequencies: frequencies.toArray(),
    };
  }
}
