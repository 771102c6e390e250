/*
 * Merges the forward indexes of segments, and collects the bigram postings from the merged forward index.
 * `merge-segments.ts` calls both functions.
 */

import { LEFT_OUT } from '../../base/merge-strings.js';
import {
  type Allocate,
  allocateArray,
  createSmallestArray,
  sumCounts,
  varintLength,
  writeVarint,
} from '../../base/typed-arrays.js';
import { type FrozenIndexData, isCompleteIndex, type MappedSegment } from '../frozen-index-data.js';
import { MAX_BIGRAM_TERMS } from '../postings/document-sets.js';

/** The arrays of the merged forward index: see `FrozenIndexData`. */
interface ForwardIndex {
  readonly forwardOffsets: Uint32Array;
  /**
   * An id below the number of fields is a field, and begins a run. Other ids are terms; the most frequent term has the
   * lowest id.
   */
  readonly forwardBytes: Uint8Array;
}

/**
 * Merges the forward indexes of segments. Replaces each id, which is a varint, by the id in the merged index.
 *
 * @param ranks the `termFrequencyRanks` of the merged index, which determine the ids of the terms
 * @throws RangeError when the forward index has more bytes than a 32-bit offset can number
 */
export function mergeForwardIndex(
  mapped: readonly MappedSegment[],
  documentCount: number,
  ranks: Uint32Array,
  allocate: Allocate,
): ForwardIndex {
  const idsOfSegments = mapped.map((part) => mergedIds(part, ranks));
  const forwardOffsets = new Uint32Array(documentCount + 1);
  mapped.forEach((part, i) => {
    measureDocuments(part, idsOfSegments[i].ids, forwardOffsets);
  });
  sumCounts(forwardOffsets, 'bytes in the forward index');
  const forwardBytes = allocateArray(Uint8Array, forwardOffsets[documentCount], allocate);
  mapped.forEach((part, i) => {
    convertDocuments(part, idsOfSegments[i], { forwardOffsets, forwardBytes });
  });
  return { forwardOffsets, forwardBytes };
}

/** The ids of the forward index of a segment in the merged index. */
interface MergedIds {
  /** By id: the id in the merged index. The id itself for a term that the merged index does not have. */
  readonly ids: Uint32Array;
  /**
   * By block of {@link BLOCK} ids: the difference between the merged id and the id, if it is the same for the whole block,
   * otherwise {@link SEVERAL}. If few documents of a large index change, most ids of rare terms change by the same
   * difference as the ids next to them, so that the large array of all ids is seldom read.
   */
  readonly differences: Int32Array;
}

/** The number of ids of a block, as a power of two. */
const BLOCK_BITS = 5;
const BLOCK = 1 << BLOCK_BITS;
/** Marks a block whose ids change by several differences. No difference is as great. */
const SEVERAL = 0x7fffffff;

/** @param ranks the ranks of the terms of the merged index */
function mergedIds({ segment, terms }: MappedSegment, ranks: Uint32Array): MergedIds {
  const fieldCount = segment.fields.length;
  const ids = new Uint32Array(fieldCount + terms.length);
  for (let field = 0; field < fieldCount; field++) ids[field] = field;
  const ranked = segment.termsByFrequency;
  for (let rank = 0; rank < ranked.length; rank++) {
    const merged = terms[ranked[rank]];
    ids[fieldCount + rank] = fieldCount + (merged === LEFT_OUT ? rank : ranks[merged]);
  }
  const differences = new Int32Array(Math.ceil(ids.length / BLOCK));
  for (let id = 0; id < ids.length; id++) {
    const difference = ids[id] - id;
    const block = id >>> BLOCK_BITS;
    if (id % BLOCK === 0) differences[block] = difference;
    else if (differences[block] !== difference) differences[block] = SEVERAL;
  }
  return { ids, differences };
}

/** Sets the number of bytes of each document in the merged index, as the element of `sizes` after its number. */
function measureDocuments(
  { segment, documents }: MappedSegment,
  ids: Uint32Array,
  sizes: Uint32Array,
): void {
  const { forwardBytes, forwardOffsets } = segment;
  const lengths = new Uint8Array(ids.length);
  for (let id = 0; id < ids.length; id++) lengths[id] = varintLength(ids[id]);
  const resized = isCompleteIndex(segment) ? findResized(segment, lengths) : undefined;
  for (let document = 0; document < documents.length; document++) {
    if (documents[document] === LEFT_OUT) continue;
    const end = forwardOffsets[document + 1];
    let at = forwardOffsets[document];
    let size = end - at;
    if (resized === undefined || resized[document] === 1) {
      size = 0;
      while (at < end) {
        let byte = forwardBytes[at++];
        let id = byte & 0x7f;
        for (let shift = 7; byte > 0x7f; shift += 7) {
          byte = forwardBytes[at++];
          id |= (byte & 0x7f) << shift;
        }
        size += lengths[id];
      }
    }
    sizes[documents[document] + 1] = size;
  }
}

/**
 * Finds the documents with a term whose id has another number of bytes in the merged index. If few documents of an index
 * change, these are few terms, such as a term whose id 16,383 becomes 16,384. Returns undefined if measuring all documents
 * takes less time than finding these.
 *
 * @param lengths by id: the number of bytes of the id in the merged index
 */
function findResized(
  { documentCount, fields, termsByFrequency, postingOffsets, postingDocuments }: FrozenIndexData,
  lengths: Uint8Array,
): Uint8Array | undefined {
  const resized = new Uint8Array(documentCount);
  let count = 0;
  for (let id = fields.length; id < lengths.length; id++) {
    if (lengths[id] === varintLength(id)) continue;
    const term = termsByFrequency[id - fields.length];
    const end = postingOffsets[term + 1];
    count += end - postingOffsets[term];
    if (count > documentCount) return undefined;
    for (let at = postingOffsets[term]; at < end; at++) resized[postingDocuments[at]] = 1;
  }
  return resized;
}

function convertDocuments(
  { segment, documents }: MappedSegment,
  { ids, differences }: MergedIds,
  merged: ForwardIndex,
): void {
  const { forwardBytes: bytes, forwardOffsets: offsets } = segment;
  const { forwardBytes, forwardOffsets } = merged;
  for (let document = 0; document < documents.length; document++) {
    if (documents[document] === LEFT_OUT) continue;
    const end = offsets[document + 1];
    let at = offsets[document];
    let to = forwardOffsets[documents[document]];
    while (at < end) {
      let byte = bytes[at++];
      let id = byte & 0x7f;
      for (let shift = 7; byte > 0x7f; shift += 7) {
        byte = bytes[at++];
        id |= (byte & 0x7f) << shift;
      }
      const difference = differences[id >>> BLOCK_BITS];
      const mergedId = difference === SEVERAL ? ids[id] : id + difference;
      if (mergedId <= 0x7f) forwardBytes[to++] = mergedId;
      else to = writeVarint(forwardBytes, to, mergedId);
    }
  }
}

/** A bigram is indexed only when each of its terms is in more than 1/DOCUMENTS_RATIO of all documents. */
const DOCUMENTS_RATIO = 128;
/** A bigram is indexed only when each of its terms is in more than this many documents. */
const DOCUMENTS_THRESHOLD = 16;

/**
 * The postings of the bigrams of the most frequent terms: for each ordered pair of these terms, the documents in which the
 * second term directly follows the first term within a run. The bigram of the terms `a` and `b` has the number
 * `a * termCount + b`, where terms are numbered from 0, the most frequent term first.
 */
interface CollectedBigrams {
  /** Per bigram, the range of its documents. */
  readonly offsets: Uint32Array;
  /** The documents that have the bigram, ascending within each bigram. */
  readonly documents: Uint32Array;
  /** Parallel to `documents`: the fields that contain the bigram, as a bit mask. */
  readonly masks: Uint32Array;
}

/**
 * Merges the bigram postings of segments. If the first segment is a complete index, keeps its bigram postings, unless a
 * term has become one of the most frequent terms. Collects the bigrams of all other documents from the merged forward
 * index. `FrozenIndexData` describes the arrays of the result.
 */
export function mergeBigrams(
  mapped: readonly MappedSegment[],
  forwardIndex: ForwardIndex,
  termsByFrequency: Uint32Array,
  postingOffsets: Uint32Array,
) {
  const documentCount = forwardIndex.forwardOffsets.length - 1;
  const fieldCount = mapped[0]?.segment.fields.length ?? 0;
  const termCount = countBigramTerms(postingOffsets, documentCount);
  const known = findKnownBigrams(mapped, termsByFrequency.subarray(0, termCount));
  const others = documentsWithout(known?.documents ?? new Uint32Array(0), documentCount);
  const collected = collectBigrams(forwardIndex, fieldCount, termCount, others);
  return encodeBigrams(known === undefined ? collected : mergeWithKnown(known, collected));
}

/** The bigram postings of documents of a complete index. */
interface KnownBigrams {
  readonly index: FrozenIndexData;
  /** By document of the index: its document in the merged index, or `LEFT_OUT`. */
  readonly documents: Uint32Array;
  /** By bigram of the merged index: its number in the index. */
  readonly numbers: readonly number[];
}

function documentsWithout(documents: Uint32Array, documentCount: number): Uint32Array {
  const isListed = new Uint8Array(documentCount);
  for (let i = 0; i < documents.length; i++) {
    if (documents[i] !== LEFT_OUT) isListed[documents[i]] = 1;
  }
  const others = new Uint32Array(documentCount);
  let count = 0;
  for (let document = 0; document < documentCount; document++) {
    if (isListed[document] === 0) others[count++] = document;
  }
  return others.subarray(0, count);
}

/** @param terms the merged terms whose bigrams are indexed, the most frequent term first */
function findKnownBigrams(
  mapped: readonly MappedSegment[],
  terms: Uint32Array,
): KnownBigrams | undefined {
  const [first] = mapped;
  if (first === undefined || !first.isInOrder) return undefined;
  const { segment: index, documents, terms: mergedTerms } = first;
  if (!isCompleteIndex(index)) return undefined;
  // For n terms, `bigramOffsets` has n * n + 1 elements.
  const termCount = Math.sqrt(index.bigramOffsets.length - 1);
  const known = Array.from(
    index.termsByFrequency.subarray(0, termCount),
    (term) => mergedTerms[term],
  );
  const numbers = Array.from(terms, (term) => known.indexOf(term));
  if (numbers.includes(-1)) return undefined;
  return {
    index,
    documents,
    numbers: numbers.flatMap((first) => numbers.map((second) => first * termCount + second)),
  };
}

function mergeWithKnown(
  { index, documents: mergedDocuments, numbers }: KnownBigrams,
  others: CollectedBigrams,
): CollectedBigrams {
  const { bigramOffsets, bigramDocuments, bigramFields, bigramFieldSets } = index;
  const offsets = new Uint32Array(numbers.length + 1);
  const documents = new Uint32Array(bigramDocuments.length + others.documents.length);
  const masks = new Uint32Array(documents.length);
  let length = 0;
  numbers.forEach((number, bigram) => {
    let next = others.offsets[bigram];
    const otherEnd = others.offsets[bigram + 1];
    const end = bigramOffsets[number + 1];
    for (let at = bigramOffsets[number]; at <= end; at++) {
      const document = at < end ? mergedDocuments[bigramDocuments[at]] : Number.POSITIVE_INFINITY;
      if (document === LEFT_OUT) continue;
      for (; next < otherEnd && others.documents[next] < document; next++) {
        documents[length] = others.documents[next];
        masks[length++] = others.masks[next];
      }
      if (at === end) break;
      documents[length] = document;
      masks[length++] = bigramFieldSets[bigramFields[at]];
    }
    offsets[bigram + 1] = length;
  });
  return {
    offsets,
    documents: documents.subarray(0, length),
    masks: masks.subarray(0, length),
  };
}

/**
 * Collects the bigrams of documents. Reads them twice, which takes about 10 ns per token.
 *
 * @param documents ascending
 */
function collectBigrams(
  forwardIndex: ForwardIndex,
  fieldCount: number,
  termCount: number,
  documents: Uint32Array,
): CollectedBigrams {
  const offsets = new Uint32Array(termCount * termCount + 1);
  /** For each bigram, one more than the latest document that contains the bigram, or 0. */
  const latest = new Uint32Array(termCount * termCount);
  const scan = (onBigram: (bigram: number, document: number, field: number) => void) =>
    scanBigrams(forwardIndex, fieldCount, termCount, documents, onBigram);
  scan((bigram, document) => {
    if (latest[bigram] === document + 1) return;
    latest[bigram] = document + 1;
    offsets[bigram + 1]++;
  });
  sumCounts(offsets, 'documents of bigrams');
  latest.fill(0);

  const documentsOfBigrams = new Uint32Array(offsets[latest.length]);
  const masks = new Uint32Array(documentsOfBigrams.length);
  const cursors = offsets.slice(0, latest.length);
  scan((bigram, document, field) => {
    if (latest[bigram] !== document + 1) documentsOfBigrams[cursors[bigram]++] = document;
    latest[bigram] = document + 1;
    masks[cursors[bigram] - 1] |= 1 << field;
  });
  return { offsets, documents: documentsOfBigrams, masks };
}

/** Returns the arrays of `FrozenIndexData` with bigram postings. */
function encodeBigrams({ offsets, documents, masks }: CollectedBigrams) {
  const distinct = new Set<number>();
  // Many adjacent masks are the same.
  for (let i = 0; i < masks.length; i++) {
    if (i === 0 || masks[i] !== masks[i - 1]) distinct.add(masks[i]);
  }
  const bigramFieldSets = Uint32Array.from(distinct).sort();
  const numbers = new Map(Array.from(bigramFieldSets, (mask, number) => [mask, number]));
  const bigramFields = createSmallestArray(bigramFieldSets.length, masks.length);
  let number = 0;
  for (let i = 0; i < masks.length; i++) {
    if (i === 0 || masks[i] !== masks[i - 1]) number = numbers.get(masks[i]) ?? 0;
    bigramFields[i] = number;
  }
  return { bigramOffsets: offsets, bigramDocuments: documents, bigramFields, bigramFieldSets };
}

/** Returns the number of terms whose bigrams are indexed. */
function countBigramTerms(postingOffsets: Uint32Array, documentCount: number): number {
  const threshold = Math.max(DOCUMENTS_THRESHOLD, documentCount / DOCUMENTS_RATIO);
  let count = 0;
  for (let term = 0; term + 1 < postingOffsets.length; term++) {
    if (postingOffsets[term + 1] - postingOffsets[term] > threshold) count++;
  }
  return Math.min(count, MAX_BIGRAM_TERMS);
}

/**
 * Calls `onBigram` for each two adjacent tokens of a run whose terms are both among the `termCount` most
 * frequent terms, in the order of the documents.
 */
function scanBigrams(
  { forwardOffsets, forwardBytes }: ForwardIndex,
  fieldCount: number,
  termCount: number,
  documents: Uint32Array,
  onBigram: (bigram: number, document: number, field: number) => void,
): void {
  // The ids of fields and frequent terms are below 128 and take one byte each.
  const end = fieldCount + termCount;
  for (const document of documents) {
    let field = 0;
    let before = -1;
    for (let at = forwardOffsets[document]; at < forwardOffsets[document + 1]; at++) {
      const id = forwardBytes[at];
      if (id > 0x7f) {
        while (forwardBytes[at] > 0x7f) at++;
        before = -1;
      } else if (id < fieldCount) {
        field = id;
        before = -1;
      } else if (id < end) {
        const term = id - fieldCount;
        if (before >= 0) onBigram(before * termCount + term, document, field);
        before = term;
      } else {
        before = -1;
      }
    }
  }
}
