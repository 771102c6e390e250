import { checkFrozenIndex, type FrozenIndexData, withGetters } from '../../../search/index.js';
import {
  getSection,
  lazySection,
  type Sections,
  type SectionWriter,
  unsignedSection,
  withSectionNames,
} from '../container/sections.js';

/** The section names of the arrays of an index, except field lengths, which have one array per field. */
const ARRAYS = {
  fieldLengthSums: 'index.field_length_sums',
  termOffsets: 'index.term.offsets',
  termUnits: 'index.term.units',
  termSharedLengths: 'index.term.shared_lengths',
  termsBySuffix: 'index.term.by_suffix',
  postingOffsets: 'index.posting.offsets',
  postingDocuments: 'index.posting.documents',
  postingFrequencySets: 'index.posting.frequency_sets',
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

/** Writes an index as one section per array. */
export function addIndex(sections: SectionWriter, index: FrozenIndexData): void {
  index.fields.forEach((field, number) => {
    sections.set(fieldLengthsOf(field), index.fieldLengths[number]);
  });
  for (const [array, name] of Object.entries(ARRAYS)) {
    sections.set(name, index[array as keyof typeof ARRAYS]);
  }
}

/**
 * Opens an index that {@link addIndex} wrote. Large sections that only some queries need, such as
 * phrases and wildcards, are read from `sections` at their first use.
 *
 * @param fields the names of the fields of the written index, in the same order
 * @throws MissingSectionError if a section is missing
 */
export function openIndex(
  sections: Sections,
  fields: readonly string[],
  documentCount: number,
): FrozenIndexData {
  const u32 = (array: keyof typeof ARRAYS) => getSection(sections, ARRAYS[array], Uint32Array);
  const u8 = (array: keyof typeof ARRAYS) => getSection(sections, ARRAYS[array], Uint8Array);
  const lazyU32 = (array: keyof typeof ARRAYS) => lazySection(sections, ARRAYS[array], Uint32Array);
  const frequencySets = unsignedSection(sections, ARRAYS.postingFrequencySets);
  const data = {
    documentCount,
    fields,
    fieldLengths: fields.map((field) => unsignedSection(sections, fieldLengthsOf(field))),
    fieldLengthSums: getSection(sections, ARRAYS.fieldLengthSums, Float64Array),
    termOffsets: u32('termOffsets'),
    termUnits: getSection(sections, ARRAYS.termUnits, Uint16Array),
    postingOffsets: u32('postingOffsets'),
    postingDocuments: u32('postingDocuments'),
    postingFrequencySets: frequencySets as Uint16Array | Uint32Array,
    frequencySetOffsets: u32('frequencySetOffsets'),
    frequencySetFields: u8('frequencySetFields'),
    frequencySetFrequencies: u32('frequencySetFrequencies'),
    documentFrequencyTerms: u32('documentFrequencyTerms'),
    documentFrequencyOffsets: u32('documentFrequencyOffsets'),
    documentFrequencyFields: u8('documentFrequencyFields'),
    documentFrequencies: u32('documentFrequencies'),
    forwardBytes: u8('forwardBytes'),
    bigramOffsets: u32('bigramOffsets'),
    bigramFields: unsignedSection(sections, ARRAYS.bigramFields),
    bigramFieldSets: u32('bigramFieldSets'),
  };
  return withGetters(data, {
    termSharedLengths: lazySection(sections, ARRAYS.termSharedLengths, Uint8Array),
    termsBySuffix: lazyU32('termsBySuffix'),
    forwardOffsets: lazyU32('forwardOffsets'),
    bigramDocuments: lazyU32('bigramDocuments'),
  });
}

/**
 * Checks an index that {@link addIndex} wrote. The parameters are the same as for {@link openIndex}.
 *
 * @throws StructureError if a section is invalid
 */
export function checkIndex(
  sections: Sections,
  fields: readonly string[],
  documentCount: number,
): void {
  const sectionOf = (structure: string) => {
    const [array, field] = structure.split('.');
    return field === undefined ? ARRAYS[array as keyof typeof ARRAYS] : fieldLengthsOf(field);
  };
  withSectionNames(sectionOf, () => checkFrozenIndex(openIndex(sections, fields, documentCount)));
}

/** Returns the name of the section with the lengths of a field. */
function fieldLengthsOf(field: string): string {
  return `index.field_lengths.${field}`;
}
