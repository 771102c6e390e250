import type { StringTable } from '../../base/string-table.js';
import type { Titles } from '../../catalog/catalog.js';
import type { Title } from '../../catalog/records/title.js';
import { crc32 } from './container/crc32.js';
import { align, BLOCK_BYTES, blockChecksumsOf, blockCountOf } from './container/layout.js';
import {
  getBytes,
  getOffsets,
  getSection,
  readRange,
  type SectionData,
  type Sections,
  type SectionWriter,
} from './container/sections.js';
import { addStringTable, joinStringTables, parseRecord, stringTableData } from './records.js';
import type { StringWriter } from './string-writer.js';
import { addJoinedTextBlocks, addTextBlocks, openTextBlocks } from './text-blocks.js';
import {
  decodeFields,
  decodeSummary,
  decodeTitle,
  IS_PART,
  PARTS,
  type Part,
  type ReadPart,
} from './title-parts.js';

/**
 * The names of the sections with the records of titles. A snapshot file has only the first set of records, in the order
 * of the titles. In a changed catalog, the records of added and replaced titles are in the second set, and `places`
 * contains the place of each title's record: its index in the first set, or the size of the first set plus its index in
 * the second set.
 */
export const RECORD_SECTIONS = {
  first: (part: Part) => `titles.${part}`,
  second: (part: Part) => `titles.changed.${part}`,
  places: 'titles.places',
} as const;

/** The sections of a snapshot file that are read only to decode the record of a title. */
export const RECORD_BYTES: readonly string[] = PARTS.map(
  (part) => `${RECORD_SECTIONS.first(part)}.bytes`,
);

export function isRecordSection(name: string): boolean {
  const { first, second, places } = RECORD_SECTIONS;
  return (
    name === places ||
    PARTS.some((part) => [first, second].some((set) => name.startsWith(`${set(part)}.`)))
  );
}

/** The places of the records; see {@link RECORD_SECTIONS}. */
export interface RecordPlaces {
  /** By number of the title. Undefined if all records are in the first set. */
  readonly places: Uint32Array | undefined;
  /** The number of records in the first set. */
  readonly firstSize: number;
}

export function placesOfRecords(sections: Sections): RecordPlaces {
  const { places, first } = RECORD_SECTIONS;
  return {
    places: sections.has(places) ? getSection(sections, places, Uint32Array) : undefined,
    firstSize: recordCount(sections, first),
  };
}

/**
 * Returns the number of records in a set.
 *
 * @param nameOf `first` or `second` of {@link RECORD_SECTIONS}
 */
export function recordCount(sections: Sections, nameOf: (part: Part) => string): number {
  return getSection(sections, `${nameOf('summary')}.offsets`, Uint32Array).length - 1;
}

/** The size in bytes of the texts that are compressed together, in the parts that few requests read. */
const COMPRESSED_BYTES: Readonly<Partial<Record<Part, number>>> = {
  details: 1 << 13,
  marc: 1 << 15,
};

/**
 * Writes a part of the records of titles.
 *
 * @param name the name of the sections: see {@link RECORD_SECTIONS}
 * @param texts the part of each record
 * @param finalIndexes A permutation: the final index of each text, by its position in the order of adding. Default: the
 *   texts keep the order of adding.
 */
export function addRecordPart(
  sections: SectionWriter,
  name: string,
  part: Part,
  texts: StringWriter,
  finalIndexes?: Uint32Array,
): void {
  const blockBytes = COMPRESSED_BYTES[part];
  if (blockBytes === undefined) addStringTable(sections, name, texts.finish(finalIndexes));
  else addTextBlocks(sections, name, texts.inOrder(finalIndexes), blockBytes);
}

/**
 * Writes a part of the records of all titles, with the checksums by which a reader verifies some of the bytes. The
 * parameters are the same as of {@link addRecordPart}.
 */
export function addVerifiableRecordPart(
  sections: SectionWriter,
  name: string,
  part: Part,
  texts: StringWriter,
  finalIndexes?: Uint32Array,
): void {
  const written = new Map<string, SectionData>();
  addRecordPart(written, name, part, texts, finalIndexes);
  for (const [section, data] of written) sections.set(section, data);
  const section = `${name}.bytes`;
  const bytes = getSection(written, section, Uint8Array);
  const checksums = new Uint32Array(blockCountOf(bytes.length));
  for (let i = 0; i < checksums.length; i++) {
    const [start, end] = [i * BLOCK_BYTES, Math.min((i + 1) * BLOCK_BYTES, align(bytes.length))];
    const block = bytes.subarray(start, end);
    checksums[i] = crc32(new Uint8Array(end - start - block.length), crc32(block));
  }
  sections.set(blockChecksumsOf(section), checksums);
}

/** Copies a part of records to other sections. */
export function copyRecordPart(from: Sections, to: SectionWriter, name: string): void {
  for (const [section, data] of from) if (section.startsWith(`${name}.`)) to.set(section, data);
}

/** Writes the records of `before`, and then the records of `added`. {@link addRecordPart} wrote both. */
export function addJoinedRecordPart(
  before: Sections,
  added: Sections,
  to: SectionWriter,
  name: string,
  part: Part,
): void {
  if (COMPRESSED_BYTES[part] === undefined) {
    const [first, second] = [before, added].map((from) => stringTableData(from, name));
    addStringTable(to, name, joinStringTables(first, second));
  } else addJoinedTextBlocks(before, added, to, name);
}

/**
 * Opens the records of titles.
 *
 * @param idOf returns the id of a title by its number
 */
export function openTitleRecords(
  sections: Sections,
  idOf: (number: number) => string,
): Pick<Titles, 'get' | 'pick' | 'summary'> {
  const first = openSet(sections, RECORD_SECTIONS.first);
  const { places, firstSize } = placesOfRecords(sections);
  const second = places && openSet(sections, RECORD_SECTIONS.second);
  const readerOf = (number: number): ReadPart => {
    const place = places === undefined ? number : places[number];
    return second === undefined || place < firstSize
      ? (part) => first[part](place)
      : (part) => second[part](place - firstSize);
  };
  return {
    get: (number) => decodeTitle(idOf(number), readerOf(number)),
    pick: (number, fields) => decodeFields(readerOf(number), fields),
    summary: (number) => decodeSummary(readerOf(number)),
  };
}

/** Returns the parsed part of a record by its index in a set. */
type ReadByIndex = (index: number) => Readonly<Record<string, unknown>>;

function openSet(sections: Sections, nameOf: (part: Part) => string): Record<Part, ReadByIndex> {
  const marc = openTextBlocks(sections, nameOf('marc'));
  const parsed = (part: Part, { get }: Pick<StringTable, 'get'>): ReadByIndex => {
    return (index) => parseRecord(`${nameOf(part)}.bytes`, get(index), IS_PART[part]);
  };
  return {
    summary: parsed('summary', openTexts(sections, nameOf('summary'))),
    listing: parsed('listing', openTexts(sections, nameOf('listing'))),
    holdings: parsed('holdings', openTexts(sections, nameOf('holdings'))),
    details: parsed('details', openTextBlocks(sections, nameOf('details'))),
    // Without any MARC record, the part has no texts.
    marc: marc.size === 0 ? () => ({}) : parsed('marc', marc),
  };
}

/** Opens a string table whose bytes can be in a file. */
function openTexts(sections: Sections, name: string): Pick<StringTable, 'get'> {
  const bytes = getBytes(sections, `${name}.bytes`);
  const offsets = getOffsets(sections, `${name}.offsets`, bytes.length);
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  return { get: (index) => decoder.decode(readRange(`${name}.offsets`, bytes, offsets, index)) };
}

/** Returns a title with its MARC record, if it has one. */
export function wholeTitle(titles: Pick<Titles, 'get' | 'pick'>, number: number): Title {
  return { ...titles.get(number), ...titles.pick(number, ['marc']) };
}
