import { checkTermDictionary } from './dictionary/check-term-dictionary.js';
import { type FrozenIndexData, MAX_POSTINGS_TO_COUNT } from './frozen-index-data.js';
import { MAX_BIGRAM_TERMS } from './postings/bigram-postings.js';
import { checkForwardIndex } from './postings/forward-index.js';
import {
  checkAscending,
  checkBelow,
  checkLength,
  checkOffsets,
  StructureError,
} from './structures/structure-checks.js';

/**
 * The maximum size in bytes of the tables that an open index computes from its frequency sets, in addition to twice
 * the size of the postings and of the forward index.
 */
const MAX_TABLE_BYTES = 1 << 24;
/** The size in bytes of the table row of a pair of field and term frequency. */
const BYTES_PER_PAIR = 512;
/** The size in bytes of the table cell of a frequency set and a field. */
const BYTES_PER_SET_AND_FIELD = 4;

/**
 * Checks the arrays of an index once, so that queries need not check them. Reads each array once or twice.
 *
 * @throws StructureError if an array is invalid; `structure` is the name of the array in {@link FrozenIndexData}, or
 *   `fieldLengths.` and the name of a field
 */
export function checkFrozenIndex(data: FrozenIndexData): void {
  checkTermDictionary(data);
  checkFrequencySets(data);
  checkPostings(data);
  checkFieldLengths(data);
  checkDocumentFrequencies(data);
  checkForwardIndex(data);
  checkBigrams(data);
}

function checkFrequencySets(data: FrozenIndexData): void {
  const { frequencySetOffsets, frequencySetFields, frequencySetFrequencies, fields } = data;
  const size = frequencySetOffsets.length - 1;
  checkOffsets('frequencySetOffsets', frequencySetOffsets, size, frequencySetFields.length);
  checkLength('frequencySetFrequencies', frequencySetFrequencies, frequencySetFields.length);
  checkBelow('frequencySetFields', frequencySetFields, fields.length);
  checkAscending('frequencySetFields', frequencySetFields, frequencySetOffsets);
  const pairs = new Set<number>();
  frequencySetFrequencies.forEach((frequency, i) => {
    if (frequency === 0) {
      throw new StructureError('frequencySetFrequencies', `a number above 0 at ${i}`, 0);
    }
    pairs.add(frequency * fields.length + frequencySetFields[i]);
  });
  const tables = pairs.size * BYTES_PER_PAIR + size * fields.length * BYTES_PER_SET_AND_FIELD;
  const { postingDocuments, postingFrequencySets, forwardBytes } = data;
  const maximum =
    MAX_TABLE_BYTES +
    2 * (postingDocuments.byteLength + postingFrequencySets.byteLength + forwardBytes.length);
  if (tables > maximum) {
    throw new StructureError('frequencySetOffsets', `tables of at most ${maximum} bytes`, tables);
  }
}

function checkPostings(data: FrozenIndexData): void {
  const { postingOffsets, postingDocuments, postingFrequencySets } = data;
  checkOffsets(
    'postingOffsets',
    postingOffsets,
    data.termOffsets.length - 1,
    postingDocuments.length,
  );
  checkLength('postingFrequencySets', postingFrequencySets, postingDocuments.length);
  checkBelow('postingDocuments', postingDocuments, data.documentCount);
  checkAscending('postingDocuments', postingDocuments, postingOffsets);
  checkBelow('postingFrequencySets', postingFrequencySets, data.frequencySetOffsets.length - 1);
}

function checkFieldLengths(data: FrozenIndexData): void {
  const { fields, fieldLengths, fieldLengthSums, documentCount, frequencySetFields } = data;
  checkLength('fieldLengthSums', fieldLengthSums, fields.length);
  const isUsed = new Uint8Array(fields.length);
  for (let i = 0; i < frequencySetFields.length; i++) isUsed[frequencySetFields[i]] = 1;
  fields.forEach((field, number) => {
    const lengths = fieldLengths[number];
    if (lengths.length > 0) checkLength(`fieldLengths.${field}`, lengths, documentCount);
    let sum = 0;
    for (let i = 0; i < lengths.length; i++) sum += lengths[i];
    if (sum !== fieldLengthSums[number]) {
      throw new StructureError('fieldLengthSums', `${sum} at ${number}`, fieldLengthSums[number]);
    }
    if (sum === 0 && isUsed[number] === 1) {
      throw new StructureError(`fieldLengths.${field}`, 'a length above 0', 'none');
    }
  });
}

function checkDocumentFrequencies(data: FrozenIndexData): void {
  const { documentFrequencyTerms, documentFrequencyOffsets, documentFrequencyFields } = data;
  const { documentFrequencies, postingOffsets } = data;
  const { length } = documentFrequencyTerms;
  let next = 0;
  for (let term = 0; term + 1 < postingOffsets.length; term++) {
    if (postingOffsets[term + 1] - postingOffsets[term] <= MAX_POSTINGS_TO_COUNT) continue;
    if (documentFrequencyTerms[next] !== term) {
      const found = documentFrequencyTerms[next] ?? 'nothing';
      throw new StructureError('documentFrequencyTerms', `the term ${term} at ${next}`, found);
    }
    next++;
  }
  checkLength('documentFrequencyTerms', documentFrequencyTerms, next);
  const fields = documentFrequencyFields;
  checkOffsets('documentFrequencyOffsets', documentFrequencyOffsets, length, fields.length);
  checkBelow('documentFrequencyFields', fields, data.fields.length);
  checkAscending('documentFrequencyFields', fields, documentFrequencyOffsets);
  checkLength('documentFrequencies', documentFrequencies, fields.length);
  for (let i = 0; i < length; i++) {
    const term = documentFrequencyTerms[i];
    const count = postingOffsets[term + 1] - postingOffsets[term];
    for (let at = documentFrequencyOffsets[i]; at < documentFrequencyOffsets[i + 1]; at++) {
      if (documentFrequencies[at] >= 1 && documentFrequencies[at] <= count) continue;
      const expected = `a number from 1 to ${count} at ${at}`;
      throw new StructureError('documentFrequencies', expected, documentFrequencies[at]);
    }
  }
}

function checkBigrams(data: FrozenIndexData): void {
  const { bigramOffsets, bigramDocuments, bigramFields, bigramFieldSets, fields } = data;
  const termCount = Math.floor(Math.sqrt(bigramOffsets.length - 1));
  const maxTerms = Math.min(MAX_BIGRAM_TERMS, data.termOffsets.length - 1);
  if (!(termCount <= maxTerms)) {
    throw new StructureError('bigramOffsets', `bigrams of at most ${maxTerms} terms`, termCount);
  }
  checkOffsets('bigramOffsets', bigramOffsets, termCount ** 2, bigramDocuments.length);
  checkBelow('bigramDocuments', bigramDocuments, data.documentCount);
  checkAscending('bigramDocuments', bigramDocuments, bigramOffsets);
  checkLength('bigramFields', bigramFields, bigramDocuments.length);
  checkBelow('bigramFields', bigramFields, bigramFieldSets.length);
  checkBelow('bigramFieldSets', bigramFieldSets, 2 ** fields.length);
  checkAscending('bigramFieldSets', bigramFieldSets);
}
