import type { FrozenIndexData } from '../../search/frozen-index-data.js';
import type { SectionData, Sections } from './section.js';
import { laterSectionOf, sectionOf, unsignedSection } from './section-of.js';

/** The arrays of an index that are sections of their own, by the names they have in the file. */
const ARRAYS = {
  fieldLengthSums: 'index.field_length_sums',
  termOffsets: 'index.term.offsets',
  termUnits: 'index.term.units',
  termsByEnding: 'index.term.by_ending',
  postingOffsets: 'index.posting.offsets',
  postingDocuments: 'index.posting.documents',
  postingSignatures: 'index.posting.signatures',
  signatureOffsets: 'index.signature.offsets',
  signatureFields: 'index.signature.fields',
  signatureFrequencies: 'index.signature.frequencies',
  frequentTerms: 'index.document_frequency.terms',
  frequencyOffsets: 'index.document_frequency.offsets',
  frequencyFields: 'index.document_frequency.fields',
  documentFrequencies: 'index.document_frequency.documents',
  tokenOffsets: 'index.token.offsets',
  tokenBytes: 'index.token.bytes',
  pairOffsets: 'index.pair.offsets',
  pairDocuments: 'index.pair.documents',
  pairFields: 'index.pair.fields',
  fieldSets: 'index.pair.field_sets',
} as const satisfies Partial<Record<keyof FrozenIndexData, string>>;

/** Writes an index, an array a section. */
export function addIndex(sections: Map<string, SectionData>, index: FrozenIndexData): void {
  index.fields.forEach((field, number) => {
    sections.set(fieldLengthsOf(field), index.fieldLengths[number]);
  });
  for (const [array, name] of Object.entries(ARRAYS)) {
    sections.set(name, index[array as keyof typeof ARRAYS]);
  }
}

/**
 * The index that {@link addIndex} wrote, over the same fields. What only phrases, wildcards and
 * suggestions need is decoded when one is asked for.
 */
export function openIndex(
  sections: Sections,
  fields: readonly string[],
  documentCount: number,
): FrozenIndexData {
  const u32 = (array: keyof typeof ARRAYS) => sectionOf(sections, ARRAYS[array], Uint32Array);
  const u8 = (array: keyof typeof ARRAYS) => sectionOf(sections, ARRAYS[array], Uint8Array);
  const later = (array: keyof typeof ARRAYS) =>
    laterSectionOf(sections, ARRAYS[array], Uint32Array);
  const termsByEnding = later('termsByEnding');
  const tokenOffsets = later('tokenOffsets');
  const pairDocuments = later('pairDocuments');
  const signatures = unsignedSection(sections, ARRAYS.postingSignatures);
  return {
    documentCount,
    fields,
    fieldLengths: fields.map((field) => unsignedSection(sections, fieldLengthsOf(field))),
    fieldLengthSums: sectionOf(sections, ARRAYS.fieldLengthSums, Float64Array),
    termOffsets: u32('termOffsets'),
    termUnits: sectionOf(sections, ARRAYS.termUnits, Uint16Array),
    get termsByEnding() {
      return termsByEnding();
    },
    postingOffsets: u32('postingOffsets'),
    postingDocuments: u32('postingDocuments'),
    postingSignatures: signatures as Uint16Array | Uint32Array,
    signatureOffsets: u32('signatureOffsets'),
    signatureFields: u8('signatureFields'),
    signatureFrequencies: u32('signatureFrequencies'),
    frequentTerms: u32('frequentTerms'),
    frequencyOffsets: u32('frequencyOffsets'),
    frequencyFields: u8('frequencyFields'),
    documentFrequencies: u32('documentFrequencies'),
    get tokenOffsets() {
      return tokenOffsets();
    },
    tokenBytes: u8('tokenBytes'),
    pairOffsets: u32('pairOffsets'),
    get pairDocuments() {
      return pairDocuments();
    },
    pairFields: unsignedSection(sections, ARRAYS.pairFields),
    fieldSets: u32('fieldSets'),
  };
}

function fieldLengthsOf(field: string): string {
  return `index.field_lengths.${field}`;
}
