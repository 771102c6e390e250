/*
 * `search`: the titles of one library as data for an application, with scores and the facets that it chooses, in place of
 * the response of the API in `search-titles.ts`.
 */

import { lazy, withGetters } from '../base/lazy.js';
import { typeError } from '../base/messages.js';
import type { Catalog } from '../catalog/catalog.js';
import { checkCatalogSet } from '../catalog/catalog-set.js';
import { describeUnknownField } from '../catalog/extra-fields.js';
import {
  type Narrowing,
  narrowingName,
  narrowingsOf,
  translatedValueName,
  valueName,
} from '../catalog/narrowings.js';
import type { Library } from '../catalog/records/library.js';
import { facetValueOf, valuesInOrder } from './facet-values.js';
import { checkFields, NO_LINKS, type TitleData, titleData } from './get-title.js';
import {
  type DateStatistics,
  type NumberStatistics,
  rangeValues,
  statisticsOf,
  valueCounter,
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
   * The facets to count, such as `['title_format', 'language']`, or `{ subject: { order: 'name', limit: 10 } }`. The names are the
   * narrowings in `SearchParameters`, and the extra fields with `narrowing: true`. An extra field that only
   * another open library has is a facet without values. Default: none.
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
 * @param params the parameters of `searchTitles`, with more sort orders, also by extra fields such as `price:desc`; `metadata`, `facet_limit`, `date_format` and
 *   `api_key` have no effect
 * @throws ApiError 400 for a missing, invalid or unknown parameter, a `limit` above 100, or the
 *   order `series` without exactly one value of `series`; 404 if no catalog belongs to this library
 * @throws CatalogSetError if two catalogs have a library, title, list or session id in common
 * @throws TypeError if `params` or `options` is not an object, or an option is invalid: a facet that no open library has,
 *   an option of a facet, an unknown field in `fields` or `boosts`, an invalid number in `boosts`, or another `collapse` than
 *   `work`
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
  const selection = runSearch(catalogs, params, NO_LINKS, options, undefined, table);
  checkFields(options.fields, HIT_FIELDS);
  const { catalog, found, responseContext } = selection;
  const page = { ...selection.page, page: selection.values.page };
  const { relaxed, respelling, namedValues, similarTo } = found;
  const selected = page.page > page.pages ? [] : titlesOfPage(selection);
  const works = collapsedWorks(selection, selected);
  const otherEditions = works?.otherEditions;
  const { fields } = options;
  const matchOf = createTitleMatcher(selection);
  const hitOf = ({ document, score }: SelectedTitle, i: number): HitWith<Field> => {
    const hit = withFields(
      {
        ...titleData(catalog, document, responseContext, fields),
        isRelaxed: relaxed !== undefined && !found.strict.includes(document),
        ...omitEmpty({ score, otherEditions: otherEditions?.[i] }),
      },
      fields,
    );
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

/** Returns a hit with only some of its fields. Default: all fields. */
function withFields(
  hit: Omit<Hit, 'matched'>,
  fields: readonly (keyof Hit)[] | undefined,
): Partial<Hit> {
  if (fields === undefined) return hit;
  const chosen = Object.entries(hit).filter(([name]) => fields.includes(name as keyof Hit));
  return Object.fromEntries(chosen);
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
   * The order of the values: the most frequent first (`count`), by name, or by number, which is numeric order for values that
   * begin with a number, such as decades: 2 before 10. Default: `count`.
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

/**
 * Counts the values of facets. The counts of a facet ignore the chosen values of this facet. A facet that only another
 * library has is empty.
 *
 * @param libraries the libraries of all open catalogs
 * @throws TypeError for a facet that none of the libraries has, or an invalid limit
 */
function countFacets<Name extends string>(
  selection: TitleSearch,
  requested: FacetRequest<Name>,
  libraries: readonly Library[],
): Facets<Name> {
  const { library } = selection.catalog;
  const { locale } = selection.responseContext;
  const { limits, orders } = optionsOf(requested, libraries);
  const names = Object.keys(limits) as Name[];
  const own = new Set(narrowingsOf(library));
  const counts = selection.narrowed.count(
    Math.max(0, ...Object.values<number>(limits)),
    names.filter((name) => own.has(name) && orders[name] === 'count'),
  );
  const facets = names.map((name) => {
    if (!own.has(name)) {
      const other = libraries.find((one) => narrowingsOf(one).includes(name));
      return [name, { name: narrowingName(name, locale, other), values: [] }];
    }
    const ranges = isPlainObject(requested) ? requested[name].ranges : undefined;
    const toFacetValue = facetValueOf(selection, name);
    const order = orders[name];
    const found =
      order === 'count' ? counts[name] : valuesInOrder(selection, name, order, limits[name]);
    const first = Array.from(found.values.subarray(0, limits[name]), (ord, i) =>
      toFacetValue(ord, found.counts[i]),
    );
    const facet: Facet = {
      name: narrowingName(name, locale, library),
      values:
        ranges === undefined
          ? withChosenValues(selection, name, first)
          : rangeValues(selection, name, ranges),
      ...statisticsOf(selection, name),
    };
    return [name, facet];
  });
  return Object.fromEntries(facets);
}

function optionsOf<Name extends string>(
  requested: FacetRequest<Name>,
  libraries: readonly Library[],
) {
  if (!Array.isArray(requested) && !isPlainObject(requested)) {
    const expected = 'an array of names, or an object with the options of each facet';
    throw typeError('facets', expected, requested);
  }
  const known = [...new Set(libraries.flatMap(narrowingsOf))];
  const options: object = Array.isArray(requested)
    ? Object.fromEntries(requested.map((name) => [name, {}]))
    : requested;
  const entries = Object.entries<FacetOptions>({ ...options });
  const orders: Record<string, NonNullable<FacetOptions['order']>> = {};
  const limits = entries.map(([name, ofFacet]) => {
    if (!known.includes(name)) {
      const found = describeUnknownField(name, 'narrowing', libraries);
      throw new TypeError(
        `facets: expected the names of facets, which are ${known.join(', ')}, found ${found}`,
      );
    }
    if (typeof ofFacet !== 'object' || ofFacet === null) {
      throw typeError('facets', `an object with the options of ${name}`, ofFacet);
    }
    const { limit = MAX_NARROW_TOS, order = 'count' } = ofFacet;
    if (!FACET_ORDERS.includes(order)) {
      throw typeError('facets', `one of ${FACET_ORDERS.join(', ')} as the order of ${name}`, order);
    }
    orders[name] = order;
    if (!(limit >= 0 && (Number.isInteger(limit) || limit === Number.POSITIVE_INFINITY))) {
      throw typeError('facets', `a whole number from 0 as the limit of ${name}`, limit);
    }
    return [name, limit];
  });
  return { limits: Object.fromEntries(limits) as Record<Name, number>, orders };
}

/** Returns whether a value is an object with fields, and not a collection such as a set or a map. */
function isPlainObject<Name extends string>(
  value: FacetRequest<Name>,
): value is Exclude<FacetRequest<Name>, readonly Name[]> {
  return typeof value === 'object' && value !== null && !(Symbol.iterator in value);
}

/** Adds the chosen values that are not among the most frequent values. */
function withChosenValues(
  selection: TitleSearch,
  facet: string,
  frequent: readonly FacetValue[],
): FacetValue[] {
  const { catalog, chosen, responseContext } = selection;
  const ids = new Set(chosen[facet].map((value) => idOfValue(facet, value, catalog.titles)));
  const others = [...ids].filter((id) => !frequent.some(({ value }) => value === id));
  if (others.length === 0) return [...frequent];
  const countOf = valueCounter(selection, facet);
  const nameOf = (id: string) =>
    translatedValueName(facet, id, valueName(facet, id, catalog.library), responseContext.names);
  return [
    ...frequent,
    ...others.map((id) => ({ value: id, name: nameOf(id), count: countOf(id), isSelected: true })),
  ];
}
