import { type FrozenIndexData, MAX_POSTINGS_TO_COUNT } from '../frozen-index-data.js';
import { GrowableArray } from '../structures/growable-array.js';

type FrequencySetFields = Pick<FrozenIndexData, 'frequencySetOffsets' | 'frequencySetFields'>;

/**
 * Collects the document frequencies of terms with more than {@link MAX_POSTINGS_TO_COUNT} postings: for each field, the
 * number of documents that have the term in the field. The arrays are described in `FrozenIndexData`.
 */
export class DocumentFrequencyCollector {
  /** By field: the number of documents that have the current term in the field. */
  private readonly counts: Uint32Array;
  private readonly terms = new GrowableArray();
  private readonly offsets = new GrowableArray();
  private readonly fields = new GrowableArray();
  private readonly frequencies = new GrowableArray();

  constructor(fieldCount: number) {
    this.counts = new Uint32Array(fieldCount);
    this.offsets.push(0);
  }

  /** Adds `documents`, which can be negative, to the number of documents of the current term in a field. */
  add(field: number, documents: number): void {
    this.counts[field] += documents;
  }

  /** Adds `documents` to the numbers in all fields of a frequency set. */
  addSet(sets: FrequencySetFields, frequencySet: number, documents: number): void {
    const end = sets.frequencySetOffsets[frequencySet + 1];
    for (let at = sets.frequencySetOffsets[frequencySet]; at < end; at++) {
      this.counts[sets.frequencySetFields[at]] += documents;
    }
  }

  /** Stores the numbers of the current term, and begins the next term. */
  store(term: number): void {
    const { counts, fields, frequencies } = this;
    for (let field = 0; field < counts.length; field++) {
      if (counts[field] === 0) continue;
      fields.push(field);
      frequencies.push(counts[field]);
    }
    this.terms.push(term);
    this.offsets.push(fields.length);
    this.clear();
  }

  /** Begins the next term without storing the numbers of the current term. */
  clear(): void {
    this.counts.fill(0);
  }

  toArrays() {
    return {
      documentFrequencyTerms: this.terms.toArray(),
      documentFrequencyOffsets: this.offsets.toArray(),
      documentFrequencyFields: Uint8Array.from(this.fields.toArray()),
      documentFrequencies: this.frequencies.toArray(),
    };
  }
}
