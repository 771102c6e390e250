/*
 * Searches the titles of a library: `runSearch` reads the parameters, finds the titles that match the query and the
 * narrowings, and ranks the titles of the page. `searchTitles`, `traceSearchTitles`, `explainSearchTitles`, `search` and
 * the pages call it, and only shape the result. `keyword-search.ts` and `query-language/` make the query of a text.
 */

import { withGetters } from '../../base/lazy.js';
import { typeError } from '../../base/messages.js';
import { normalizeUnicode } from '../../base/normalize-unicode.js';
import type { Catalog, Titles } from '../../catalog/catalog.js';
import { checkCatalogSet } from '../../catalog/catalog-set.js';
import { parseYearRange } from '../../catalog/publication-year.js';
import { seriesRanks } from '../../catalog/series-volumes.js';
import type { Sort } from '../../catalog/sort-keys.js';
import {
  countGroups,
  type DocumentGroups,
  difference,
  documentsOfGroups,
  type FacetFilter,
  intersect,
  type Matches,
  type NarrowedDocuments,
  topByRank,
  withoutGroupsOf,
} from '../../search/index.js';
import { invalidValue } from '../api-error.js';
import { type RequestContext, type ResponseContext, withLocale } from '../context.js';
import { findLibrary } from '../find-record.js';
import { customSearch } from '../query-language/compile-query.js';
import { queryFieldsOf } from '../query-language/fields.js';
import {
  type RequestParameters,
  readNarrowings,
  readParameters,
  type ValuesOfNarrowings,
} from '../read-parameters.js';
import { type Page, pageOffset, paginate } from '../response-parts.js';
import { PARAMETERS, type ParameterValues, type SEARCH_PARAMETERS } from '../schema/parameters.js';
import { keyOfFields } from './expanded-word.js';
import { ranksByField } from './extra-field-search.js';
import {
  checkBoosts,
  type RankingOptions,
  type SearchFields,
  searchTypesOf,
} from './field-boosts.js';
import { keepPerCatalog } from './kept-values.js';
import { keywordSearch } from './keyword-search.js';
import { type DocumentBoosts, editionBoosts } from './title-boosts.js';
import { type RankedGroup, type TitleMatches, unrelaxed } from './title-matches.js';

/** Options of a search that can list each work once. Requests over HTTP have no such options. */
export interface SelectionOptions extends RankingOptions {
  /**
   * With `work`, a page lists each work once: its best matching edition in the requested order. Editions of a work have the
   * same main title and first author. `limit`, `page` and `pages` then count works. `count` and facets always count titles.
   * Default: a page lists every matching edition.
   */
  readonly collapse?: 'work' | undefined;
}

/** The parameters of the operation `searchTitles`, or of pages and the function `search`. */
type SearchTable = typeof PARAMETERS.searchTitles | typeof SEARCH_PARAMETERS;

/** What only pages choose about a search. */
export interface PageSearchOptions extends SelectionOptions {
  /** Only titles that were added on this day or later, in days since 1970. Default: titles of any day. */
  readonly addedSince?: number | undefined;
  /** The position of each title in another order than that of `sort`. Default: the order of `sort`. */
  readonly ranks?: Uint32Array | undefined;
}

/** A search of one library and the titles that it finds, before they are sorted. */
export interface TitleSearch {
  readonly catalog: Catalog;
  /** The parameters as received, for links. */
  readonly params: RequestParameters;
  readonly values: ParameterValues<SearchTable>;
  /** The order of the titles. In an order by an extra field, {@link ranks} is defined. */
  readonly sort: 'relevancy' | 'series' | Sort;
  /** The chosen values of each narrowing of the library. */
  readonly chosen: ValuesOfNarrowings;
  readonly responseContext: ResponseContext;
  /** The searched fields and their boosts. Custom searches are in the fields of `keyword`. */
  readonly fields: SearchFields;
  /** The titles that match the query. */
  readonly found: TitleMatches;
  /** The titles that match the query and the narrowings. */
  readonly narrowed: NarrowedDocuments;
  /** The groups of {@link found}, narrowed. */
  readonly groups: readonly NarrowedGroup[];
  /** The works of the titles of the catalog, if each work is listed once. */
  readonly works: DocumentGroups | undefined;
  /** The {@link PageSearchOptions.ranks} of the search, or the ranks of the extra field that titles are sorted by. */
  readonly ranks: Uint32Array | undefined;
  readonly page: Page;
}

/** The maximum memory of the matches that are kept per catalog, in bytes. */
const MAX_KEPT_BYTES = 2 ** 24;

/** Keeps the matches of the last queries for further pages, facets and sort orders. */
const keepMatches = keepPerCatalog<TitleMatches>(MAX_KEPT_BYTES);

/** The maximum memory of the forms of the words of a query, in bytes per character of the query. */
const BYTES_PER_CHAR = 1024;

/** The maximum memory of arrays of matches and scores, in bytes per unit of the cost of the query. */
const BYTES_PER_COST = 8;

/**
 * Reads the parameters of a search, and finds the titles that match its query and narrowings.
 *
 * @param searched the searched fields, in place of the fields of `search_type`
 * @throws ApiError, CatalogSetError or TypeError in the same cases as `searchTitles`
 */
export function runSearch(
  catalogs: readonly Catalog[],
  params: RequestParameters,
  context: RequestContext,
  options: PageSearchOptions = {},
  searched?: SearchFields,
  table: SearchTable = PARAMETERS.searchTitles,
): TitleSearch {
  checkCatalogSet(catalogs);
  const { boosts, collapse, addedSince } = options;
  if (boosts !== undefined) checkBoosts(boosts, catalogs);
  if (collapse !== undefined && collapse !== 'work') {
    throw typeError('collapse', "'work' or undefined", collapse);
  }
  const values = readParameters<SearchTable>(params, table);
  const { q, library, search_type } = values;
  const catalog = findLibrary(catalogs, library);
  const { titles } = catalog;
  const isCustom = search_type === 'custom' && searched === undefined;
  const type = search_type === 'custom' ? 'keyword' : search_type;
  const fields = searched ?? searchTypesOf(catalog.library, boosts)[type];
  const relax = 'relax' in values ? values.relax : 'all';
  const found = keepMatches(
    titles,
    `${isCustom} ${relax} ${keyOfFields(fields)} ${q}`,
    () =>
      isCustom
        ? unrelaxed(customSearch(catalog, q, queryFieldsOf(fields)))
        : keywordSearch(catalog, q, fields, relax),
    ({ cost }) => BYTES_PER_CHAR * q.length + BYTES_PER_COST * cost,
  );
  const { chosen, excluded } = readNarrowings(params, values, catalog.library);
  const { size } = new Set(chosen.series.map((value) => idOfValue('series', value, titles)));
  const { sort = size === 1 ? 'series' : 'relevancy' } = values;
  if (sort === 'series' && size !== 1) {
    const expected = "another order unless the parameter 'series' has exactly one value";
    throw invalidValue('sort', sort, expected);
  }
  const ranks = options.ranks ?? ranksByField(sort, catalog);
  const { added_day } = titles.queryNumbers;
  const matches =
    addedSince === undefined
      ? found.documents
      : added_day.select(found.documents, addedSince, Number.POSITIVE_INFINITY);
  const narrowed = titles.facets.narrow(
    withoutExcluded(matches, excluded, titles),
    filtersOf(chosen, titles),
  );
  const works =
    collapse === undefined ? undefined : { ords: titles.works, members: titles.editions.numbers };
  const groups = narrowGroups(found.groups, narrowed.documents, works);
  const page = paginate(
    values,
    groups.reduce((sum, { count }) => sum + count, 0),
  );
  return {
    catalog,
    params,
    values,
    sort,
    chosen,
    responseContext: withLocale(context, values.locale),
    fields,
    found,
    narrowed,
    groups,
    works,
    ranks,
    page: { ...page, count: narrowed.documents.length },
  };
}

/**
 * Returns the documents without excluded values. Exclusions apply to all counts, also of their own facet, so that each
 * count is the number of titles that are found if the value is chosen.
 *
 * @param excluded the excluded values of each narrowing
 */
export function withoutExcluded(
  documents: Uint32Array,
  excluded: ValuesOfNarrowings,
  titles: Titles,
): Uint32Array {
  return filtersOf(excluded, titles).reduce(
    (kept, filter) => difference(kept, titles.facets.narrow(kept, [filter]).documents),
    documents,
  );
}

/**
 * Creates the filters for the narrowing parameters. A title passes a filter with any of its values. A value that
 * no title has matches no title. The values of `publication_date` can be any ranges of years.
 */
export function filtersOf(chosen: ValuesOfNarrowings, titles: Titles): FacetFilter[] {
  return Object.entries(chosen)
    .filter(([, values]) => values.length > 0)
    .map(([column, values]) => filterOf(column, values, titles));
}

/** Creates the filter for the values of one narrowing parameter. */
export function filterOf(column: string, values: readonly string[], titles: Titles): FacetFilter {
  if (column === 'publication_date') return yearsFilter(values, titles);
  const extra = titles.extraColumns.get(column);
  if (extra?.typed !== undefined) {
    const ranges = values.map(extra.typed.rangeOf).filter((range) => range !== undefined);
    return { column, values: extra.ordsIn(ranges) };
  }
  const ords = values.map((id) => titles.valueOrd(column, normalizeUnicode(id, 'NFC')));
  return { column, values: ords.filter((ord) => ord >= 0) };
}

/** Returns the id of a value of a narrowing, for a text that may be another form of the id. */
export function idOfValue(narrowing: string, text: string, titles: Titles): string {
  const nfc = normalizeUnicode(text, 'NFC');
  const ord = titles.valueOrd(narrowing, nfc);
  return ord < 0 ? nfc : titles.value(narrowing, ord).id;
}

/** Creates the filter for ranges of years. Another text matches no title. */
function yearsFilter(texts: readonly string[], titles: Titles): FacetFilter {
  const ranges = texts.map(parseYearRange).filter((range) => range !== undefined);
  const column = 'publication_date';
  const years = titles.queryNumbers.publication_year;
  if (ranges.length === 0) return { column, values: [] };
  if (ranges.length === 1) return { column, numbers: years, ...ranges[0] };
  const select = (candidates: Uint32Array) =>
    candidates.filter((title) => {
      const year = years.get(title);
      return year !== undefined && ranges.some(({ from, to }) => year >= from && year <= to);
    });
  return { column, numbers: { ...years, select }, from: -Infinity, to: Infinity };
}

/** A title on a page of results. */
export interface SelectedTitle {
  readonly document: number;
  /** The score of the title. Absent if the results are not sorted by relevancy. */
  readonly score?: number;
}

/** Returns the titles on one page, in the requested order. */
export function titlesOfPage(search: TitleSearch): readonly SelectedTitle[] {
  const { catalog, sort, chosen, narrowed, works, page } = search;
  const { titles } = catalog;
  if (sort === 'relevancy') return rankByRelevancy(search);
  const ranks =
    search.ranks ??
    (sort === 'series'
      ? seriesRanks(titles, chosen.series[0], narrowed.documents)
      : titles.ranks[sort]);
  const sorted = topByRank(narrowed, ranks, pageOffset(page), page.limit, works);
  return sorted.map((document) => ({ document }));
}

/** The works of a page, if each work is listed once. */
export interface CollapsedWorks {
  /** The number of works that the search found. */
  readonly count: number;
  /**
   * For each title of the page, the ids of the other editions of its work that the search found, in the order of their
   * ids.
   */
  readonly otherEditions: readonly (readonly string[])[];
  /**
   * The numbers of the titles in {@link otherEditions}.
   *
   * @internal
   */
  readonly otherNumbers: readonly (readonly number[])[];
}

/**
 * Returns the number of works and the other editions of the works on a page. Returns undefined if every edition is listed.
 *
 * @param page the titles on the page
 */
export function collapsedWorks(
  { catalog, narrowed, groups, works }: TitleSearch,
  page: readonly SelectedTitle[],
): CollapsedWorks | undefined {
  if (works === undefined) return undefined;
  const count = groups.reduce((sum, group) => sum + group.count, 0);
  const listed = Uint32Array.from(page, ({ document }) => document);
  const hasOthers = count < narrowed.documents.length;
  const editions = hasOthers ? documentsOfGroups(narrowed.documents, works, listed) : [];
  const otherNumbers = Array.from(listed, (document, i) =>
    (editions[i] ?? []).filter((other) => other !== document),
  );
  const idOf = (number: number) => catalog.titles.id(number);
  const otherEditions = () => otherNumbers.map((numbers) => numbers.map(idOf));
  return withGetters({ count, otherNumbers }, { otherEditions });
}

/**
 * Returns the number of titles that relaxation added to the results, after narrowing. 0 if the query was not relaxed.
 */
export function relaxedCount({ found, narrowed: { documents } }: TitleSearch): number {
  if (found.relaxed === undefined) return 0;
  return documents.length - intersect(documents, found.strict).length;
}

/** Returns the titles on one page, the best matches of the first group first. */
export function rankByRelevancy(search: TitleSearch): RankedTitle[] {
  const { catalog, groups, works, page, responseContext } = search;
  const boosts = editionBoosts(catalog.titles, responseContext.locale);
  const titles: RankedTitle[] = [];
  let skipped = pageOffset(page);
  for (const { group, matches, count } of groups) {
    const left = page.limit - titles.length;
    if (left > 0 && skipped < count) {
      const titleBoosts = group.titleBoosts?.(matches);
      const documentBoosts = titleBoosts?.factors;
      const best = matches.top(left, { from: skipped, boosts, documentBoosts, groups: works });
      for (const { document, score } of best) titles.push({ document, score, group, titleBoosts });
    }
    skipped = Math.max(0, skipped - count);
  }
  return titles;
}

/** The titles of a group that pass the narrowings. */
export interface NarrowedGroup {
  readonly group: RankedGroup;
  readonly matches: Matches;
  /** The number of results: titles, or works if each work is listed once. */
  readonly count: number;
}

/**
 * Narrows groups.
 *
 * @param documents the titles that pass the narrowings, ascending
 * @param works the works of titles, if each work is listed once. A work is then only in the first group with a title of
 *   the work.
 */
function narrowGroups(
  groups: readonly RankedGroup[],
  documents: Uint32Array,
  works: DocumentGroups | undefined,
): NarrowedGroup[] {
  let left = documents;
  return groups.map((group) => {
    const ofGroup = groups.length === 1 ? left : intersect(left, group.matches.documents);
    if (works !== undefined && groups.length > 1) left = withoutGroupsOf(left, works, ofGroup);
    const count = works === undefined ? ofGroup.length : countGroups(ofGroup, works);
    return { group, matches: group.matches.narrowed(ofGroup), count };
  });
}

/** A title with the score that it is ranked by. */
export interface RankedTitle extends SelectedTitle {
  /** The score of the match, multiplied by all boosts. */
  readonly score: number;
  readonly group: RankedGroup;
  /** The boosts of the titles of the group. */
  readonly titleBoosts: DocumentBoosts | undefined;
}
