import type { FrozenIndexData } from '../frozen-index-data.js';
import { rankTermsByFrequency } from '../postings/forward-index.js';
import { GrowableArray } from '../structures/growable-array.js';
import { createSmallestArray, type UnsignedArray } from '../structures/smallest-type.js';
import type { Segment } from './segment.js';

const NOT_KEPT = 0xffffffff;

/**
 * Returns some documents of an index as a segment, to merge them with new documents. No text is analyzed again.
 *
 * @param documents the documents to keep, ascending. Document `i` of the segment is `documents[i]` of the index.
 */
export function segmentOfIndex(index: FrozenIndexData, documents: Uint32Array): Segment {
  const localOf = new Uint32Array(index.documentCount).fill(NOT_KEPT);
  documents.forEach((document, local) => {
    localOf[document] = local;
  });
  const { terms, ...postings } = keepPostings(index, localOf, documents.length);
  const localTerms = new Uint32Array(index.termOffsets.length - 1).fill(NOT_KEPT);
  terms.forEach((term, local) => {
    localTerms[term] = local;
  });
  return {
    documentCount: documents.length,
    fields: index.fields,
    fieldLengths: keepFieldLengths(index, documents),
    ...keepTerms(index, terms),
    ...postings,
    frequencySetOffsets: index.frequencySetOffsets,
    frequencySetFields: index.frequencySetFields,
    frequencySetFrequencies: index.frequencySetFrequencies,
    ...keepForwardIndex(index, documents, localTerms),
    termsBySuffix: index.termsBySuffix
      .map((term) => localTerms[term])
      .filter((local) => local !== NOT_KEPT),
  };
}

/** Returns the postings of the kept documents, and the terms that still have a posting. */
function keepPostings(
  { postingOffsets, postingDocuments, postingFrequencySets }: FrozenIndexData,
  localOf: Uint32Array,
  documentCount: number,
) {
  const terms = new GrowableArray();
  const offsets = new GrowableArray();
  const documents = createSmallestArray(documentCount, postingDocuments.length);
  const frequencySets = postingFrequencySets.slice();
  let length = 0;
  offsets.push(0);
  for (let term = 0; term < postingOffsets.length - 1; term++) {
    const start = length;
    for (let at = postingOffsets[term]; at < postingOffsets[term + 1]; at++) {
      const local = localOf[postingDocuments[at]];
      if (local === NOT_KEPT) continue;
      documents[length] = local;
      frequencySets[length++] = postingFrequencySets[at];
    }
    if (length === start) continue;
    terms.push(term);
    offsets.push(length);
  }
  return {
    terms: terms.toArray(),
    postingOffsets: offsets.toArray(),
    postingDocuments: documents.subarray(0, length),
    postingFrequencySets: frequencySets.subarray(0, length),
  };
}

function keepTerms({ termOffsets, termUnits }: FrozenIndexData, terms: Uint32Array) {
  const keptOffsets = new Uint32Array(terms.length + 1);
  const keptUnits = new Uint16Array(termUnits.length);
  let length = 0;
  terms.forEach((term, local) => {
    const units = termUnits.subarray(termOffsets[term], termOffsets[term + 1]);
    keptUnits.set(units, length);
    length += units.length;
    keptOffsets[local + 1] = length;
  });
  return { termOffsets: keptOffsets, termUnits: keptUnits.subarray(0, length) };
}

function keepFieldLengths(
  { fieldLengths }: FrozenIndexData,
  documents: Uint32Array,
): UnsignedArray {
  const widest = Math.max(1, ...fieldLengths.map(({ BYTES_PER_ELEMENT }) => BYTES_PER_ELEMENT));
  const kept = createSmallestArray(2 ** (8 * widest) - 1, documents.length * fieldLengths.length);
  fieldLengths.forEach((lengths, field) => {
    // The array of a field that is empty in every document is empty.
    if (lengths.length === 0) return;
    for (let local = 0; local < documents.length; local++) {
      kept[local * fieldLengths.length + field] = lengths[documents[local]];
    }
  });
  return kept;
}

/** @param localTerms by term of the index: the term of the segment, which each term of a kept document has */
function keepForwardIndex(index: FrozenIndexData, documents: Uint32Array, localTerms: Uint32Array) {
  const { fields, postingOffsets, forwardBytes, forwardOffsets } = index;
  /** By id in the index: the id in the segment. */
  const localIds = new Uint32Array(fields.length + localTerms.length);
  for (let field = 0; field < fields.length; field++) localIds[field] = field;
  rankTermsByFrequency(postingOffsets).forEach((term, rank) => {
    localIds[fields.length + rank] = fields.length + localTerms[term];
  });
  // No id is shorter than one byte.
  const ids = createSmallestArray(fields.length + localTerms.length, forwardBytes.length);
  const keptOffsets = new Uint32Array(documents.length + 1);
  let length = 0;
  for (let local = 0; local < documents.length; local++) {
    const end = forwardOffsets[documents[local] + 1];
    for (let at = forwardOffsets[documents[local]]; at < end; ) {
      let byte = forwardBytes[at++];
      let id = byte & 0x7f;
      for (let shift = 7; byte > 0x7f; shift += 7) {
        byte = forwardBytes[at++];
        id |= (byte & 0x7f) << shift;
      }
      ids[length++] = localIds[id];
    }
    keptOffsets[local + 1] = length;
  }
  return { forwardOffsets: keptOffsets, forwardIds: ids.subarray(0, length) };
}
