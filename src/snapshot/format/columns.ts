/*
 * The doc values columns of titles: writing and opening a column, the names of their sections, and copies of columns in the
 * layouts that facets are counted from. `search/` counts facets and sorts with them.
 */

import { partitionPoint } from '../../base/binary-search.js';
import { codePointKey, compareCodePoints } from '../../base/collation.js';
import { sortByKeys } from '../../base/sort-by-keys.js';
import { openStringTable, type StringTableData } from '../../base/string-table.js';
import type { QueryNumber, QueryValues } from '../../catalog/query-columns.js';
import type { Sort } from '../../catalog/sort-keys.js';
import {
  buildFacetStructures,
  type DocValuesColumn,
  type DocValuesColumnData,
  type FacetStructuresData,
  openDocValuesColumn,
} from '../../search/index.js';
import {
  checkLength,
  copySection,
  getOffsets,
  getParallel,
  getSection,
  type Sections,
  type SectionWriter,
  unsignedSection,
} from './container/sections.js';
import { addStringTable, copyStringTable, stringTableData } from './records.js';

/** The names of the sections with titles. */
export const TITLE_SECTIONS = {
  id: 'titles.id',
  popularity: 'titles.popularity',
  /** Only in a snapshot with a record that has a boost. */
  boost: 'titles.boost',
  work: 'titles.work',
  language: 'titles.language',
  column: (narrowing: string) => `titles.column.${narrowing}`,
  valueName: (narrowing: string) => `titles.column.${narrowing}.name`,
  byTitle: 'titles.by_title',
  rank: (sort: Sort) => `titles.rank.${sort}`,
} as const;

/** The names of the sections of the columns that only the query language uses. */
export const QUERY_SECTIONS = {
  values: (name: QueryValues) => `titles.query.${name}`,
  numbers: (name: QueryNumber) => `titles.query.${name}`,
} as const;

/**
 * Writes a column as the sections `name.values`, `name.counts`, `name.value.*` (the dictionary) and
 * `name.by_id` (the ordinals in the code point order of the keys of their values), and `name.offsets` if the column has
 * offsets.
 *
 * @param keyOf returns the key by which a value is found. Default: the value itself.
 */
export function addDocValuesColumn(
  sections: SectionWriter,
  name: string,
  { offsets, values, counts, dictionary }: DocValuesColumnData,
  keyOf?: (value: string) => string,
): void {
  if (offsets !== undefined) sections.set(`${name}.offsets`, offsets);
  sections.set(`${name}.values`, values);
  sections.set(`${name}.counts`, counts);
  addStringTable(sections, `${name}.value`, dictionary);
  sections.set(`${name}.by_id`, ordsByKey(dictionary, keyOf));
}

/** Copies a column that {@link addDocValuesColumn} wrote to other sections. */
export function copyDocValuesColumn(from: Sections, to: SectionWriter, name: string): void {
  const offsets = from.has(`${name}.offsets`) ? ['offsets'] : [];
  for (const part of [...offsets, 'values', 'counts']) copySection(from, to, `${name}.${part}`);
  copyStringTable(from, to, `${name}.value`);
  copySection(from, to, `${name}.by_id`);
}

/** Opens a column that {@link addDocValuesColumn} wrote. */
export function openDocValuesColumnOf(
  sections: Sections,
  name: string,
  documentCount: number,
): DocValuesColumn {
  const values = unsignedSection(sections, `${name}.values`);
  const hasOffsets = sections.has(`${name}.offsets`);
  if (!hasOffsets) checkLength(`${name}.values`, values, documentCount);
  const offsets = hasOffsets
    ? { offsets: getOffsets(sections, `${name}.offsets`, values.length, documentCount) }
    : {};
  const dictionary = stringTableData(sections, `${name}.value`);
  return openDocValuesColumn({
    values,
    counts: getParallel(sections, `${name}.counts`, Uint32Array, dictionary.offsets.length - 1),
    dictionary,
    // A spread at the beginning of a literal would give each column another hidden class.
    ...offsets,
  });
}

/** Returns the ordinals of a dictionary in the code point order of the keys of their values. */
function ordsByKey(dictionary: StringTableData, keyOf = sameKey): Uint32Array {
  const { size, get } = openStringTable(dictionary);
  const ords = Uint32Array.from({ length: size }, (_, ord) => ord);
  return sortByKeys(ords, (ord) => codePointKey(keyOf(get(ord))));
}

function sameKey(value: string): string {
  return value;
}

/**
 * Returns a function that returns the ordinal of a value, or -1 for an unknown value. O(log values).
 *
 * @param keyOf the same as in {@link addDocValuesColumn}. A value is found by any text with the same key.
 */
export function openOrdFinder(
  sections: Sections,
  name: string,
  { dictionary }: DocValuesColumn,
  keyOf = sameKey,
): (value: string) => number {
  const ords = getParallel(sections, `${name}.by_id`, Uint32Array, dictionary.size);
  return (value) => {
    const key = keyOf(value);
    const keyAt = (i: number) => keyOf(dictionary.get(ords[i]));
    const i = partitionPoint(0, ords.length, (i) => compareCodePoints(keyAt(i), key) < 0);
    return i < ords.length && keyAt(i) === key ? ords[i] : -1;
  };
}

const FACET_SECTIONS = {
  postings: (narrowing: string) => `titles.facets.postings.${narrowing}`,
  rowOffsets: 'titles.facets.rows.offsets',
  rowCounters: 'titles.facets.rows.counters',
} as const;

/**
 * Builds facet structures and writes them.
 *
 * @param columns parallel to `narrowings`: their columns
 */
export function addFacetStructures(
  sections: SectionWriter,
  narrowings: readonly string[],
  columns: readonly DocValuesColumn[],
): void {
  const { postingWords, rowOffsets, rowCounters } = buildFacetStructures(columns);
  narrowings.forEach((narrowing, i) => {
    sections.set(FACET_SECTIONS.postings(narrowing), postingWords[i]);
  });
  sections.set(FACET_SECTIONS.rowOffsets, rowOffsets);
  sections.set(FACET_SECTIONS.rowCounters, rowCounters);
}

/** Copies facet structures that {@link addFacetStructures} wrote to other sections. */
export function copyFacetStructures(
  from: Sections,
  to: SectionWriter,
  narrowings: readonly string[],
): void {
  const { postings, rowOffsets, rowCounters } = FACET_SECTIONS;
  for (const name of [...narrowings.map(postings), rowOffsets, rowCounters]) {
    copySection(from, to, name);
  }
}

/**
 * Returns the facet structures that {@link addFacetStructures} wrote.
 *
 * @throws MissingSectionError if a section is missing
 */
export function facetStructures(
  sections: Sections,
  narrowings: readonly string[],
  documentCount: number,
): FacetStructuresData {
  const { postings, rowOffsets, rowCounters } = FACET_SECTIONS;
  const counters = unsignedSection(sections, rowCounters);
  return {
    postingWords: narrowings.map((narrowing) =>
      getSection(sections, postings(narrowing), Uint32Array),
    ),
    // One counter, 0, follows the last row.
    rowOffsets: getOffsets(sections, rowOffsets, counters.length - 1, documentCount),
    rowCounters: counters,
  };
}
