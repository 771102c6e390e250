/*
 * `search`: the titles of one library as data for an application, with scores and the facets that it chooses, in place of
 * the response of the API in `search-titles.ts`.
 */

import { checkNames } from '../base/check-options.js';
import { didYouMean } from '../base/edit-distance.js';
import { lazy, withGetters } from '../base/lazy.js';
import { typeError } from '../base/messages.js';
import type { Catalog } from '../catalog/catalog.js';
import { checkCatalogSet } from '../catalog/catalog-set.js';
import { describeUnknownField } from '../catalog/extra-fields.js';
import { type Narrowing, narrowingName, narrowingsOf } from '../catalog/narrowings.js';
import type { Library } from '../catalog/records/library.js';
import { facetValueOf, valuesInOrder } from './facet-values.js';
import { checkFields, NO_LINKS, pickFields, type TitleData, titleData } from './get-title.js';
import {
  type DateStatistics,
  type NumberStatistics,
  rangeValues,
  statisticsOf,
  valueDescriber,
} from './range-facets.js';
import {
  checkStrictly,
  type ParameterPairs,
  type SearchParametersWith,
  strictParametersOf,
} from './read-parameters.js';
import { MAX_LIMIT, MAX_NARROW_TOS, omitEmpty, type Page } from './response-parts.js';
import { FACET_ORDERS } from './schema/parameters.js';
import type { FacetValue } from './schema/responses.js';
import { searchTableOf } from './search/extra-field-search.js';
import { createTitleMatcher, type MatchedText } from './search/matched-texts.js';
import type { NamedValue } from './search/named-values.js';
import type { Relaxation, Respelling } from './search/relaxation.js';
import {
  collapsedWorks,
  idOfValue,
  relaxedCount,
  runSearch,
  type SelectedTitle,
  type SelectionOptions,
  type TitleSearch,
  titlesOfPage,
} from './search/run-search.js';

/** Options of {@link search}. */
export interface SearchOptions<Name extends string, Field extends keyof Hit = keyof Hit>
  extends SelectionOptions {
  /**
   * The fields of the hits, such as `['id', 'title', 'authors', 'score']`. Only the parts of the records with these fields
   * are read. Default: all fields.
   */
  readonly fields?: readonly Field[] | undefined;
  /**
   * The facets to count, such as `['title_format', 'language']`, or `{ subject: { order: 'name', limit: 10 } }`. The names
   * are the narrowings in `SearchParameters`, and the extra fields with `narrowing: true`. An extra field that only another
   * open library has is a facet without values. Default: none.
   */
  readonly facets?: FacetRequest<Name> | undefined;
}

/** A title that a search found, with its score. */
export interface Hit extends TitleData {
  /**
   * The score of the title, above 0. Absent if the results are not sorted by relevancy.
   */
  readonly score?: number;
  /**
   * Whether relaxation added the title, so that it does not match the query as typed. False for all hits if
   * {@link SearchResult.relaxed} is absent.
   */
  readonly isRelaxed: boolean;
  /**
   * The ids of the other editions of the work that the search found, in the order of their ids. Absent if there are none,
   * and without `collapse`.
   */
  readonly otherEditions?: readonly string[];
  /**
   * The texts of the title that match the query, with the places of the words, in the order of the boosts of their fields:
   * the title before the author. `highlight` marks the words in a text. Empty for the query `*`, and for a title that only
   * matches by a value, such as its format. Computed when it is first read; until then, the hit keeps its catalog in memory.
   *
   * @example [{ field: 'title', text: 'Moby-Dick', terms: ['moby', 'dick'], ranges: [[0, 4], [5, 9]] }]
   */
  readonly matched: readonly MatchedText[];
}

/** A hit with some of its fields. */
export type HitWith<Field extends keyof Hit> = [keyof Hit] extends [Field] ? Hit : Pick<Hit, Field>;

/** The names of the fields that only hits have. */
const HIT_FIELDS = Object.keys({
  score: true,
  isRelaxed: true,
  otherEditions: true,
  matched: true,
} satisfies Record<Exclude<keyof Hit, keyof TitleData>, true>);

/** The result of {@link search}: one page of hits, and facets. */
export interface SearchResult<Name extends string, Field extends keyof Hit = keyof Hit>
  extends Page {
  /** The hits on this page, in the requested order. */
  readonly hits: readonly HitWith<Field>[];
  /** The number of works that the search found. Present only with `collapse`. */
  readonly workCount?: number;
  /** The requested facets, each under the name of its parameter. */
  readonly facets: Facets<Name>;
  /**
   * The step of relaxation that found further titles: `prefix` for an incomplete last word, `typos` for misspelled,
   * joined or split words, and `any` for titles with only some of the words, which may be misspelled too. A query is
   * relaxed if no title matches it, and also if the few titles that match are probably not what the reader wants.
   * {@link relaxedCount} distinguishes the two cases. Absent if the query was not relaxed.
   */
  readonly relaxed?: Relaxation;
  /**
   * How many of the `count` titles relaxation added. If it equals `count`, no title matches the query as typed.
   * 0 if the query was not relaxed.
   */
  readonly relaxedCount: number;
  /**
   * The query with its misspelled words replaced, such as for the text "Results for moby dick". Present only if `relaxed`
   * is `typos`.
   */
  readonly respelling?: Respelling;
  /**
   * The words of the query that name a format, a language, an audience or availability, such as for buttons that remove a
   * word. The search also found titles with these values. Absent if it did not.
   */
  readonly namedValues?: readonly NamedValue[];
  /**
   * The id of the title, or of the first title of the series, that a query such as `books like dune` names. The search found
   * this title or series first, and similar titles after it. Absent for other queries.
   */
  readonly similarTo?: string;
}

/**
 * Searches the titles of one library like `searchTitles`, and returns data for an application in place of a response of
 * the API: hits with scores, and the facets that the application chooses. The result contains no links. Unlike
 * `searchTitles`, refuses unknown parameters and a `limit` above 100, and returns a page past the last page without hits.
 * With exactly one value of `series`, the default order is that of the volumes: 1, 2, 10. A box such as `1-3` comes after
 * volume 1, and titles without a number come last.
 *
 * @typeParam Name the names of the facets
 * @typeParam Extra the names of the extra fields of the library that may be facets, parameters and sort orders.
 *   Default: none.
 * @typeParam Field the names of the fields of the hits. Default: all.
 * @param catalogs the open catalogs. Only the catalog of `library` is searched
 * @param params the query, the library, and what narrows and sorts the results; see {@link SearchParametersWith}
 * @throws ApiError 400 for a missing, invalid or unknown parameter, a `limit` above 100, or the
 *   order `series` without exactly one value of `series`; 404 if no catalog belongs to this library
 * @throws CatalogSetError if two catalogs have a library, title, list or session id in common
 * @throws TypeError if `params` or `options` is not an object, or an option is unknown or invalid, such as a facet that no
 *   open library has
 *
 * @example
 * const params = { q: 'whale', library: 'alderwick', title_format: ['BK', 'EBOOK'] } as const;
 * const { hits, facets } = search([catalog], params, { facets: ['title_format'] });
 * hits[0].title; // 'Moby-Dick'
 * facets.title_format.values; // [{ value: 'BK', name: 'Book', count: 1, isSelected: true }, ...]
 *
 * @example
 * const params = { q: 'whale', library: 'alderwick', relax: 'spelling', exclude_title_format: 'DVD' } as const;
 * search([catalog], params, { fields: ['id', 'title'] }).hits[0]; // { id: '0000001101', title: 'Moby-Dick' }
 */
export function search<
  const Name extends Narrowing | NoInfer<Extra> = never,
  Extra extends string = never,
  const Field extends keyof Hit = keyof Hit,
>(
  catalogs: readonly Catalog[],
  params: SearchParametersWith<NoInfer<Extra>> | ParameterPairs,
  options: SearchOptions<Name, Field> = {},
): SearchResult<Name, Field> {
  checkCatalogSet(catalogs);
  const table = searchTableOf(catalogs);
  checkStrictly(params, strictParametersOf(table, catalogs), MAX_LIMIT);
  checkNames('options', options, ['facets', 'fields', 'collapse', 'boosts']);
  checkFields(options.fields, HIT_FIELDS);
  const selection = runSearch(catalogs, params, NO_LINKS, options, undefined, table);
  const { catalog, found, responseContext } = selection;
  const page = { ...selection.page, page: selection.values.page };
  const { relaxed, respelling, namedValues, similarTo } = found;
  const selected = page.page > page.pages ? [] : titlesOfPage(selection);
  const works = collapsedWorks(selection, selected);
  const otherEditions = works?.otherEditions;
  const { fields } = options;
  const matchOf = createTitleMatcher(selection);
  const hitOf = ({ document, score }: SelectedTitle, i: number): HitWith<Field> => {
    const isRelaxed = relaxed !== undefined && !found.strict.includes(document);
    const ofHit = omitEmpty({ isRelaxed, score, otherEditions: otherEditions?.[i] });
    const hit = {
      ...titleData(catalog, document, responseContext, fields),
      ...pickFields(ofHit, fields),
    };
    if (fields !== undefined && !fields.includes('matched' as Field)) return hit as HitWith<Field>;
    const matched = () => matchOf(document).textsOf(catalog.titles.get(document));
    return withGetters(hit, { matched: lazy(matched) }) as unknown as HitWith<Field>;
  };
  return {
    ...page,
    ...omitEmpty({ workCount: works?.count }),
    hits: selected.map(hitOf),
    facets: countFacets(
      selection,
      options.facets ?? [],
      catalogs.map(({ library }) => library),
    ),
    ...omitEmpty({ relaxed, respelling: respelling?.(), namedValues, similarTo }),
    relaxedCount: relaxedCount(selection),
  };
}

/** Options of one facet. */
export interface FacetOptions {
  /**
   * The maximum number of values, a whole number from 0, or Infinity for all values. Selected values beyond the maximum
   * are returned too. Default: 25.
   */
  readonly limit?: number | undefined;
  /**
   * For an extra field of the type `number` or `date` and for `publication_date`, the ranges to count in place of
   * single values, as the parameter has them: `['0-9.99', '10-19.99', '20-']`. All ranges are returned, in this order.
   * Default: single values.
   */
  readonly ranges?: readonly string[] | undefined;
  /**
   * The order of the values: the most frequent first (`count`), by name, or by number, which is numeric order for values
   * that begin with a number, such as decades: 2 before 10. Default: `count`.
   */
  readonly order?: (typeof FACET_ORDERS)[number] | undefined;
}

/** The facets to count: an array of names, or an object with the options of each facet by its name. */
export type FacetRequest<Name extends string> =
  | readonly Name[]
  | { readonly [N in Name]: FacetOptions };

/** A facet of the results. */
export interface Facet {
  /** The display name, such as `Format`. */
  readonly name: string;
  /** The values in the requested order, and after them the selected values that are not among them. */
  readonly values: readonly FacetValue[];
  /**
   * For an extra field of the type `number`, the lowest and the highest value, the sum and the average of the titles that
   * the values are counted of, also beyond the limit. Absent for other facets, and if no title has a value.
   */
  readonly statistics?: NumberStatistics;
  /** For an extra field of the type `date`, the first and the last day. Absent like `statistics`. */
  readonly dates?: DateStatistics;
}

/** The requested facets, each under the name of its parameter. */
export type Facets<Name extends string> = { readonly [N in Name]: Facet };

/** The options of a facet, with defaults. */
interface CheckedOptions {
  readonly limit: number;
  readonly order: (typeof FACET_ORDERS)[number];
  readonly ranges: readonly string[] | undefined;
}

/**
 * Counts the values of facets. The counts of a facet ignore the chosen values of this facet. A facet that only another
 * library has is empty.
 *
 * @param libraries the libraries of all open catalogs
 * @throws TypeError for a facet that none of the libraries has, or an invalid option
 */
function countFacets<Name extends string>(
  selection: TitleSearch,
  requested: FacetRequest<Name>,
  libraries: readonly Library[],
): Facets<Name> {
  const { library } = selection.catalog;
  const { locale } = selection.responseContext;
  const options = facetOptionsOf(requested, libraries);
  const own = new Set(narrowingsOf(library));
  const byCount = [...options].filter(
    ([name, { order, ranges }]) => own.has(name) && order === 'count' && ranges === undefined,
  );
  const counts = selection.narrowed.count(
    Math.max(0, ...byCount.map(([, { limit }]) => limit)),
    byCount.map(([name]) => name),
  );
  const facets = Array.from(options, ([name, ofFacet]) => {
    if (!own.has(name)) {
      const other = libraries.find((one) => narrowingsOf(one).includes(name));
      return [name, { name: narrowingName(name, locale, other), values: [] }];
    }
    const facet: Facet = {
      name: narrowingName(name, locale, library),
      values: facetValuesOf(selection, name, ofFacet, counts),
      ...statisticsOf(selection, name),
    };
    return [name, facet];
  });
  return Object.fromEntries(facets);
}

/**
 * Returns the values of a facet, and then the chosen values that are not among them.
 *
 * @param counts the most frequent values of the facets in the order `count`
 */
function facetValuesOf(
  selection: TitleSearch,
  name: string,
  { limit, order, ranges }: CheckedOptions,
  counts: ReturnType<TitleSearch['narrowed']['count']>,
): FacetValue[] {
  if (ranges !== undefined) return rangeValues(selection, name, ranges);
  const toFacetValue = facetValueOf(selection, name);
  const found = order === 'count' ? counts[name] : valuesInOrder(selection, name, order, limit);
  const values = Array.from(found.values.subarray(0, limit), (ord, i) =>
    toFacetValue(ord, found.counts[i]),
  );
  const listed = new Set(values.map(({ value }) => value));
  const { catalog, chosen } = selection;
  const ids = new Set(chosen[name].map((value) => idOfValue(name, value, catalog.titles)));
  const others = [...ids].filter((id) => !listed.has(id));
  if (others.length === 0) return values;
  const describeValue = valueDescriber(selection, name);
  return [...values, ...others.map((id) => describeValue(id, true))];
}

/** Checks the requested facets, and returns their options by their names. */
function facetOptionsOf<Name extends string>(
  requested: FacetRequest<Name>,
  libraries: readonly Library[],
): ReadonlyMap<string, CheckedOptions> {
  const isArray = Array.isArray(requested);
  if (!isArray && (Object(requested) !== requested || Symbol.iterator in requested)) {
    const expected = 'an array of names, or an object with the options of each facet';
    throw typeError('facets', expected, requested);
  }
  const known = [...new Set(libraries.flatMap(narrowingsOf))];
  const entries: [string, FacetOptions][] = isArray
    ? requested.map((name) => [name, {}])
    : Object.entries(requested);
  return new Map(
    entries.map(([name, options]) => {
      if (!known.includes(name)) {
        const found = describeUnknownField(name, 'narrowing', libraries);
        throw new TypeError(
          `facets: expected the names of facets, which are ${known.join(', ')}, found ${found}${didYouMean(String(name), known)}`,
        );
      }
      checkNames(`facets: ${name}`, options, ['limit', 'order', 'ranges']);
      const { limit = MAX_NARROW_TOS, order = 'count', ranges } = options;
      if (!FACET_ORDERS.includes(order)) {
        throw typeError(`facets: ${name}: order`, `one of ${FACET_ORDERS.join(', ')}`, order);
      }
      if (!(limit >= 0 && (Number.isInteger(limit) || limit === Number.POSITIVE_INFINITY))) {
        throw typeError(`facets: ${name}: limit`, 'a whole number from 0', limit);
      }
      return [name, { limit, order, ranges }];
    }),
  );
}
