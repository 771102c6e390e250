import { type FrozenIndexData, rankBitsetLength } from '../../../search/index.js';
import {
  checkLength,
  getOffsets,
  getSection,
  type SectionData,
  type Sections,
  type SectionWriter,
  unsignedSection,
} from '../container/sections.js';

/** The section names of the arrays of an index, except field lengths, which have one array per field. */
const ARRAYS = {
  fieldLengthSums: 'index.field_length_sums',
  termOffsets: 'index.term.offsets',
  termUnits: 'index.term.units',
  termSharedLengths: 'index.term.shared_lengths',
  termMinSharedLengths: 'index.term.min_shared_lengths',
  termsBySuffix: 'index.term.by_suffix',
  termsByFrequency: 'index.term.by_frequency',
  termFrequencyRanks: 'index.term.frequency_ranks',
  postingOffsets: 'index.posting.offsets',
  postingDocuments: 'index.posting.documents',
  postingFrequencySets: 'index.posting.frequency_sets',
  denseTerms: 'index.dense.terms',
  denseBitsets: 'index.dense.bitsets',
  frequencySetOffsets: 'index.frequency_set.offsets',
  frequencySetFields: 'index.frequency_set.fields',
  frequencySetFrequencies: 'index.frequency_set.frequencies',
  documentFrequencyTerms: 'index.document_frequency.terms',
  documentFrequencyOffsets: 'index.document_frequency.offsets',
  documentFrequencyFields: 'index.document_frequency.fields',
  documentFrequencies: 'index.document_frequency.documents',
  forwardOffsets: 'index.forward.offsets',
  forwardBytes: 'index.forward.bytes',
  bigramOffsets: 'index.bigram.offsets',
  bigramDocuments: 'index.bigram.documents',
  bigramFields: 'index.bigram.fields',
  bigramFieldSets: 'index.bigram.field_sets',
} as const satisfies Partial<Record<keyof FrozenIndexData, string>>;

type ArrayName = keyof typeof ARRAYS;

/** Writes an index as one section per array. */
export function addIndex(sections: SectionWriter, index: FrozenIndexData): void {
  index.fields.forEach((field, number) => {
    sections.set(fieldLengthsOf(field), index.fieldLengths[number]);
  });
  for (const [array, name] of Object.entries(ARRAYS)) {
    sections.set(name, index[array as ArrayName]);
  }
}

/**
 * Opens an index that {@link addIndex} wrote.
 *
 * @param fields the names of the fields of the written index, in the same order
 * @throws MissingSectionError if a section is missing
 * @throws StructureError if lengths of sections do not belong together
 */
export function openIndex(
  sections: Sections,
  fields: readonly string[],
  documentCount: number,
): FrozenIndexData {
  const u32 = (array: ArrayName) => getSection(sections, ARRAYS[array], Uint32Array);
  const u8 = (array: ArrayName) => getSection(sections, ARRAYS[array], Uint8Array);
  const offsets = (array: ArrayName, divided: { readonly length: number }, count?: number) =>
    getOffsets(sections, ARRAYS[array], divided.length, count);
  const parallel = <T extends SectionData>(array: ArrayName, section: T, count: number) =>
    checkLength(ARRAYS[array], section, count);

  const termUnits = getSection(sections, ARRAYS.termUnits, Uint16Array);
  const termOffsets = offsets('termOffsets', termUnits);
  const termCount = termOffsets.length - 1;
  const postingDocuments = u32('postingDocuments');
  const frequencySets = unsignedSection(sections, ARRAYS.postingFrequencySets);
  const denseTerms = u32('denseTerms');
  const frequencySetFields = u8('frequencySetFields');
  const frequentTerms = u32('documentFrequencyTerms');
  const documentFrequencyFields = u8('documentFrequencyFields');
  const forwardBytes = u8('forwardBytes');
  const bigramDocuments = u32('bigramDocuments');
  const bigramFields = unsignedSection(sections, ARRAYS.bigramFields);
  return {
    documentCount,
    fields,
    fieldLengths: fields.map((field) => {
      const lengths = unsignedSection(sections, fieldLengthsOf(field));
      // The lengths of a field that no document has are empty.
      return lengths.length === 0
        ? lengths
        : checkLength(fieldLengthsOf(field), lengths, documentCount);
    }),
    fieldLengthSums: parallel(
      'fieldLengthSums',
      getSection(sections, ARRAYS.fieldLengthSums, Float64Array),
      fields.length,
    ),
    termOffsets,
    termUnits,
    termSharedLengths: parallel('termSharedLengths', u8('termSharedLengths'), termCount),
    termMinSharedLengths: u8('termMinSharedLengths'),
    termsBySuffix: u32('termsBySuffix'),
    termsByFrequency: parallel('termsByFrequency', u32('termsByFrequency'), termCount),
    termFrequencyRanks: parallel('termFrequencyRanks', u32('termFrequencyRanks'), termCount),
    postingOffsets: offsets('postingOffsets', postingDocuments, termCount),
    postingDocuments,
    postingFrequencySets: parallel(
      'postingFrequencySets',
      frequencySets as Uint16Array | Uint32Array,
      postingDocuments.length,
    ),
    denseTerms,
    denseBitsets: parallel(
      'denseBitsets',
      u32('denseBitsets'),
      denseTerms.length * rankBitsetLength(documentCount),
    ),
    frequencySetOffsets: offsets('frequencySetOffsets', frequencySetFields),
    frequencySetFields,
    frequencySetFrequencies: parallel(
      'frequencySetFrequencies',
      u32('frequencySetFrequencies'),
      frequencySetFields.length,
    ),
    documentFrequencyTerms: frequentTerms,
    documentFrequencyOffsets: offsets(
      'documentFrequencyOffsets',
      documentFrequencyFields,
      frequentTerms.length,
    ),
    documentFrequencyFields,
    documentFrequencies: parallel(
      'documentFrequencies',
      u32('documentFrequencies'),
      documentFrequencyFields.length,
    ),
    forwardOffsets: offsets('forwardOffsets', forwardBytes, documentCount),
    forwardBytes,
    bigramOffsets: offsets('bigramOffsets', bigramDocuments),
    bigramDocuments,
    bigramFields: parallel('bigramFields', bigramFields, bigramDocuments.length),
    bigramFieldSets: u32('bigramFieldSets'),
  };
}

/** Returns the name of the section with the lengths of a field. */
function fieldLengthsOf(field: string): string {
  return `index.field_lengths.${field}`;
}
