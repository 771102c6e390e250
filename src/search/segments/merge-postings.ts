import { MAX_POSTINGS_TO_COUNT } from '../frozen-index-data.js';
import { partitionPoint } from '../structures/binary-search.js';
import { sumCounts } from '../structures/prefix-sums.js';
import { DocumentFrequencyCollector } from './document-frequency-collector.js';
import type { MergedFrequencySets } from './merge-frequency-sets.js';
import type { MappedSegment } from './segment.js';

/**
 * Merges the posting lists of all terms and computes the document frequencies of frequent terms. The arrays of
 * the result are described in `FrozenIndexData`.
 */
export function mergePostings(
  mapped: readonly MappedSegment[],
  termCount: number,
  fieldCount: number,
  frequencySets: MergedFrequencySets,
) {
  const postingOffsets = computePostingOffsets(mapped, termCount);
  const postingCount = postingOffsets[termCount];
  const postingDocuments = new Uint32Array(postingCount);
  const frequencySetCount = frequencySets.frequencySetOffsets.length - 1;
  const isWide = frequencySetCount > 0x10000;
  const postingFrequencySets = isWide
    ? new Uint32Array(postingCount)
    : new Uint16Array(postingCount);

  const cursors = postingOffsets.slice(0, termCount);
  const areAscending = mapped.every(({ documents }) => isAscending(documents));
  /** For each term, the end of the postings of the first segment. */
  let firstEnds = cursors;
  /** For each term, 1 if its postings must be sorted by document. */
  const isUnordered = new Uint8Array(termCount);
  mapped.forEach(({ segment, terms, documents }, index) => {
    const mergedSets = frequencySets.mergedSetsOf[index];
    const { postingOffsets: offsets, postingDocuments: localDocuments } = segment;
    const localSets = segment.postingFrequencySets;
    for (let local = 0; local < terms.length; local++) {
      const term = terms[local];
      let to = cursors[term];
      const end = offsets[local + 1];
      for (let at = offsets[local]; at < end; at++, to++) {
        const document = documents[localDocuments[at]];
        if (to > postingOffsets[term] && document < postingDocuments[to - 1]) isUnordered[term] = 1;
        postingDocuments[to] = document;
        postingFrequencySets[to] = mergedSets[localSets[at]];
      }
      cursors[term] = to;
    }
    if (index === 0) firstEnds = cursors.slice();
  });
  for (let term = 0; term < termCount; term++) {
    if (isUnordered[term] === 0) continue;
    const [start, end] = [postingOffsets[term], postingOffsets[term + 1]];
    // The first segment often has almost all documents.
    const middle = areAscending ? firstEnds[term] : start;
    const laterDocuments = postingDocuments.subarray(middle, end);
    if (!isAscending(laterDocuments)) {
      const laterSets = postingFrequencySets.subarray(middle, end);
      sortTogether(laterDocuments, laterSets, frequencySetCount);
    }
    if (middle > start) mergeRuns(postingDocuments, postingFrequencySets, start, middle, end);
  }
  return {
    postingOffsets,
    postingDocuments,
    postingFrequencySets,
    ...countDocumentFrequencies(postingOffsets, postingFrequencySets, fieldCount, frequencySets),
  };
}

function computePostingOffsets(mapped: readonly MappedSegment[], termCount: number): Uint32Array {
  const offsets = new Uint32Array(termCount + 1);
  for (const { segment, terms } of mapped) {
    const { postingOffsets } = segment;
    for (let local = 0; local < terms.length; local++) {
      offsets[terms[local] + 1] += postingOffsets[local + 1] - postingOffsets[local];
    }
  }
  return sumCounts(offsets, 'postings');
}

function isAscending(documents: Uint32Array): boolean {
  return documents.every((document, i) => i === 0 || document > documents[i - 1]);
}

/** Merges the ascending postings from `start` to `middle` with those from `middle` to `end`, in place. */
function mergeRuns(
  documents: Uint32Array,
  frequencySets: Uint16Array | Uint32Array,
  start: number,
  middle: number,
  end: number,
): void {
  const laterDocuments = documents.slice(middle, end);
  const laterSets = frequencySets.slice(middle, end);
  let firstEnd = middle;
  for (let later = laterDocuments.length - 1; later >= 0; later--) {
    const document = laterDocuments[later];
    const at = partitionPoint(start, firstEnd, (posting) => documents[posting] < document);
    // All postings from `at` on move behind the postings that are still to be merged.
    documents.copyWithin(at + later + 1, at, firstEnd);
    frequencySets.copyWithin(at + later + 1, at, firstEnd);
    documents[at + later] = document;
    frequencySets[at + later] = laterSets[later];
    firstEnd = at;
  }
}

/**
 * Sorts postings by document. Both arrays are sorted in place. For sorting, each posting is encoded as one
 * number: `document * frequencySetCount + frequencySet`.
 */
function sortTogether(
  documents: Uint32Array,
  frequencySets: Uint16Array | Uint32Array,
  frequencySetCount: number,
): void {
  const keys = new Float64Array(documents.length);
  for (let i = 0; i < keys.length; i++) {
    keys[i] = documents[i] * frequencySetCount + frequencySets[i];
  }
  keys.sort();
  for (let i = 0; i < keys.length; i++) {
    documents[i] = Math.floor(keys[i] / frequencySetCount);
    frequencySets[i] = keys[i] % frequencySetCount;
  }
}

/** Counts the documents that have each term with more than {@link MAX_POSTINGS_TO_COUNT} postings, by field. */
function countDocumentFrequencies(
  postingOffsets: Uint32Array,
  postingFrequencySets: Uint16Array | Uint32Array,
  fieldCount: number,
  sets: MergedFrequencySets,
) {
  const frequencies = new DocumentFrequencyCollector(fieldCount);
  for (let term = 0; term < postingOffsets.length - 1; term++) {
    const [start, end] = [postingOffsets[term], postingOffsets[term + 1]];
    if (end - start <= MAX_POSTINGS_TO_COUNT) continue;
    for (let at = start; at < end; at++) frequencies.addSet(sets, postingFrequencySets[at], 1);
    frequencies.store(term);
  }
  return frequencies.toArrays();
}
