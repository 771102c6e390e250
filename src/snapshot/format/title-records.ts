import type { Titles } from '../../catalog/catalog.js';
import type { Title } from '../../catalog/records/title.js';
import { memoizePerIndex, type StringTable } from '../../search/index.js';
import { openCompressedStrings } from './compressed-strings.js';
import { getSection, type Sections } from './container/sections.js';
import { hasTextBlocks, openTextBlocks } from './text-blocks.js';
import {
  decodeFields,
  decodeSummary,
  decodeTitle,
  EMPTY_PART,
  type Part,
  RECORD_PARTS,
  type RecordPart,
} from './title-codec.js';

const recordSections = (prefix: string) => ({
  part: (part: RecordPart) => `${prefix}.${part}`,
  shared: `${prefix}.shared`,
  /** Only in a set with a title that has a MARC record. */
  marc: `${prefix}.marc`,
});

/**
 * The names of the sections with the records of titles. A snapshot file has only the first set of records, in the order
 * of the titles. In a changed catalog, the records of added and replaced titles are in the second set, and `places`
 * contains the place of each title's record: its index in the first set, or the size of the first set plus its index in
 * the second set.
 */
export const RECORD_SECTIONS = {
  first: recordSections('titles'),
  second: recordSections('titles.changed'),
  places: 'titles.places',
} as const;

/** The sections of a snapshot file that are read only to decode the record of a title. */
export const RECORD_BYTES: readonly string[] = [
  ...RECORD_PARTS.map(RECORD_SECTIONS.first.part),
  RECORD_SECTIONS.first.marc,
].map((name) => `${name}.bytes`);

export function isRecordSection(name: string): boolean {
  const { first, second, places } = RECORD_SECTIONS;
  const prefixes = [first, second].flatMap(({ part, shared, marc }) => [
    ...RECORD_PARTS.map(part),
    shared,
    marc,
  ]);
  return name === places || prefixes.some((prefix) => name.startsWith(`${prefix}.`));
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
    firstSize: openCompressedStrings(sections, first.part('summary')).size,
  };
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
  const locate = (number: number) => {
    const place = places === undefined ? number : places[number];
    const isFirst = second === undefined || place < firstSize;
    const { shared, readPart } = isFirst ? first : second;
    const index = isFirst ? place : place - firstSize;
    return { shared, read: (part: Part) => readPart(part, index) };
  };
  return {
    get(number) {
      const { read, shared } = locate(number);
      return decodeTitle(idOf(number), read, shared);
    },
    pick(number, fields) {
      const { read, shared } = locate(number);
      return decodeFields(read, shared, fields);
    },
    summary(number) {
      const { read, shared } = locate(number);
      return decodeSummary(read('summary'), shared);
    },
  };
}

function openSet(sections: Sections, names: ReturnType<typeof recordSections>) {
  const parts: Readonly<Record<Part, Pick<StringTable, 'get'>>> = {
    summary: openCompressedStrings(sections, names.part('summary')),
    holdings: openCompressedStrings(sections, names.part('holdings')),
    details: openCompressedStrings(sections, names.part('details')),
    marc: hasTextBlocks(sections, names.marc)
      ? openTextBlocks(sections, names.marc)
      : { get: () => EMPTY_PART },
  };
  return {
    shared: openSharedStrings(sections, names.shared),
    readPart: (part: Part, index: number) => parts[part].get(index),
  };
}

/** Returns a title with its MARC record, if it has one. */
export function wholeTitle(titles: Pick<Titles, 'get' | 'pick'>, number: number): Title {
  return { ...titles.get(number), ...titles.pick(number, ['marc']) };
}

/** The maximum length in UTF-16 code units of a string that stays decoded. */
const MAX_CACHED_CHARS = 200;

/** The maximum number of shared strings that stay decoded. */
const CACHED_SHARED_STRINGS = 4096;

/** Opens the strings that titles share. Many titles share the most frequent strings, such as the status of a copy. */
function openSharedStrings(sections: Sections, name: string): Pick<StringTable, 'get'> {
  const strings = openCompressedStrings(sections, name);
  const slots = Math.min(CACHED_SHARED_STRINGS, strings.size);
  return {
    get: memoizePerIndex(slots, strings.get, (text) => text.length <= MAX_CACHED_CHARS),
  };
}
