import { orderBySuffix } from '../dictionary/suffix-order.js';
import { measureSharedLengths } from '../dictionary/term-dictionary.js';
import type { FrozenIndexData } from '../frozen-index-data.js';
import { ranksOfTerms, rankTermsByFrequency } from '../postings/forward-index.js';
import { createSmallestArray } from '../structures/smallest-type.js';
import { buildIndexLookups } from './index-lookups.js';
import { mergeBigrams } from './merge-bigrams.js';
import { mergeForwardIndex } from './merge-forward-index.js';
import { countFrequencySets, mergeFrequencySets } from './merge-frequency-sets.js';
import { mergePostings } from './merge-postings.js';
import { mergeTermDictionaries } from './merge-term-dictionaries.js';
import type { MappedSegment, Segment } from './segment.js';

/**
 * Merges the field lengths of segments into one array per field, and sums the lengths of each field. The array
 * of a field that is empty in every document is empty.
 */
function mergeFieldLengths(
  mapped: readonly MappedSegment[],
  documentCount: number,
  fieldCount: number,
) {
  const fieldLengthSums = new Float64Array(fieldCount);
  const maxLengths = new Uint32Array(fieldCount);
  for (const { segment } of mapped) {
    const lengths = segment.fieldLengths;
    for (let at = 0; at < lengths.length; at++) {
      const length = lengths[at];
      const field = at % fieldCount;
      fieldLengthSums[field] += length;
      if (length > maxLengths[field]) maxLengths[field] = length;
    }
  }
  const fieldLengths = Array.from(maxLengths, (maximum) =>
    createSmallestArray(maximum, maximum === 0 ? 0 : documentCount),
  );
  for (const { segment, documents } of mapped) {
    const lengths = segment.fieldLengths;
    fieldLengths.forEach((merged, field) => {
      if (merged.length === 0) return;
      for (let local = 0; local < documents.length; local++) {
        merged[documents[local]] = lengths[local * fieldCount + field];
      }
    });
  }
  return { fieldLengthSums, fieldLengths };
}

const NO_TERMS = { termOffsets: new Uint32Array(1), termUnits: new Uint16Array(0) };
const NO_LENGTHS = { fieldLengths: new Uint8Array(0) };
const NO_POSTINGS = {
  postingOffsets: new Uint32Array(1),
  postingDocuments: new Uint8Array(0),
  postingFrequencySets: new Uint8Array(0),
};

/**
 * Merges segments with the same fields into one index. The bytes of the result do not depend on how the
 * documents were split into segments.
 *
 * Takes about 10 µs per title of a library catalog. Does not change the segments. Reads each array of a segment once in
 * each step, so that the properties of a segment can read their arrays from a file. Drops its references to
 * the arrays of terms, field lengths and postings as soon as these arrays are merged. If the caller keeps no
 * references to the segments, these arrays can be garbage collected during the merge.
 *
 * @param segments the segments; their documents are concatenated in the given order. Without segments, the
 *   index has no documents and no fields.
 * @param docIds the doc id mapping: document `i` of the concatenated documents becomes document `docIds[i]`
 *   of the index. Must contain each number from 0 to the last document once. Default: the documents keep
 *   their order.
 * @throws Error when segments differ in their fields, or when `docIds` does not contain each number once
 * @throws RangeError when the index would have more postings, or more parts of another kind, than a 32-bit offset
 *   can number
 * @example mergeSegments([buildSegment([{ title: 'Emma' }], { fields: ['title'] })]).documentCount // 1
 */
export function mergeSegments(segments: Iterable<Segment>, docIds?: Uint32Array): FrozenIndexData {
  const copies = Array.from(
    segments,
    (segment): Segment => Object.create(null, Object.getOwnPropertyDescriptors(segment)),
  );
  const release = (emptyArrays: Partial<Segment>) => {
    const properties = Object.entries(emptyArrays).map(([name, value]) => [name, { value }]);
    for (const segment of copies) Object.defineProperties(segment, Object.fromEntries(properties));
  };
  const fields = copies[0]?.fields ?? [];
  for (const segment of copies) {
    if (segment.fields.join('\n') !== fields.join('\n')) {
      throw new Error(
        `segments: expected the same fields in all segments, found '${fields.join(', ')}' and '${segment.fields.join(', ')}'`,
      );
    }
  }
  const documentCount = copies.reduce((count, segment) => count + segment.documentCount, 0);
  if (docIds !== undefined) checkPermutation(docIds, documentCount);

  const { termOffsets, termUnits, termsOfSegments } = mergeTermDictionaries(copies);
  release(NO_TERMS);
  let end = 0;
  const mapped = copies.map((segment, index): MappedSegment => {
    const first = end;
    end += segment.documentCount;
    const documents =
      docIds === undefined
        ? Uint32Array.from({ length: segment.documentCount }, (_, i) => first + i)
        : docIds.subarray(first, end);
    return { segment, terms: termsOfSegments[index], documents };
  });

  const fieldLengths = mergeFieldLengths(mapped, documentCount, fields.length);
  release(NO_LENGTHS);
  const frequencySets = mergeFrequencySets(copies.map(countFrequencySets));
  const postings = mergePostings(mapped, termOffsets.length - 1, fields.length, frequencySets);
  release(NO_POSTINGS);
  const { postingOffsets, postingDocuments } = postings;
  const termsByFrequency = rankTermsByFrequency(postingOffsets);
  const termFrequencyRanks = ranksOfTerms(termsByFrequency);
  const forwardIndex = mergeForwardIndex(mapped, documentCount, fields.length, termFrequencyRanks);
  const termSharedLengths = measureSharedLengths(termOffsets, termUnits);
  return {
    documentCount,
    fields,
    ...fieldLengths,
    termOffsets,
    termUnits,
    termSharedLengths,
    termsByFrequency,
    termFrequencyRanks,
    ...buildIndexLookups(termSharedLengths, postingOffsets, postingDocuments, documentCount),
    termsBySuffix: orderBySuffix(termOffsets, termUnits, knownSuffixOrder(mapped)),
    ...postings,
    frequencySetOffsets: frequencySets.frequencySetOffsets,
    frequencySetFields: frequencySets.frequencySetFields,
    frequencySetFrequencies: frequencySets.frequencySetFrequencies,
    ...forwardIndex,
    ...mergeBigrams(forwardIndex, postingOffsets, fields.length),
  };
}

/** Returns the suffix order of the terms of the first segment that has one, as terms of the merged index. */
function knownSuffixOrder(mapped: readonly MappedSegment[]): Uint32Array | undefined {
  for (const { segment, terms } of mapped) {
    if (segment.termsBySuffix !== undefined)
      return segment.termsBySuffix.map((term) => terms[term]);
  }
  return undefined;
}

function checkPermutation(docIds: Uint32Array, documentCount: number): void {
  const seen = new Uint8Array(documentCount);
  for (const document of docIds) seen[document] = 1;
  const missing = seen.indexOf(0);
  if (docIds.length === documentCount && missing < 0) return;
  const found = missing < 0 ? `${docIds.length} numbers` : `no number ${missing}`;
  throw new Error(`docIds: expected each of ${documentCount} documents once, found ${found}`);
}
