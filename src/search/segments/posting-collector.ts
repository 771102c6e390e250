import { GrowableArray } from '../../base/growable-array.js';
import { toSmallestType } from '../../base/typed-arrays.js';
import { EMPTY_FREQUENCY_SET, FrequencySets } from './frequency-sets.js';
import type { Segment } from './segment.js';

/**
 * The postings of a term in MiniSearch: for each field number, the term frequencies in the order of the documents. The
 * keys of the term frequencies are the numbers that MiniSearch assigned to the documents, from 0.
 */
export type FrequenciesByField = ReadonlyMap<number, ReadonlyMap<number, number>>;

type Postings = Pick<
  Segment,
  | 'postingOffsets'
  | 'postingDocuments'
  | 'postingFrequencySets'
  | 'frequencySetOffsets'
  | 'frequencySetFields'
  | 'frequencySetFrequencies'
>;

/**
 * Collects the postings of a segment. MiniSearch has one posting list for each term and field. The collector
 * combines the lists of a term into one posting list. Each posting has a document and a frequency set: the
 * fields that contain the term, with the term frequency in each field.
 */
export class PostingCollector {
  private readonly sets = new FrequencySets();
  private readonly terms = new GrowableArray();
  private readonly documents = new GrowableArray();
  private readonly frequencySets = new GrowableArray();
  /**
   * For each document, the frequency set of the fields that the current call of {@link add} has read.
   * Between calls, every element is {@link EMPTY_FREQUENCY_SET} or undefined.
   */
  private readonly frequencySetOf: number[] = [];

  /**
   * Adds postings of a term. When a term is added in several calls, the documents of a later call must be
   * higher than the documents of an earlier call.
   *
   * @param term the number of the term
   * @param first the segment's number of MiniSearch's document 0
   */
  add(term: number, byField: FrequenciesByField, first: number): void {
    const { sets, terms, documents, frequencySets, frequencySetOf } = this;
    if (byField.size === 1) {
      for (const [field, frequencies] of byField) {
        for (const [id, frequency] of frequencies) {
          terms.push(term);
          documents.push(first + id);
          frequencySets.push(sets.extend(EMPTY_FREQUENCY_SET, field, frequency));
        }
      }
      return;
    }
    const added: number[] = [];
    for (const field of [...byField.keys()].sort((a, b) => a - b)) {
      for (const [id, frequency] of byField.get(field) ?? []) {
        const document = first + id;
        const before = frequencySetOf[document] ?? EMPTY_FREQUENCY_SET;
        if (before === EMPTY_FREQUENCY_SET) added.push(document);
        frequencySetOf[document] = sets.extend(before, field, frequency);
      }
    }
    added.sort((a, b) => a - b);
    for (const document of added) {
      terms.push(term);
      documents.push(document);
      frequencySets.push(frequencySetOf[document]);
      frequencySetOf[document] = EMPTY_FREQUENCY_SET;
    }
  }

  /**
   * Returns the posting lists of all terms in the order of the term dictionary, and the frequency sets.
   *
   * @param sortedOrdinalOf for each `term` that {@link add} received, its ordinal in the term dictionary
   */
  toArrays(sortedOrdinalOf: Uint32Array): Postings {
    const terms = this.terms.toArray();
    const documents = this.documents.toArray();
    const frequencySets = this.frequencySets.toArray();
    const postingOffsets = new Uint32Array(sortedOrdinalOf.length + 1);
    for (const term of terms) postingOffsets[sortedOrdinalOf[term] + 1]++;
    for (let term = 0; term < sortedOrdinalOf.length; term++) {
      postingOffsets[term + 1] += postingOffsets[term];
    }
    const postingDocuments = new Uint32Array(terms.length);
    const postingFrequencySets = new Uint32Array(terms.length);
    const cursors = postingOffsets.slice(0, sortedOrdinalOf.length);
    for (let i = 0; i < terms.length; i++) {
      const to = cursors[sortedOrdinalOf[terms[i]]]++;
      postingDocuments[to] = documents[i];
      postingFrequencySets[to] = frequencySets[i];
    }
    return {
      postingOffsets,
      postingDocuments: toSmallestType(postingDocuments),
      postingFrequencySets: toSmallestType(postingFrequencySets),
      ...flattenFrequencySets(this.sets),
    };
  }
}

function flattenFrequencySets(sets: FrequencySets) {
  const offsets = new Uint32Array(sets.size + 1);
  const fields: number[] = [];
  const frequencies: number[] = [];
  for (let frequencySet = 0; frequencySet < sets.size; frequencySet++) {
    for (const { field, frequency } of sets.entriesOf(frequencySet)) {
      fields.push(field);
      frequencies.push(frequency);
    }
    offsets[frequencySet + 1] = fields.length;
  }
  return {
    frequencySetOffsets: offsets,
    frequencySetFields: Uint8Array.from(fields),
    frequencySetFrequencies: Uint32Array.from(frequencies),
  };
}
