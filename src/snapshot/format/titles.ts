/*
 * Opens the titles of a catalog from their sections. The sections are defined in `title-records.ts` (records),
 * `columns.ts` (narrowings), `index-sections.ts` (search) and `lookup-sections.ts` (computed arrays).
 */

import { memoizePerIndex } from '../../base/lazy.js';
import type { NarrowingValue, Titles } from '../../catalog/catalog.js';
import { openExtraColumn } from '../../catalog/extra-columns.js';
import { extraNarrowings } from '../../catalog/extra-fields.js';
import { idOfNumber, numberOfId } from '../../catalog/field-types.js';
import { encodeParameter, narrowingsOf, valueFormsOf } from '../../catalog/narrowings.js';
import {
  QUERY_NUMBERS,
  QUERY_VALUES,
  type QueryNumber,
  type QueryValues,
} from '../../catalog/query-columns.js';
import { searchFieldsOf } from '../../catalog/search-fields.js';
import { type Sort, STORED_SORTS } from '../../catalog/sort-keys.js';
import {
  createFacetCounter,
  type DocValuesColumn,
  type NumberColumn,
  openFrozenIndex,
  openNumberColumn,
} from '../../search/index.js';
import {
  facetStructures,
  openDocValuesColumnOf,
  openOrdFinder,
  QUERY_SECTIONS,
  TITLE_SECTIONS,
} from './columns.js';
import { checkLength, getParallel, getSection, type Sections } from './container/sections.js';
import { openIndex, openInflections, openSynonymsOf, openTitleKeys } from './index-sections.js';
import { openLookups } from './lookup-sections.js';
import { openIds, openStrings, readLibrary } from './records.js';
import { openTitleRecords } from './title-records.js';

/** The columns of the query language that are not narrowings. */
export interface QueryColumns {
  readonly values: Readonly<Record<QueryValues, DocValuesColumn>>;
  readonly numbers: Readonly<Record<QueryNumber, NumberColumn>>;
}

function openQueryColumns(sections: Sections, titleCount: number): QueryColumns {
  const values = QUERY_VALUES.map((name) => [
    name,
    openDocValuesColumnOf(sections, QUERY_SECTIONS.values(name), titleCount),
  ]);
  const numbers = QUERY_NUMBERS.map((name) => {
    const section = QUERY_SECTIONS.numbers(name);
    const ofTitles = getSection(sections, section, Int32Array);
    // The column is empty if no title has a number.
    if (ofTitles.length > 0) checkLength(section, ofTitles, titleCount);
    return [name, openNumberColumn({ numbers: ofTitles })];
  });
  return { values: Object.fromEntries(values), numbers: Object.fromEntries(numbers) };
}

/** Opens the titles of a snapshot. */
export function openTitles(sections: Sections): Titles {
  const ids = openIds(sections, TITLE_SECTIONS.id);
  const library = readLibrary(sections);
  const columns = Object.fromEntries(
    narrowingsOf(library).map((narrowing) => [
      narrowing,
      openDocValuesColumnOf(sections, TITLE_SECTIONS.column(narrowing), ids.size),
    ]),
  );
  const extraColumns = new Map(
    extraNarrowings(library).map((field) => [
      field.name,
      openExtraColumn(field, columns[field.name]),
    ]),
  );
  const { values: queryColumns, numbers: queryNumbers } = openQueryColumns(sections, ids.size);
  const ranks = Object.fromEntries(
    STORED_SORTS.map((sort) => [
      sort,
      getParallel(sections, TITLE_SECTIONS.rank(sort), Uint32Array, ids.size),
    ]),
  ) as Record<Sort, Uint32Array>;
  const byTitle = getParallel(sections, TITLE_SECTIONS.byTitle, Uint32Array, ids.size);
  const structures = facetStructures(sections, Object.keys(columns), ids.size);
  const index = openFrozenIndex(openIndex(sections, searchFieldsOf(library), ids.size), {
    ...queryNumbers,
    ...queryColumns,
    ...columns,
  });
  return {
    size: ids.size,
    id: ids.get,
    numberOf: ids.indexOf,
    ...openTitleRecords(sections, ids.get),
    index,
    inflections: openInflections(sections, index),
    synonyms: openSynonymsOf(sections),
    withTitleKey: openTitleKeys(sections),
    recordBoosts: sections.has(TITLE_SECTIONS.boost)
      ? getParallel(sections, TITLE_SECTIONS.boost, Float32Array, ids.size)
      : undefined,
    extraColumns,
    columns: columns as typeof columns & Titles['columns'],
    queryColumns,
    queryNumbers,
    facets: createFacetCounter(columns, structures),
    valueOrd: valueOrds(sections, columns, extraColumns),
    value: openNarrowingValues(sections, columns),
    ranks,
    works: getParallel(sections, TITLE_SECTIONS.work, Uint32Array, ids.size),
    byTitle,
    ...openLookups(sections, ids.size),
  };
}

/** The maximum length in UTF-16 code units of a value that stays decoded. */
const MAX_CACHED_CHARS = 200;

/**
 * Returns a function that returns the ordinal of a value by its id or another form of it, or -1 for an unknown id. A
 * narrowing is a facet, such as the format or the language.
 */
function valueOrds(
  sections: Sections,
  columns: Readonly<Record<string, DocValuesColumn>>,
  extraColumns: Titles['extraColumns'],
): Titles['valueOrd'] {
  const finders = new Map(
    Object.entries(columns).map(([narrowing, column]) => [
      narrowing,
      openOrdFinder(
        sections,
        TITLE_SECTIONS.column(narrowing),
        column,
        valueFormsOf(narrowing)?.keyOf,
      ),
    ]),
  );
  return (narrowing, id) => {
    const typed = extraColumns.get(narrowing)?.typed;
    const number = typed && numberOfId(typed, id);
    const found = typed === undefined || number === undefined ? id : idOfNumber(typed, number);
    return finders.get(narrowing)?.(found) ?? -1;
  };
}

/** The maximum number of values of a narrowing that stay decoded. */
const CACHED_VALUES = 4096;

/**
 * Returns a function that returns a value of a narrowing by its ordinal. Names are stored only for a narrowing
 * in which a name differs from its id. In other narrowings, the id of a value is its name.
 */
function openNarrowingValues(
  sections: Sections,
  columns: Readonly<Record<string, DocValuesColumn>>,
): Titles['value'] {
  const valuesOf = (narrowing: string, { dictionary }: DocValuesColumn) => {
    const section = TITLE_SECTIONS.valueName(narrowing);
    const names = sections.has(`${section}.offsets`) ? openStrings(sections, section) : undefined;
    return memoizePerIndex<NarrowingValue>(
      Math.min(CACHED_VALUES, dictionary.size),
      (ord) => {
        const id = dictionary.get(ord);
        return { id, name: names?.get(ord) ?? id, encodedId: encodeParameter(id) };
      },
      ({ id, name }) => id.length + name.length <= MAX_CACHED_CHARS,
    );
  };
  const values = Object.fromEntries(
    Object.entries(columns).map(([narrowing, column]) => [narrowing, valuesOf(narrowing, column)]),
  );
  return (narrowing, ord) => values[narrowing](ord);
}
