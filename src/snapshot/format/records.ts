import type { Records } from '../../catalog/catalog.js';
import {
  encodeStringTable,
  openStringTable,
  type StringTable,
  type StringTableData,
} from '../../search/string-table.js';
import type { SectionData, Sections } from './section.js';
import { sectionOf } from './section-of.js';

/** Writes strings as the sections `name.offsets` and `name.bytes`. */
export function addStrings(
  sections: Map<string, SectionData>,
  name: string,
  strings: readonly string[],
): void {
  addStringTable(sections, name, encodeStringTable(strings));
}

/** Writes encoded strings as {@link addStrings} does. */
export function addStringTable(
  sections: Map<string, SectionData>,
  name: string,
  { offsets, bytes }: StringTableData,
): void {
  sections.set(`${name}.offsets`, offsets);
  sections.set(`${name}.bytes`, bytes);
}

/** The strings that {@link addStrings} wrote. */
export function openStrings(sections: Sections, name: string): StringTable {
  return openStringTable(stringTableData(sections, name));
}

/** The sections that {@link addStrings} wrote, as they stand. */
export function stringTableData(sections: Sections, name: string): StringTableData {
  return {
    offsets: sectionOf(sections, `${name}.offsets`, Uint32Array),
    bytes: sectionOf(sections, `${name}.bytes`, Uint8Array),
  };
}

/** Writes records as JSON beside their ids, which must ascend by code point. */
export function addRecords(
  sections: Map<string, SectionData>,
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

/** The records that {@link addRecords} wrote. */
export function openRecords<T>(sections: Sections, name: string): Records<T> {
  const ids = openStrings(sections, `${name}.id`);
  const records = openStrings(sections, `${name}.record`);
  return {
    size: ids.size,
    id: ids.get,
    numberOf: ids.indexOf,
    get: (number) => JSON.parse(records.get(number)),
  };
}
