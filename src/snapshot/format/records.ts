/*
 * JSON records and tables of strings as sections, which the other files of this folder use. The records of titles are
 * stored otherwise: see `title-records.ts`.
 */

import { type SchemaCheck, schemaCheck } from '../../base/json-schema.js';
import { StructureError } from '../../base/messages.js';
import {
  encodeStringTable,
  openStringTable,
  type StringTable,
  type StringTableData,
} from '../../base/string-table.js';
import type { Records } from '../../catalog/catalog.js';
import { type Library, librarySchema } from '../../catalog/records/library.js';
import {
  copySection,
  getOffsets,
  getSection,
  type Sections,
  type SectionWriter,
} from './container/sections.js';

const isLibrary = schemaCheck(librarySchema);

/** @throws StructureError if the library record does not match its schema */
export function readLibrary(sections: Sections): Library {
  const json = new TextDecoder().decode(getSection(sections, 'library', Uint8Array));
  return parseRecord('library', json, isLibrary);
}

const HOLDINGS_PROFILE = 'library.holdings';

/** Writes the name of the holdings profile that the titles were imported with. */
export function addHoldingsProfile(sections: SectionWriter, name: string): void {
  sections.set(HOLDINGS_PROFILE, new TextEncoder().encode(name));
}

/** Returns the name of the holdings profile that the titles were imported with; undefined if there is none. */
export function openHoldingsProfile(sections: Sections): string | undefined {
  if (!sections.has(HOLDINGS_PROFILE)) return undefined;
  return new TextDecoder().decode(getSection(sections, HOLDINGS_PROFILE, Uint8Array));
}

/**
 * Parses the JSON of a record.
 *
 * @param section the name of the section that contains the JSON
 * @throws StructureError if the text is not JSON, or does not match the schema
 */
export function parseRecord<T>(section: string, json: string, isValid: SchemaCheck): T {
  let record: unknown;
  try {
    record = JSON.parse(json);
  } catch {
    throw new StructureError(section, 'records in JSON', 'other data');
  }
  if (isValid(record)) return record as T;
  throw new StructureError(section, 'records that match their schema', 'another value');
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
 * Opens ids that {@link addStrings} or {@link addStringTable} wrote.
 *
 * @returns a table whose `get` throws a StructureError for an index without an id
 */
export function openIds(sections: Sections, name: string): StringTable {
  const table = openStrings(sections, name);
  return {
    ...table,
    get(index) {
      const id = table.get(index);
      if (id === '') throw new StructureError(`${name}.offsets`, 'ids', 'an empty text');
      return id;
    },
  };
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

/**
 * Opens the records that {@link addRecords} wrote.
 *
 * @returns records whose `get` throws a StructureError if a record cannot be read
 */
export function openRecords<T>(sections: Sections, name: string, isValid: SchemaCheck): Records<T> {
  const ids = openIds(sections, `${name}.id`);
  const records = openStrings(sections, `${name}.record`, ids.size);
  return {
    size: ids.size,
    id: ids.get,
    numberOf: ids.indexOf,
    get: (number) => parseRecord(`${name}.record.bytes`, records.get(number), isValid),
  };
}
