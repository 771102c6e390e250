import {
  openValueColumn,
  type ValueColumn,
  type ValueColumnData,
} from '../../search/columns/value-column.js';
import {
  compareCodePoints,
  openStringTable,
  type StringTableData,
} from '../../search/string-table.js';
import { addStringTable, stringTableData } from './records.js';
import type { SectionData, Sections } from './section.js';
import { sectionOf, unsignedSection } from './section-of.js';

/** Writes a column as the sections `name.values`, `.offsets`, `.counts`, `.value` and `.by_id`. */
export function addValueColumn(
  sections: Map<string, SectionData>,
  name: string,
  { offsets, values, counts, dictionary }: ValueColumnData,
): void {
  if (offsets !== undefined) sections.set(`${name}.offsets`, offsets);
  sections.set(`${name}.values`, values);
  sections.set(`${name}.counts`, counts);
  addStringTable(sections, `${name}.value`, dictionary);
  sections.set(`${name}.by_id`, byId(dictionary));
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

/** The values of a column in the order of their ids by code point, whatever order numbers them. */
function byId(dictionary: StringTableData): Uint32Array {
  const { size, get } = openStringTable(dictionary);
  const ids = Array.from({ length: size }, (_, value) => get(value));
  return Uint32Array.from(ids, (_, value) => value).sort((a, b) =>
    compareCodePoints(ids[a], ids[b]),
  );
}

/** Finds the number of a column's value by its id: -1 when it has none of that id. O(log values). */
export function openValueFinder(
  sections: Sections,
  name: string,
  { dictionary }: ValueColumn,
): (id: string) => number {
  const values = sectionOf(sections, `${name}.by_id`, Uint32Array);
  return (id) => {
    let low = 0;
    let high = values.length - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const order = compareCodePoints(dictionary.get(values[middle]), id);
      if (order === 0) return values[middle];
      if (order < 0) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  };
}
