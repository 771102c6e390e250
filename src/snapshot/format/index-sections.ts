/*
 * The sections of the search index, and the other data of a search by words: the synonyms, the language of each term, and
 * the keys by which titles with an exact title, author or series are found.
 */

import { lowerBound } from '../../base/binary-search.js';
import { lazy } from '../../base/lazy.js';
import type { StringTable } from '../../base/string-table.js';
import type { Titles } from '../../catalog/catalog.js';
import { titleKeyHash } from '../../catalog/comparison-keys.js';
import { findLanguage } from '../../catalog/names/languages.js';
import type { Title } from '../../catalog/records/title.js';
import { openSynonyms, type Synonyms } from '../../catalog/synonyms/synonym-table.js';
import {
  type FrozenIndexData,
  type InflectedLanguage,
  inflections,
  languageInflections,
  rankBitsetLength,
  type SearchIndex,
} from '../../search/index.js';
import {
  checkLength,
  getOffsets,
  getParallel,
  getSection,
  type SectionData,
  type Sections,
  type SectionWriter,
  unsignedSection,
} from './container/sections.js';
import { addStrings, openStrings, stringTableData } from './records.js';

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

function fieldLengthsOf(field: string): string {
  return `index.field_lengths.${field}`;
}

const SYNONYMS = 'synonyms';

/** Writes the rows of a table of synonyms. */
export function addSynonyms(sections: SectionWriter, rows: readonly string[]): void {
  addStrings(sections, SYNONYMS, rows);
}

/** The open synonyms by the array of their offsets. Catalogs that differ only in titles share their synonyms. */
const openedSynonyms = new WeakMap<SectionData, Synonyms>();

/** Opens the synonyms that {@link addSynonyms} wrote. The rows are decoded at the first lookup. */
export function openSynonymsOf(sections: Sections): Synonyms {
  const { offsets } = stringTableData(sections, SYNONYMS);
  const opened = openedSynonyms.get(offsets) ?? openSynonymStrings(openStrings(sections, SYNONYMS));
  openedSynonyms.set(offsets, opened);
  return opened;
}

function openSynonymStrings({ size, get }: StringTable): Synonyms {
  const synonyms = lazy(() => openSynonyms(Array.from({ length: size }, (_, row) => get(row))));
  return { size, lookup: (terms, at) => synonyms().lookup(terms, at) };
}

const TERM_LANGUAGES = 'index.term.languages';

/** The languages whose words share the Latin letters. Language `i` has the number `i + 1` and the bit `1 << i`. */
const LATIN_LANGUAGES = ['de', 'fr', 'es'] as const satisfies readonly InflectedLanguage[];

/**
 * A term is a word of a language if it is at least 1/4 as frequent in titles of the language as in titles of any other
 * language.
 */
const MAX_FREQUENCY_RATIO = 4;

/** Most forms of a word differ in at most this number of characters at the end. */
const MAX_ENDING_CHARS = 3;

const CYRILLIC = /^[\u0430-\u045f]/;

/** Returns the number of a title's language among the {@link LATIN_LANGUAGES}, or 0 for another language. */
export function languageNumber({ primary_language }: Title): number {
  const codes = primary_language && findLanguage(primary_language.name)?.codes;
  return LATIN_LANGUAGES.findIndex((language) => codes?.includes(language)) + 1;
}

/**
 * Writes the languages of each term of an index, as a set of bits. Counts only the titles that have the term in the
 * field `title`, because the subjects and notes of a record are often in the language of the library.
 *
 * @param languages the {@link languageNumber} of each title, by doc id
 */
export function addTermLanguages(
  sections: SectionWriter,
  index: FrozenIndexData,
  languages: ArrayLike<number>,
): void {
  const { postingOffsets, postingDocuments, postingFrequencySets } = index;
  const isInTitle = frequencySetsWith(index, index.fields.indexOf('title'));
  const titles = new Uint32Array(LATIN_LANGUAGES.length + 1);
  for (let i = 0; i < languages.length; i++) titles[languages[i]]++;
  const counts = new Uint32Array(titles.length);
  const termLanguages = new Uint8Array(postingOffsets.length - 1);
  for (let term = 0; term < termLanguages.length; term++) {
    counts.fill(0);
    const end = postingOffsets[term + 1];
    for (let i = postingOffsets[term]; i < end; i++) {
      if (isInTitle[postingFrequencySets[i]] === 1) counts[languages[postingDocuments[i]]]++;
    }
    termLanguages[term] = languagesOf(counts, titles);
  }
  sections.set(TERM_LANGUAGES, termLanguages);
}

/** Returns 1 for each frequency set that has the field, and 0 for each other set. */
function frequencySetsWith(
  { frequencySetOffsets, frequencySetFields }: FrozenIndexData,
  field: number,
): Uint8Array {
  return Uint8Array.from({ length: frequencySetOffsets.length - 1 }, (_, set) =>
    frequencySetFields
      .subarray(frequencySetOffsets[set], frequencySetOffsets[set + 1])
      .includes(field)
      ? 1
      : 0,
  );
}

/**
 * Returns the bits of the languages that a term belongs to.
 *
 * @param counts the number of titles with the term, by language number
 * @param titles the number of all titles, by language number
 */
function languagesOf(counts: Uint32Array, titles: Uint32Array): number {
  const frequencyIn = (language: number) =>
    counts[language] === 0 ? 0 : counts[language] / titles[language];
  let highest = 0;
  for (let i = 0; i < counts.length; i++) highest = Math.max(highest, frequencyIn(i));
  let bits = 0;
  for (let i = 1; i < counts.length; i++) {
    const frequency = frequencyIn(i);
    if (frequency > 0 && frequency * MAX_FREQUENCY_RATIO >= highest) bits |= 1 << (i - 1);
  }
  return bits;
}

/** Opens the languages that {@link addTermLanguages} wrote. Returns the function `Titles.inflections`. */
export function openInflections(
  sections: Sections,
  { dictionary }: SearchIndex,
): (term: string) => string[] {
  const termLanguages = getParallel(sections, TERM_LANGUAGES, Uint8Array, dictionary.size);
  return (term) => {
    // Most forms begin like the term, so they are found in a small part of the dictionary.
    const stem = term.slice(0, -MAX_ENDING_CHARS);
    const withStem = dictionary.prefixRange(stem);
    const find = (form: string) =>
      dictionary.find(form, form.startsWith(stem) ? withStem : undefined);
    const forms = new Set(inflections(term).filter((form) => find(form) >= 0));
    const addForms = (language: InflectedLanguage, bit: number | undefined) => {
      for (const form of languageInflections(language, term)) {
        const number = find(form);
        if (number < 0) continue;
        if (bit === undefined || (termLanguages[number] & bit) !== 0) forms.add(form);
      }
    };
    if (CYRILLIC.test(term)) addForms('ru', undefined);
    const number = dictionary.find(term);
    LATIN_LANGUAGES.forEach((language, i) => {
      const bit = 1 << i;
      if (number < 0 || (termLanguages[number] & bit) !== 0) addForms(language, bit);
    });
    return [...forms];
  };
}

const HASHES = 'titles.key.hash';
const DOC_IDS = 'titles.key.number';

/**
 * The hashes of title keys in ascending order. A title key is a normalized title, author's name or name of a series, which
 * is compared with queries.
 */
export interface TitleKeys {
  readonly hashes: Uint32Array;
  /** Parallel to `hashes`: the doc id of the title. Ascending for equal hashes. */
  readonly docIds: Uint32Array;
}

/** Writes the keys of all titles. */
export function addTitleKeys(sections: SectionWriter, { hashes, docIds }: TitleKeys): void {
  sections.set(HASHES, hashes);
  sections.set(DOC_IDS, docIds);
}

/** Returns the keys that {@link addTitleKeys} wrote. */
export function titleKeySections(sections: Sections): TitleKeys {
  const hashes = getSection(sections, HASHES, Uint32Array);
  return { hashes, docIds: getParallel(sections, DOC_IDS, Uint32Array, hashes.length) };
}

/**
 * Opens the hashes that {@link addTitleKeys} wrote. Returns a function that returns the doc ids of all
 * titles that have a key with the same hash as the given key. In rare cases, hashes collide, and the
 * result includes a title that does not have the given key. O(log keys).
 */
export function openTitleKeys(sections: Sections): Titles['withTitleKey'] {
  const { hashes, docIds } = titleKeySections(sections);
  return (key) => {
    const hash = titleKeyHash(key);
    const start = lowerBound(hashes, hash);
    let end = start;
    while (end < hashes.length && hashes[end] === hash) end++;
    return docIds.subarray(start, end);
  };
}
