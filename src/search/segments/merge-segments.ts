/*
 * Merges segments and indexes into one index: for builds, for changed documents, and for compacting.
 */

import { LEFT_OUT, mergeStrings } from '../../base/merge-strings.js';
import {
  type Allocate,
  allocateArray,
  allocateMemory,
  createSmallestArray,
  type UnsignedArray,
} from '../../base/typed-arrays.js';
import {
  measureSharedLengths,
  minSharedLengthsOf,
  orderBySuffix,
} from '../dictionary/term-dictionary.js';
import {
  type FrozenIndexData,
  isCompleteIndex,
  type MappedSegment,
  type Segment,
  type SegmentDocuments,
} from '../frozen-index-data.js';
import { rankBitsetLength, writeRankBitset } from '../postings/document-sets.js';
import { ranksOfTerms, rankTermsByFrequency } from '../postings/forward-index.js';
import { mergeBigrams, mergeForwardIndex } from './merge-forward-index.js';
import { type CountedFrequencySets, mergeFrequencySets, mergePostings } from './merge-postings.js';

const NO_TERMS = { termOffsets: new Uint32Array(1), termUnits: new Uint16Array(0) };
const NO_LENGTHS = { fieldLengths: [] };
const NO_POSTINGS = {
  postingOffsets: new Uint32Array(1),
  postingDocuments: new Uint8Array(0),
  postingFrequencySets: new Uint8Array(0),
};

/**
 * Merges segments with the same fields into one index. A segment can be a complete index, and documents can be left out, so
 * that the same merge builds an index, and replaces, adds and removes documents of an index. The bytes of the result do not
 * depend on how the documents were split into segments.
 *
 * Takes about 10 µs per title of a library catalog, and about 2.5 µs if the title is in a complete index that is the
 * first segment, and whose documents stay in order. Does not change the segments. Reads each array of a segment once in
 * each step, so that the properties of a segment can read their arrays from a file. Drops its references to the arrays
 * of terms, field lengths and postings of a segment as soon as these arrays are merged, unless the segment is a
 * complete index. If the caller keeps no references to the segments, these arrays can be garbage collected during the
 * merge.
 *
 * @param segments the segments; their documents are concatenated in the given order. Without segments, the
 *   index has no documents and no fields.
 * @param docIds The doc id mapping: document `i` of the concatenated documents becomes document `docIds[i]` of the index,
 *   or is left out if the number is 4,294,967,295. Must contain each number from 0 to the last document of the index once.
 *   Default: the documents keep their order.
 * @param allocate Allocates the memory of the largest arrays. Default: memory of the calling thread.
 * @throws Error when segments differ in their fields, or when `docIds` does not contain each number once
 * @throws RangeError when the index would have more postings, or more parts of another kind, than a 32-bit offset
 *   can number
 * @example mergeSegments([buildSegment([{ title: 'Emma' }], { fields: ['title'] })]).documentCount // 1
 * @example
 * const [first, added] = [['Emma', 'Persuasion'], ['Sanditon']].map((titles) =>
 *   buildSegment(titles.map((title) => ({ title })), { fields: ['title'] }),
 * );
 * const index = mergeSegments([first]);
 * // Leaves out Emma, so that Persuasion becomes the first document.
 * mergeSegments([index, added], Uint32Array.of(0xffffffff, 0, 1)).documentCount; // 2
 */
export function mergeSegments(
  segments: Iterable<Segment>,
  docIds?: Uint32Array,
  allocate: Allocate = allocateMemory,
): FrozenIndexData {
  const copies = Array.from(
    segments,
    (segment): Segment => Object.create(null, Object.getOwnPropertyDescriptors(segment)),
  );
  const release = (emptyArrays: Partial<Segment>) => {
    const properties = Object.entries(emptyArrays).map(([name, value]) => [name, { value }]);
    for (const segment of copies) {
      // The arrays of a complete index are read until the end.
      if (isCompleteIndex(segment)) continue;
      Object.defineProperties(segment, Object.fromEntries(properties));
    }
  };
  const fields = commonFields(copies);
  const { parts, documentCount } = numberDocuments(copies, docIds);
  const counted = parts.map(countPostings);

  const dictionary = mergeTerms(
    copies,
    counted.map(({ postingCounts }) => postingCounts),
    allocate,
  );
  release(NO_TERMS);
  const { offsets: termOffsets, units: termUnits } = dictionary;
  const mapped = parts.map(
    (part, i): MappedSegment => ({
      ...part,
      isInOrder: areInOrder(part.documents),
      terms: dictionary.numbers[i],
      postingCounts: counted[i].postingCounts,
    }),
  );
  const fieldLengths = mergeFieldLengths(parts, documentCount, fields.length);
  release(NO_LENGTHS);
  const { mergedSetsOf, ...frequencySets } = mergeFrequencySets(
    counted.map((part) => part.frequencySets),
  );
  const postings = mergePostings(
    mapped,
    { mergedSetsOf, ...frequencySets },
    { termCount: termOffsets.length - 1, fieldCount: fields.length },
    allocate,
  );
  release(NO_POSTINGS);
  const { postingOffsets, postingDocuments } = postings;
  const termsByFrequency = rankTermsByFrequency(postingOffsets);
  const termFrequencyRanks = ranksOfTerms(termsByFrequency);
  const forwardIndex = mergeForwardIndex(mapped, documentCount, termFrequencyRanks, allocate);
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
    ...frequencySets,
    ...forwardIndex,
    ...mergeBigrams(mapped, forwardIndex, termsByFrequency, postingOffsets),
  };
}

function commonFields(segments: readonly Segment[]): readonly string[] {
  const fields = segments[0]?.fields ?? [];
  for (const segment of segments) {
    if (segment.fields.join('\n') !== fields.join('\n')) {
      throw new Error(
        `segments: expected the same fields in all segments, found '${fields.join(', ')}' and '${segment.fields.join(', ')}'`,
      );
    }
  }
  return fields;
}

/** Divides `docIds` among the segments. Also returns the number of documents of the merged index. */
function numberDocuments(segments: readonly Segment[], docIds: Uint32Array | undefined) {
  const count = segments.reduce((sum, segment) => sum + segment.documentCount, 0);
  const numbers = docIds ?? Uint32Array.from({ length: count }, (_, i) => i);
  if (numbers.length !== count) {
    throw new Error(`docIds: expected ${count} numbers, found ${numbers.length}`);
  }
  let end = 0;
  const parts = segments.map((segment): SegmentDocuments => {
    end += segment.documentCount;
    return { segment, documents: numbers.subarray(end - segment.documentCount, end) };
  });
  return { parts, documentCount: countDocuments(numbers) };
}

/**
 * Counts the documents that are not left out, and checks that they have the numbers from 0 to their count minus 1.
 */
function countDocuments(docIds: Uint32Array): number {
  let count = 0;
  for (let i = 0; i < docIds.length; i++) if (docIds[i] !== LEFT_OUT) count++;
  const seen = new Uint8Array(count);
  for (let i = 0; i < docIds.length; i++) if (docIds[i] !== LEFT_OUT) seen[docIds[i]] = 1;
  const missing = seen.indexOf(0);
  if (missing < 0) return count;
  throw new Error(`docIds: expected each of ${count} documents once, found no number ${missing}`);
}

function areInOrder(documents: Uint32Array): boolean {
  let latest = 0;
  for (let i = 0; i < documents.length; i++) {
    if (documents[i] === LEFT_OUT) continue;
    if (documents[i] < latest) return false;
    latest = documents[i];
  }
  return true;
}

/** Counts the postings of a segment that are in the merged index: by term, and by frequency set. */
function countPostings({ segment, documents }: SegmentDocuments) {
  const { postingOffsets, postingFrequencySets } = segment;
  const { frequencySetOffsets, frequencySetFields, frequencySetFrequencies } = segment;
  const postingCounts = new Uint32Array(postingOffsets.length - 1);
  const counts = new Uint32Array(frequencySetOffsets.length - 1);
  if (documents.includes(LEFT_OUT)) {
    const { postingDocuments } = segment;
    for (let term = 0; term < postingCounts.length; term++) {
      const end = postingOffsets[term + 1];
      for (let at = postingOffsets[term]; at < end; at++) {
        if (documents[postingDocuments[at]] === LEFT_OUT) continue;
        counts[postingFrequencySets[at]]++;
        postingCounts[term]++;
      }
    }
  } else {
    for (let term = 0; term < postingCounts.length; term++) {
      postingCounts[term] = postingOffsets[term + 1] - postingOffsets[term];
    }
    for (let at = 0; at < postingFrequencySets.length; at++) counts[postingFrequencySets[at]]++;
  }
  const frequencySets: CountedFrequencySets = {
    frequencySetOffsets,
    frequencySetFields,
    frequencySetFrequencies,
    counts,
  };
  return { postingCounts, frequencySets };
}

/** Merges the term dictionaries, and leaves out the terms without postings in the merged index. */
function mergeTerms(
  segments: readonly Segment[],
  postingCounts: readonly Uint32Array[],
  allocate: Allocate,
) {
  const lists = segments.map(({ termOffsets, termUnits }) => ({
    offsets: termOffsets,
    units: termUnits,
  }));
  return mergeStrings(lists, {
    isKept: (segment, term) => postingCounts[segment][term] > 0,
    create: (length) => allocateArray(Uint16Array, length, allocate),
    parts: 'code units in terms',
  });
}

/**
 * If the first segment is a complete index, returns its terms in suffix order, with their numbers in the merged index.
 */
function knownSuffixOrder([first]: readonly MappedSegment[]): Uint32Array | undefined {
  if (first === undefined || !isCompleteIndex(first.segment)) return undefined;
  const { termsBySuffix } = first.segment;
  const order = new Uint32Array(termsBySuffix.length);
  let count = 0;
  for (let i = 0; i < termsBySuffix.length; i++) {
    const term = first.terms[termsBySuffix[i]];
    order[count] = term;
    if (term !== LEFT_OUT) count++;
  }
  return order.subarray(0, count);
}

/**
 * Merges the field lengths of segments, and sums the lengths of each field. The array of a field that is empty in every
 * document is empty.
 */
function mergeFieldLengths(
  parts: readonly SegmentDocuments[],
  documentCount: number,
  fieldCount: number,
) {
  const fieldLengthSums = new Float64Array(fieldCount);
  const maxLengths = new Uint32Array(fieldCount);
  for (const { segment, documents } of parts) {
    segment.fieldLengths.forEach((lengths, field) => {
      let [sum, maximum] = [0, maxLengths[field]];
      for (let document = 0; document < lengths.length; document++) {
        if (documents[document] === LEFT_OUT) continue;
        const length = lengths[document];
        sum += length;
        if (length > maximum) maximum = length;
      }
      fieldLengthSums[field] += sum;
      maxLengths[field] = maximum;
    });
  }
  const fieldLengths = Array.from(maxLengths, (maximum) =>
    createSmallestArray(maximum, maximum === 0 ? 0 : documentCount),
  );
  for (const { segment, documents } of parts) {
    segment.fieldLengths.forEach((lengths, field) => {
      copyLengths(lengths, documents, fieldLengths[field]);
    });
  }
  return { fieldLengthSums, fieldLengths };
}

function copyLengths(lengths: UnsignedArray, documents: Uint32Array, merged: UnsignedArray): void {
  for (let document = 0; document < lengths.length; document++) {
    const to = documents[document];
    if (to !== LEFT_OUT) merged[to] = lengths[document];
  }
}

/** A term is dense when at least 1/DENSE_RATIO of all documents have the term. */
const DENSE_RATIO = 32;

/** The arrays of an index that only make lookups in its other arrays faster. */
type IndexLookups = Pick<FrozenIndexData, 'termMinSharedLengths' | 'denseTerms' | 'denseBitsets'>;

/** Builds the arrays that make lookups in an index faster. For the parameters, see `FrozenIndexData`. */
function buildIndexLookups(
  termSharedLengths: Uint8Array,
  postingOffsets: Uint32Array,
  postingDocuments: Uint32Array,
  documentCount: number,
): IndexLookups {
  const dense: number[] = [];
  for (let term = 0; term + 1 < postingOffsets.length; term++) {
    const count = postingOffsets[term + 1] - postingOffsets[term];
    if (count * DENSE_RATIO >= documentCount) dense.push(term);
  }
  const length = rankBitsetLength(documentCount);
  const denseBitsets = new Uint32Array(dense.length * length);
  dense.forEach((term, i) => {
    const documents = postingDocuments.subarray(postingOffsets[term], postingOffsets[term + 1]);
    writeRankBitset(documents, denseBitsets.subarray(i * length, (i + 1) * length));
  });
  return {
    termMinSharedLengths: minSharedLengthsOf(termSharedLengths),
    denseTerms: Uint32Array.from(dense),
    denseBitsets,
  };
}
