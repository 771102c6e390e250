import type { Titles } from '../../catalog/catalog.js';
import { NARROWINGS, type Narrowing } from '../../catalog/narrowings.js';
import { SEARCH_FIELDS } from '../../catalog/search-fields.js';
import { SORTS, type Sort } from '../../catalog/sort-keys.js';
import { createFacetCounter } from '../../search/collectors/facet-counter.js';
import type { FacetRows } from '../../search/collectors/facet-rows.js';
import { scoreFactors } from '../../search/collectors/score-factors.js';
import { openBestInRange } from '../../search/columns/best-in-range.js';
import type { ValueColumn } from '../../search/columns/value-column.js';
import { openFrozenIndex } from '../../search/frozen-index.js';
import type { Columns } from '../../search/index-reader.js';
import { openValueColumnOf, openValueFinder } from './columns.js';
import { openCompressedStrings } from './compressed-strings.js';
import { openIndex } from './index-sections.js';
import { onDemand } from './on-demand.js';
import { openQueryColumns } from './query-columns.js';
import { openStrings } from './records.js';
import type { Sections } from './section.js';
import { laterSectionOf, requireSection, sectionOf } from './section-of.js';
import { decodeFields, decodeTitle } from './title-codec.js';
import { openTitleKeys } from './title-keys.js';

/** The sections that hold titles, by what is in them. */
export const TITLE_SECTIONS = {
  id: 'titles.id',
  record: 'titles.record',
  shared: 'titles.shared',
  popularityFactor: 'titles.popularity_factor',
  column: (narrowing: Narrowing) => `titles.column.${narrowing}`,
  valueName: (narrowing: Narrowing) => `titles.column.${narrowing}.name`,
  byTitle: 'titles.by_title',
  bestByTitle: 'titles.by_title.best',
  rank: (sort: Sort) => `titles.rank.${sort}`,
} as const;

/**
 * Opens the titles of a snapshot. What not every search needs is decoded when it is asked for.
 *
 * @param facetRows the columns of the titles, laid out already
 */
export function openTitles(sections: Sections, facetRows?: FacetRows): Titles {
  const ids = openStrings(sections, TITLE_SECTIONS.id);
  const records = openCompressedStrings(sections, TITLE_SECTIONS.record);
  const shared = openCompressedStrings(sections, TITLE_SECTIONS.shared);
  const columns = Object.fromEntries(
    NARROWINGS.map((narrowing) => [
      narrowing,
      openValueColumnOf(sections, TITLE_SECTIONS.column(narrowing)),
    ]),
  ) as Record<Narrowing, ValueColumn>;
  const { values: queryColumns, numbers } = openQueryColumns(sections);
  for (const sort of SORTS) requireSection(sections, TITLE_SECTIONS.rank(sort));
  const ranks = onDemand(SORTS, (sort) =>
    sectionOf(sections, TITLE_SECTIONS.rank(sort), Uint32Array),
  );
  const byTitle = laterSectionOf(sections, TITLE_SECTIONS.byTitle, Uint32Array);
  const bestByTitle = laterSectionOf(sections, TITLE_SECTIONS.bestByTitle, Uint32Array);
  return {
    size: ids.size,
    id: ids.get,
    numberOf: ids.indexOf,
    get: (number) => decodeTitle(ids.get(number), records.get(number), shared),
    pick: (number, fields) => decodeFields(records.get(number), shared, fields),
    index: openFrozenIndex(
      openIndex(sections, SEARCH_FIELDS, ids.size),
      allOf(columns, queryColumns, numbers),
    ),
    withKey: openTitleKeys(sections),
    popularityFactors: scoreFactors(
      sectionOf(sections, TITLE_SECTIONS.popularityFactor, Float32Array),
    ),
    columns,
    queryColumns,
    facets: createFacetCounter(columns, facetRows),
    valueNumber: valueNumbers(sections, columns),
    valueName: valueNames(sections, columns),
    ranks,
    get byTitle() {
      return byTitle();
    },
    get bestByTitle() {
      const [titles, { popularity }] = [byTitle(), ranks];
      const rankOf = (place: number) => popularity[titles[place]];
      return openBestInRange(titles.length, rankOf, bestByTitle());
    },
  };
}

/** The columns of several records as one, none of which is opened by that. */
function allOf(...records: readonly Columns[]): Columns {
  const names = records.flatMap((columns) => Object.keys(columns));
  return onDemand(names, (name) => records.find((columns) => name in columns)![name]);
}

/** Finds values by their ids, among which they are numbered by name. */
function valueNumbers(
  sections: Sections,
  columns: Readonly<Record<Narrowing, ValueColumn>>,
): Titles['valueNumber'] {
  const finders = new Map(
    NARROWINGS.map((narrowing) => [
      narrowing,
      openValueFinder(sections, TITLE_SECTIONS.column(narrowing), columns[narrowing]),
    ]),
  );
  return (narrowing, id) => finders.get(narrowing)?.(id) ?? -1;
}

/** Where the values of a narrowing have names other than their ids, those; else the ids. */
function valueNames(
  sections: Sections,
  columns: Readonly<Record<Narrowing, ValueColumn>>,
): Titles['valueName'] {
  const names = new Map(
    NARROWINGS.map((narrowing) => {
      const name = TITLE_SECTIONS.valueName(narrowing);
      const isNamed = sections.has(`${name}.offsets`);
      return [narrowing, isNamed ? openStrings(sections, name) : columns[narrowing].dictionary];
    }),
  );
  return (narrowing, value) => names.get(narrowing)?.get(value) ?? '';
}
