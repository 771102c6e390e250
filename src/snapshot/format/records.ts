import type { Records } from '../../catalog/catalog.js';
import type { Library } from '../../catalog/records/library.js';
import {
  encodeStringTable,
  openStringTable,
  type StringTable,
  type StringTableData,
  StructureError,
} from '../../search/index.js';
import {
  copySection,
  getOffsets,
  getSection,
  type Sections,
  type SectionWriter,
} from './container/sections.js';

/** @throws StructureError if the library record is not a JSON object with an id */
export function readLibrary(sections: Sections): Library {
  const json = new TextDecoder().decode(getSection(sections, 'library', Uint8Array));
  const library = parseJson(json) as Partial<Library> | null | undefined;
  if (typeof library?.id === 'string') return library as Library;
  throw new StructureError('library', 'a library record', 'other data');
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Writes strings as the sections `name.offsets` and `name.bytes`. */
export function addStrings(
  sections: SectionWriter,
  name: string,
  strings: readonly string[],
): void {
  addStringTable(sections, name, encodeStringTable(strings));
}

/** Writes an encoded string table as the same sections as {@link addStrings}. */
export function addStringTable(
  sections: SectionWriter,
  name: string,
  { offsets, bytes }: StringTableData,
): void {
  sections.set(`${name}.offsets`, offsets);
  sections.set(`${name}.bytes`, bytes);
}

/** Copies a string table that {@link addStringTable} wrote to other sections. */
export function copyStringTable(from: Sections, to: SectionWriter, name: string): void {
  copySection(from, to, `${name}.offsets`);
  copySection(from, to, `${name}.bytes`);
}

/** Returns the strings of two string tables, one after the other. */
export function joinStringTables(first: StringTableData, second: StringTableData): StringTableData {
  return {
    offsets: joinNumbers(first.offsets.subarray(0, -1), second.offsets, first.bytes.length),
    bytes: joinNumbers(first.bytes, second.bytes),
  };
}

/** Returns the numbers of `first`, and then the numbers of `second`, each increased by `difference`. */
export function joinNumbers<Numbers extends Uint8Array | Uint32Array>(
  first: Numbers,
  second: Numbers,
  difference = 0,
): Numbers {
  const Type = first.constructor as new (length: number) => Numbers;
  const joined = new Type(first.length + second.length);
  joined.set(first);
  joined.set(difference === 0 ? second : second.map((number) => number + difference), first.length);
  return joined;
}

/**
 * Opens the strings that {@link addStrings} or {@link addStringTable} wrote.
 *
 * @param count The number of strings. Default: any number.
 */
export function openStrings(sections: Sections, name: string, count?: number): StringTable {
  return openStringTable(stringTableData(sections, name, count));
}

/**
 * Returns the string table that {@link addStrings} or {@link addStringTable} wrote, without decoding it.
 *
 * @param count The number of strings. Default: any number.
 */
export function stringTableData(sections: Sections, name: string, count?: number): StringTableData {
  const bytes = getSection(sections, `${name}.bytes`, Uint8Array);
  return { offsets: getOffsets(sections, `${name}.offsets`, bytes.length, count), bytes };
}

/**
 * Writes the ids of records, and the records as JSON.
 *
 * @param ids the ids of the records, in code point order
 * @param records the records, in the order of `ids`
 */
export function addRecords(
  sections: SectionWriter,
  name: string,
  ids: readonly string[],
  records: readonly unknown[],
): void {
  addStrings(sections, `${name}.id`, ids);
  addStrings(
    sections,
    `${name}.record`,
    records.map((record) => JSON.stringify(record)),
  );
}

/** Opens the records that {@link addRecords} wrote. */
export function openRecords<T>(sections: Sections, name: string): Records<T> {
  const ids = openStrings(sections, `${name}.id`);
  const records = openStrings(sections, `${name}.record`, ids.size);
  return {
    size: ids.size,
    id: ids.get,
    numberOf: ids.indexOf,
    get: (number) => JSON.parse(records.get(number)),
  };
}
