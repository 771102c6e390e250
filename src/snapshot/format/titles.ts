import type { NarrowingValue, Titles } from '../../catalog/catalog.js';
import { encodeParameter, narrowingsOf } from '../../catalog/narrowings.js';
import { popularityFactors } from '../../catalog/popularity.js';
import {
  QUERY_NUMBERS,
  QUERY_VALUES,
  type QueryNumber,
  type QueryValues,
} from '../../catalog/query-columns.js';
import { searchFieldsOf } from '../../catalog/search-fields.js';
import { SORTS, type Sort } from '../../catalog/sort-keys.js';
import {
  type Columns,
  createFacetCounter,
  createScoreBoosts,
  type DocValuesColumn,
  derivedArrayInSteps,
  lazy,
  lazyRecord,
  memoizePerIndex,
  type NumberColumn,
  openFrozenIndex,
  openNumberColumn,
  openRangeTopK,
  runSteps,
  withGetters,
} from '../../search/index.js';
import { openDocValuesColumnOf, openOrdFinder } from './columns.js';
import { assertSection, getSection, lazySection, type Sections } from './container/sections.js';
import { facetStructuresReader } from './facet-sections.js';
import { openIndex } from './index/index-sections.js';
import { openSynonymsOf } from './index/synonyms.js';
import { openInflections } from './index/term-languages.js';
import { openTitleKeys } from './index/title-keys.js';
import { openStrings, readLibrary } from './records.js';
import { openTitleRecords } from './title-records.js';

/** The names of the sections of {@link QueryColumns}. */
export const QUERY_SECTIONS = {
  values: (name: QueryValues) => `titles.query.${name}`,
  numbers: (name: QueryNumber) => `titles.query.${name}`,
} as const;

/** The columns of the query language that are not narrowings. */
export interface QueryColumns {
  readonly values: Readonly<Record<QueryValues, DocValuesColumn>>;
  readonly numbers: Readonly<Record<QueryNumber, NumberColumn>>;
}

/** Opens the {@link QueryColumns}. Checks that all columns exist, but opens a column only at its first use. */
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
  popularity: 'titles.popularity',
  /** Only in a snapshot with a record that has a boost. */
  boost: 'titles.boost',
  work: 'titles.work',
  language: 'titles.language',
  column: (narrowing: string) => `titles.column.${narrowing}`,
  valueName: (narrowing: string) => `titles.column.${narrowing}.name`,
  byTitle: 'titles.by_title',
  titleRangeTopK: 'titles.by_title.min_ranks',
  rank: (sort: Sort) => `titles.rank.${sort}`,
} as const;

/** Titles without the properties that are read from sections or computed at their first use. */
export type TitlesWithoutGetters = Omit<
  Titles,
  'popularityBoosts' | 'works' | 'byTitle' | 'titleRangeTopK'
>;

/**
 * Opens the titles of a snapshot. Sections that only some searches need are read from `sections` at the first use, which
 * decodes them if they are encoded.
 */
export function openTitles(sections: Sections): Titles {
  const ids = openStrings(sections, TITLE_SECTIONS.id);
  const library = readLibrary(sections);
  const columns = Object.fromEntries(
    narrowingsOf(library).map((narrowing) => [
      narrowing,
      openDocValuesColumnOf(sections, TITLE_SECTIONS.column(narrowing)),
    ]),
  );
  const { values: queryColumns, numbers: queryNumbers } = openQueryColumns(sections);
  for (const sort of SORTS) assertSection(sections, TITLE_SECTIONS.rank(sort));
  const ranks = lazyRecord(SORTS, (sort) =>
    getSection(sections, TITLE_SECTIONS.rank(sort), Uint32Array),
  );
  const popularityLevels = lazySection(sections, TITLE_SECTIONS.popularity, Float32Array);
  const popularityFactorsInSteps = () =>
    derivedArrayInSteps(popularityLevels(), 'factors', () => popularityFactors(popularityLevels()));
  const popularityBoosts = lazy(() => createScoreBoosts(runSteps(popularityFactorsInSteps())));
  const byTitle = lazySection(sections, TITLE_SECTIONS.byTitle, Uint32Array);
  const minRanks = lazySection(sections, TITLE_SECTIONS.titleRangeTopK, Uint32Array);
  const index = openFrozenIndex(
    openIndex(sections, searchFieldsOf(library), ids.size),
    mergeColumns(columns, queryColumns, queryNumbers),
  );
  const titles: TitlesWithoutGetters = {
    size: ids.size,
    id: ids.get,
    numberOf: ids.indexOf,
    ...openTitleRecords(sections, ids.get),
    index,
    inflections: openInflections(sections, index),
    synonyms: openSynonymsOf(sections),
    withTitleKey: openTitleKeys(sections),
    *preparePopularityBoosts() {
      yield* popularityFactorsInSteps();
    },
    recordBoosts: sections.has(TITLE_SECTIONS.boost)
      ? getSection(sections, TITLE_SECTIONS.boost, Float32Array)
      : undefined,
    columns: columns as typeof columns & Titles['columns'],
    queryColumns,
    queryNumbers,
    facets: createFacetCounter(columns, facetStructuresReader(sections, Object.keys(columns))),
    valueOrd: valueOrds(sections, columns),
    value: openNarrowingValues(sections, columns),
    ranks,
  };
  return withGetters(titles, {
    popularityBoosts,
    works: lazySection(sections, TITLE_SECTIONS.work, Uint32Array),
    byTitle,
    titleRangeTopK() {
      const [order, { popularity }] = [byTitle(), ranks];
      const rankOf = (index: number) => popularity[order[index]];
      return openRangeTopK(order.length, rankOf, minRanks());
    },
  });
}

/** The maximum length in UTF-16 code units of a value that stays decoded. */
const MAX_CACHED_CHARS = 200;

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
  columns: Readonly<Record<string, DocValuesColumn>>,
): Titles['valueOrd'] {
  const finders = new Map(
    Object.entries(columns).map(([narrowing, column]) => [
      narrowing,
      openOrdFinder(sections, TITLE_SECTIONS.column(narrowing), column),
    ]),
  );
  return (narrowing, id) => finders.get(narrowing)?.(id) ?? -1;
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
