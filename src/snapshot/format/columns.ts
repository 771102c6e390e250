import {
  openValueColumn,
  type ValueColumn,
  type ValueColumnData,
} from '../../search/columns/value-column.js';
import type { UnsignedArray } from '../../search/unsigned-array.js';
import { addStringTable, sectionOf, stringTableData } from './records.js';
import type { SectionData, Sections } from './section.js';

/** Writes a column of values as the sections `name.values`, `.offsets`, `.counts` and `.value`. */
export function addValueColumn(
  sections: Map<string, SectionData>,
  name: string,
  { offsets, values, counts, dictionary }: ValueColumnData,
): void {
  if (offsets !== undefined) sections.set(`${name}.offsets`, offsets);
  sections.set(`${name}.values`, values);
  sections.set(`${name}.counts`, counts);
  addStringTable(sections, `${name}.value`, dictionary);
}

/** The column that {@link addValueColumn} wrote. */
export function openValueColumnOf(sections: Sections, name: string): ValueColumn {
  const offsets = sections.has(`${name}.offsets`)
    ? { offsets: sectionOf(sections, `${name}.offsets`, Uint32Array) }
    : {};
  return openValueColumn({
    ...offsets,
    values: unsignedSection(sections, `${name}.values`),
    counts: sectionOf(sections, `${name}.counts`, Uint32Array),
    dictionary: stringTableData(sections, `${name}.value`),
  });
}

/** A section of whole numbers from 0, in whichever type was small enough for them. */
export function unsignedSection(sections: Sections, name: string): UnsignedArray {
  const data = sections.get(name);
  if (data instanceof Uint8Array || data instanceof Uint16Array) return data;
  return sectionOf(sections, name, Uint32Array);
}
