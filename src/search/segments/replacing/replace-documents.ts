import { orderBySuffix } from '../../dictionary/suffix-order.js';
import { measureSharedLengths } from '../../dictionary/term-dictionary.js';
import type { FrozenIndexData } from '../../frozen-index-data.js';
import { ranksOfTerms, rankTermsByFrequency } from '../../postings/forward-index.js';
import { lowerBound } from '../../structures/binary-search.js';
import { type Allocate, allocateMemory } from '../allocate.js';
import { buildIndexLookups } from '../index-lookups.js';
import { mergeFrequencySets } from '../merge-frequency-sets.js';
import { mergeSegments } from '../merge-segments.js';
import type { Segment } from '../segment.js';
import { countKeptPostings, LEFT_OUT, type MappedPart, type Part } from './part.js';
import { replaceBigrams } from './replace-bigrams.js';
import { replaceFieldLengths } from './replace-field-lengths.js';
import { replaceForwardIndex } from './replace-forward-index.js';
import { replacePostings } from './replace-postings.js';
import { replaceTerms } from './replace-terms.js';

/**
 * Replaces, adds and removes documents of an index. The result has the same bytes as the index that `mergeSegments`
 * returns for the kept and the added documents.
 *
 * Takes about 2.5 µs per kept document of a library catalog, because each array of the index is copied in one or two
 * passes.
 *
 * @param kept the documents to keep, ascending
 * @param segments the added documents, with the same fields as the index
 * @param docIds The doc id mapping: first the new doc ids of the kept documents, ascending, then the doc ids of the
 *   added documents. Contains each number from 0 to the last document once.
 * @param allocate Allocates the memory of the largest arrays. Default: memory of the calling thread.
 * @throws RangeError under the same conditions as `mergeSegments`
 * @example
 * const index = mergeSegments([buildSegment([{ title: 'Emma' }, { title: 'Persuasion' }], { fields: ['title'] })]);
 * const added = buildSegment([{ title: 'Sanditon' }], { fields: ['title'] });
 * // Keeps the second document, which becomes the first.
 * replaceDocuments(index, Uint32Array.of(1), [added], Uint32Array.of(0, 1)).documentCount; // 2
 */
export function replaceDocuments(
  index: FrozenIndexData,
  kept: Uint32Array,
  segments: Iterable<Segment>,
  docIds: Uint32Array,
  allocate: Allocate = allocateMemory,
): FrozenIndexData {
  const { fields } = index;
  const documents = new Uint32Array(index.documentCount).fill(LEFT_OUT);
  for (let i = 0; i < kept.length; i++) documents[kept[i]] = docIds[i];
  const parts = [{ index, documents }, mergeAdded(segments, docIds.subarray(kept.length))] as const;
  const [keptPostings, addedPostings] = parts.map(countKeptPostings);
  const keptCounts = keptPostings.counts;

  const dictionary = replaceTerms(index, parts[1].index, keptCounts, allocate);
  const { termOffsets, termUnits, termsBefore, termsAdded } = dictionary;
  const before: MappedPart = { ...parts[0], terms: termsBefore };
  const added: MappedPart = { ...parts[1], terms: termsAdded };
  const sets = mergeFrequencySets([keptPostings.frequencySets, addedPostings.frequencySets]);
  const postings = replacePostings(
    before,
    added,
    keptCounts,
    termOffsets.length - 1,
    sets,
    allocate,
  );
  const { postingOffsets, postingDocuments } = postings;
  const termsByFrequency = rankTermsByFrequency(postingOffsets);
  const termFrequencyRanks = ranksOfTerms(termsByFrequency);
  const documentCount = docIds.length;
  const forwardIndex = replaceForwardIndex(
    before,
    added,
    documentCount,
    termFrequencyRanks,
    allocate,
  );
  const termSharedLengths = measureSharedLengths(termOffsets, termUnits);
  return {
    documentCount,
    fields,
    ...replaceFieldLengths(parts, documentCount),
    termOffsets,
    termUnits,
    termSharedLengths,
    termsByFrequency,
    termFrequencyRanks,
    ...buildIndexLookups(termSharedLengths, postingOffsets, postingDocuments, documentCount),
    termsBySuffix: orderBySuffix(termOffsets, termUnits, keptSuffixOrder(before)),
    ...postings,
    frequencySetOffsets: sets.frequencySetOffsets,
    frequencySetFields: sets.frequencySetFields,
    frequencySetFrequencies: sets.frequencySetFrequencies,
    ...forwardIndex,
    ...replaceBigrams(before, added, forwardIndex, postingOffsets, termsByFrequency),
  };
}

/** Merges the added documents in the order of their doc ids. */
function mergeAdded(segments: Iterable<Segment>, docIds: Uint32Array): Part {
  const documents = docIds.slice().sort();
  const order = docIds.map((docId) => lowerBound(documents, docId));
  return { index: mergeSegments(segments, order), documents };
}

/** Returns the kept terms in their suffix order, as terms of the merged index. */
function keptSuffixOrder({ index: { termsBySuffix }, terms }: MappedPart): Uint32Array {
  const order = new Uint32Array(termsBySuffix.length);
  let count = 0;
  for (let i = 0; i < termsBySuffix.length; i++) {
    const term = terms[termsBySuffix[i]];
    order[count] = term;
    if (term !== LEFT_OUT) count++;
  }
  return order.subarray(0, count);
}
