import type { Titles } from '../../catalog/catalog.js';
import { NARROWINGS, type Narrowing } from '../../catalog/narrowings.js';
import {
  QUERY_NUMBERS,
  QUERY_VALUES,
  type QueryNumber,
  type QueryValues,
} from '../../catalog/query-columns.js';
import { SEARCH_FIELDS } from '../../catalog/search-fields.js';
import { SORTS, type Sort } from '../../catalog/sort-keys.js';
import {
  type Columns,
  createFacetCounter,
  createScoreBoosts,
  type DocValuesColumn,
  lazyRecord,
  type NumberColumn,
  openFrozenIndex,
  openNumberColumn,
  openRangeTopK,
  type RowLayout,
} from '../../search/index.js';
import { openDocValuesColumnOf, openOrdFinder } from './columns.js';
import { openCompressedStrings } from './compressed-strings.js';
import { assertSection, getSection, lazySection, type Sections } from './container/sections.js';
import { openIndex } from './index-sections.js';
import { openStrings } from './records.js';
import { decodeFields, decodeTitle } from './title-codec.js';
import { openTitleKeys } from './title-keys.js';

/** The names of the sections of {@link QueryColumns}. */
export const QUERY_SECTIONS = {
  values: (name: QueryValues) => `titles.query.${name}`,
  numbers: (name: QueryNumber) => `titles.query.${name}`,
} as const;

/** The columns that only the query language searches. */
export interface QueryColumns {
  readonly values: Readonly<Record<QueryValues, DocValuesColumn>>;
  readonly numbers: Readonly<Record<QueryNumber, NumberColumn>>;
}

/** Opens the {@link QueryColumns}. Checks that all columns exist, but decodes a column only at its first use. */
function openQueryColumns(sections: Sections): QueryColumns {
  for (const name of QUERY_VALUES) assertSection(sections, `${QUERY_SECTIONS.values(name)}.values`);
  for (const name of QUERY_NUMBERS) assertSection(sections, QUERY_SECTIONS.numbers(name));
  return {
    values: lazyRecord(QUERY_VALUES, (name) =>
      openDocValuesColumnOf(sections, QUERY_SECTIONS.values(name)),
    ),
    numbers: lazyRecord(QUERY_NUMBERS, (name) =>
      openNumberColumn({ numbers: getSection(sections, QUERY_SECTIONS.numbers(name), Int32Array) }),
    ),
  };
}

/** The names of the sections with titles. */
export const TITLE_SECTIONS = {
  id: 'titles.id',
  record: 'titles.record',
  shared: 'titles.shared',
  popularityBoost: 'titles.popularity_boost',
  column: (narrowing: Narrowing) => `titles.column.${narrowing}`,
  valueName: (narrowing: Narrowing) => `titles.column.${narrowing}.name`,
  byTitle: 'titles.by_title',
  titleRangeTopK: 'titles.by_title.min_ranks',
  rank: (sort: Sort) => `titles.rank.${sort}`,
} as const;

/**
 * Opens the titles of a snapshot. Sections that only some searches need are decoded at the first use.
 *
 * @param rowLayout The row layout of the facet columns, which stores their values title by title. Default: the
 *   facet counter builds the row layout later.
 */
export function openTitles(sections: Sections, rowLayout?: RowLayout): Titles {
  const ids = openStrings(sections, TITLE_SECTIONS.id);
  const records = openCompressedStrings(sections, TITLE_SECTIONS.record);
  const shared = openCompressedStrings(sections, TITLE_SECTIONS.shared);
  const columns = Object.fromEntries(
    NARROWINGS.map((narrowing) => [
      narrowing,
      openDocValuesColumnOf(sections, TITLE_SECTIONS.column(narrowing)),
    ]),
  ) as Record<Narrowing, DocValuesColumn>;
  const { values: queryColumns, numbers: queryNumbers } = openQueryColumns(sections);
  for (const sort of SORTS) assertSection(sections, TITLE_SECTIONS.rank(sort));
  const ranks = lazyRecord(SORTS, (sort) =>
    getSection(sections, TITLE_SECTIONS.rank(sort), Uint32Array),
  );
  const byTitle = lazySection(sections, TITLE_SECTIONS.byTitle, Uint32Array);
  const titleRangeTopK = lazySection(sections, TITLE_SECTIONS.titleRangeTopK, Uint32Array);
  return {
    size: ids.size,
    id: ids.get,
    numberOf: ids.indexOf,
    get: (number) => decodeTitle(ids.get(number), records.get(number), shared),
    pick: (number, fields) => decodeFields(records.get(number), shared, fields),
    index: openFrozenIndex(
      openIndex(sections, SEARCH_FIELDS, ids.size),
      mergeColumns(columns, queryColumns, queryNumbers),
    ),
    withTitleKey: openTitleKeys(sections),
    popularityBoosts: createScoreBoosts(
      getSection(sections, TITLE_SECTIONS.popularityBoost, Float32Array),
    ),
    columns,
    queryColumns,
    queryNumbers,
    facets: createFacetCounter(columns, rowLayout),
    valueOrd: valueOrds(sections, columns),
    valueName: valueNames(sections, columns),
    ranks,
    get byTitle() {
      return byTitle();
    },
    get titleRangeTopK() {
      const [titles, { popularity }] = [byTitle(), ranks];
      const rankOf = (index: number) => popularity[titles[index]];
      return openRangeTopK(titles.length, rankOf, titleRangeTopK());
    },
  };
}

/** Merges objects of columns by name. Each column is opened at its first use. */
function mergeColumns(...objects: readonly Columns[]): Columns {
  const names = objects.flatMap((columns) => Object.keys(columns));
  return lazyRecord(names, (name) => objects.find((columns) => name in columns)![name]);
}

/**
 * Returns a function that returns the ordinal of a value by its id, or -1 for an unknown id. A narrowing is a
 * facet, such as the format or the language.
 */
function valueOrds(
  sections: Sections,
  columns: Readonly<Record<Narrowing, DocValuesColumn>>,
): Titles['valueOrd'] {
  const finders = new Map(
    NARROWINGS.map((narrowing) => [
      narrowing,
      openOrdFinder(sections, TITLE_SECTIONS.column(narrowing), columns[narrowing]),
    ]),
  );
  return (narrowing, id) => finders.get(narrowing)?.(id) ?? -1;
}

/**
 * Returns a function that returns the name of a value by its ordinal. Names are stored only for a narrowing in
 * which a name differs from its id. In other narrowings, the id of a value is its name.
 */
function valueNames(
  sections: Sections,
  columns: Readonly<Record<Narrowing, DocValuesColumn>>,
): Titles['valueName'] {
  const names = new Map(
    NARROWINGS.map((narrowing) => {
      const name = TITLE_SECTIONS.valueName(narrowing);
      const hasNames = sections.has(`${name}.offsets`);
      return [narrowing, hasNames ? openStrings(sections, name) : columns[narrowing].dictionary];
    }),
  );
  return (narrowing, ord) => names.get(narrowing)?.get(ord) ?? '';
}
