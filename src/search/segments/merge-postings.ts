import { LEFT_OUT } from '../../base/merge-strings.js';
import { type Allocate, allocateArray, sumCounts } from '../../base/typed-arrays.js';
import { type FrozenIndexData, MAX_POSTINGS_TO_COUNT } from '../frozen-index-data.js';
import { DocumentFrequencies } from './document-frequencies.js';
import type { MergedFrequencySets } from './merge-frequency-sets.js';
import { isCompleteIndex, type MappedSegment } from './segment.js';

/**
 * Merges the posting lists of all terms and computes the document frequencies of frequent terms. The arrays of
 * the result are described in `FrozenIndexData`.
 *
 * @param counts the numbers of terms and fields of the merged index
 * @param allocate allocates the memory of the postings
 */
export function mergePostings(
  mapped: readonly MappedSegment[],
  frequencySets: MergedFrequencySets,
  counts: { readonly termCount: number; readonly fieldCount: number },
  allocate: Allocate,
) {
  const postingOffsets = new Uint32Array(counts.termCount + 1);
  for (const { terms, postingCounts } of mapped) addCounts(postingOffsets, 1, terms, postingCounts);
  sumCounts(postingOffsets, 'postings');
  const merger = new PostingMerger(postingOffsets, frequencySets, counts.fieldCount, allocate);
  return { postingOffsets, ...merger.merge(mapped) };
}

/** Adds the number of postings of each term of a segment, `difference` elements after the term. */
function addCounts(
  sums: Uint32Array,
  difference: number,
  terms: Uint32Array,
  postingCounts: Uint32Array,
): void {
  for (let term = 0; term < terms.length; term++) {
    if (terms[term] !== LEFT_OUT) sums[terms[term] + difference] += postingCounts[term];
  }
}

/**
 * Writes the postings of one segment after another, so that the postings of one segment are in memory at a time. Then sorts
 * the postings of terms that several segments have. If the documents of the first segment stay in order, its postings are
 * written last: each list is merged with the postings of the other segments, which are at the end of its range. This takes
 * least time if the first segment is a large index and the others are small.
 *
 * A class, because V8 compiles the functions of closures again for each merge.
 */
class PostingMerger {
  private readonly postingDocuments: Uint32Array;
  private readonly postingFrequencySets: Uint16Array | Uint32Array;
  private readonly documentFrequencies: DocumentFrequencies;

  constructor(
    private readonly postingOffsets: Uint32Array,
    private readonly frequencySets: MergedFrequencySets,
    fieldCount: number,
    allocate: Allocate,
  ) {
    const postingCount = postingOffsets[postingOffsets.length - 1];
    this.postingDocuments = allocateArray(Uint32Array, postingCount, allocate);
    const isWide = frequencySets.frequencySetOffsets.length - 1 > 0x10000;
    this.postingFrequencySets = allocateArray<Uint16Array | Uint32Array>(
      isWide ? Uint32Array : Uint16Array,
      postingCount,
      allocate,
    );
    this.documentFrequencies = new DocumentFrequencies(postingOffsets, fieldCount);
  }

  merge(mapped: readonly MappedSegment[]) {
    /** By term: the start of the postings of the segments that are written first. */
    const starts = this.postingOffsets.slice(0, -1);
    const [first] = mapped;
    const isFirstInOrder = first?.isInOrder === true;
    if (isFirstInOrder) addCounts(starts, 0, first.terms, first.postingCounts);
    const cursors = starts.slice();
    /** For each term, 1 if its postings must be sorted by document. */
    const isUnordered = new Uint8Array(starts.length);
    mapped.forEach((part, i) => {
      if (i > 0 || !isFirstInOrder) this.append(part, i, starts, cursors, isUnordered);
    });
    for (let term = 0; term < starts.length; term++) {
      if (isUnordered[term] === 1) this.sort(starts[term], this.postingOffsets[term + 1]);
    }
    if (isFirstInOrder) this.mergeFirst(first, starts);
    const { postingDocuments, postingFrequencySets, documentFrequencies } = this;
    return { postingDocuments, postingFrequencySets, ...documentFrequencies.toArrays() };
  }

  /** Writes the postings of a segment at the cursors of their terms. */
  private append(
    { segment, documents, terms }: MappedSegment,
    number: number,
    starts: Uint32Array,
    cursors: Uint32Array,
    isUnordered: Uint8Array,
  ): void {
    const { documentFrequencies, frequencySets, postingDocuments, postingFrequencySets } = this;
    const mergedSets = frequencySets.mergedSetsOf[number];
    const { postingOffsets, postingDocuments: localDocuments } = segment;
    const localSets = segment.postingFrequencySets;
    for (let local = 0; local < terms.length; local++) {
      const term = terms[local];
      if (term === LEFT_OUT) continue;
      const row = documentFrequencies.rowOf(term);
      const start = starts[term];
      let to = cursors[term];
      const end = postingOffsets[local + 1];
      for (let at = postingOffsets[local]; at < end; at++) {
        const document = documents[localDocuments[at]];
        if (document === LEFT_OUT) continue;
        const set = mergedSets[localSets[at]];
        if (to > start && document < postingDocuments[to - 1]) isUnordered[term] = 1;
        postingDocuments[to] = document;
        postingFrequencySets[to++] = set;
        if (row >= 0) documentFrequencies.addSet(row, frequencySets, set, 1);
      }
      cursors[term] = to;
    }
  }

  /**
   * Sorts a range of postings by document. For sorting, each posting is encoded as one number:
   * `document * setCount + frequencySet`.
   */
  private sort(start: number, end: number): void {
    const setCount = this.frequencySets.frequencySetOffsets.length - 1;
    const documents = this.postingDocuments.subarray(start, end);
    const sets = this.postingFrequencySets.subarray(start, end);
    const keys = new Float64Array(documents.length);
    for (let i = 0; i < keys.length; i++) keys[i] = documents[i] * setCount + sets[i];
    keys.sort();
    for (let i = 0; i < keys.length; i++) {
      documents[i] = Math.floor(keys[i] / setCount);
      sets[i] = keys[i] % setCount;
    }
  }

  /**
   * Writes the postings of the first segment, whose documents stay in order. Copies the postings of each run of terms that
   * no other segment and no document that is left out has.
   *
   * @param starts by term: the start of the postings of the other segments
   */
  private mergeFirst({ segment, ...mapping }: MappedSegment, starts: Uint32Array): void {
    // Reads each array once, because a property can read its array from a file.
    const first: MappedSegment = { ...mapping, segment: { ...segment } };
    const { terms, postingCounts } = first;
    const { postingOffsets: localOffsets } = first.segment;
    const { postingOffsets } = this;
    const isUnchanged = (local: number) => {
      const count = postingCounts[local];
      const term = terms[local];
      return (
        count === localOffsets[local + 1] - localOffsets[local] &&
        count === postingOffsets[term + 1] - postingOffsets[term]
      );
    };
    const copies = {
      documents: mapping.documents.every((to, document) => to === document || to === LEFT_OUT),
      sets: this.frequencySets.mergedSetsOf[0].every((to, set) => to === set),
    };
    for (let local = 0, end = 0; local < terms.length; local = end) {
      end = local + 1;
      if (terms[local] === LEFT_OUT) continue;
      if (isUnchanged(local)) {
        while (terms[end] === terms[end - 1] + 1 && isUnchanged(end)) end++;
        this.copyTerms(first, local, end, copies);
      } else {
        this.mergeTerm(first, local, starts[terms[local]]);
      }
    }
    if (isCompleteIndex(first.segment)) this.addStored(first.segment, terms);
  }

  /**
   * Copies the posting lists of the terms from `local` up to but not including `end` of the first segment.
   *
   * @param copies whether all documents and frequency sets have the same numbers in the merged index
   */
  private copyTerms(
    { segment, documents, terms }: MappedSegment,
    local: number,
    end: number,
    copies: { readonly documents: boolean; readonly sets: boolean },
  ): void {
    const { frequencySets, postingDocuments, postingFrequencySets } = this;
    const { postingOffsets: offsets } = segment;
    const from = segment.postingDocuments.subarray(offsets[local], offsets[end]);
    const setsFrom = segment.postingFrequencySets.subarray(offsets[local], offsets[end]);
    const start = this.postingOffsets[terms[local]];
    if (copies.documents) postingDocuments.set(from, start);
    else {
      for (let i = 0; i < from.length; i++) postingDocuments[start + i] = documents[from[i]];
    }
    const [mergedSets] = frequencySets.mergedSetsOf;
    if (copies.sets) postingFrequencySets.set(setsFrom, start);
    else {
      for (let i = 0; i < setsFrom.length; i++) {
        postingFrequencySets[start + i] = mergedSets[setsFrom[i]];
      }
    }
    if (isCompleteIndex(segment)) return;
    for (let one = local; one < end; one++) {
      const row = this.documentFrequencies.rowOf(terms[one]);
      if (row < 0) continue;
      for (let at = offsets[one]; at < offsets[one + 1]; at++) {
        const set = mergedSets[segment.postingFrequencySets[at]];
        this.documentFrequencies.addSet(row, frequencySets, set, 1);
      }
    }
  }

  /**
   * Merges the posting list of a term of the first segment with the postings of the other segments, which are at the end of
   * the range of the term.
   *
   * @param start the start of the postings of the other segments
   */
  private mergeTerm(
    { segment, documents, terms }: MappedSegment,
    local: number,
    start: number,
  ): void {
    const { documentFrequencies, frequencySets, postingDocuments, postingFrequencySets } = this;
    const { postingDocuments: localDocuments, postingFrequencySets: localSets } = segment;
    const [mergedSets] = frequencySets.mergedSetsOf;
    const term = terms[local];
    const row = documentFrequencies.rowOf(term);
    const end = segment.postingOffsets[local + 1];
    const isStored =
      isCompleteIndex(segment) && end - segment.postingOffsets[local] > MAX_POSTINGS_TO_COUNT;
    const otherEnd = this.postingOffsets[term + 1];
    let to = this.postingOffsets[term];
    let next = start;
    let other = next < otherEnd ? postingDocuments[next] : LEFT_OUT;
    for (let at = segment.postingOffsets[local]; at < end; at++) {
      const document = documents[localDocuments[at]];
      if (document === LEFT_OUT) {
        if (row >= 0 && isStored) documentFrequencies.addSet(row, segment, localSets[at], -1);
        continue;
      }
      while (other < document) {
        postingDocuments[to] = other;
        postingFrequencySets[to++] = postingFrequencySets[next++];
        other = next < otherEnd ? postingDocuments[next] : LEFT_OUT;
      }
      const set = mergedSets[localSets[at]];
      postingDocuments[to] = document;
      postingFrequencySets[to++] = set;
      if (row >= 0 && !isStored) documentFrequencies.addSet(row, frequencySets, set, 1);
    }
  }

  /** Adds the document frequencies that an index stores. The frequencies in documents that are left out are subtracted before. */
  private addStored(index: FrozenIndexData, terms: Uint32Array): void {
    const { documentFrequencyTerms } = index;
    for (let i = 0; i < documentFrequencyTerms.length; i++) {
      const term = terms[documentFrequencyTerms[i]];
      const row = term === LEFT_OUT ? -1 : this.documentFrequencies.rowOf(term);
      if (row >= 0) this.documentFrequencies.addStored(row, index, i);
    }
  }
}
