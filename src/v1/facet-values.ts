/*
 * `facetValues`: all values of one facet of a search, page by page, by count, name or number. `search.ts` returns the most
 * frequent values of several facets with the hits.
 */

import { partitionPoint } from '../base/binary-search.js';
import { collationKey, collationLetters } from '../base/collation.js';
import { memoizePerObject } from '../base/lazy.js';
import { normalizeUnicode } from '../base/normalize-unicode.js';
import { sortByKeys } from '../base/sort-by-keys.js';
import type { StringTable } from '../base/string-table.js';
import type { Catalog } from '../catalog/catalog.js';
import { checkCatalogSet } from '../catalog/catalog-set.js';
import type { ExtraColumn } from '../catalog/extra-columns.js';
import {
  hasNamedValues,
  narrowingName,
  narrowingsOf,
  translatedValueName,
} from '../catalog/narrowings.js';
import { TopK } from '../search/index.js';
import { invalidValue } from './api-error.js';
import { NO_LINKS } from './get-title.js';
import {
  checkStrictly,
  type ExtraFilters,
  type ParameterPairs,
  readParameters,
  strictParametersOf,
} from './read-parameters.js';
import { MAX_LIMIT, pageOffset, paginate } from './response-parts.js';
import {
  FACET_VALUES_PARAMETERS,
  type FacetValuesParameters,
  type ParameterValues,
} from './schema/parameters.js';
import type { FacetValue, FacetValues } from './schema/responses.js';
import { searchTableOf } from './search/extra-field-search.js';
import { runSearch, type TitleSearch } from './search/run-search.js';

/**
 * Returns one page of all values of a facet, with the exact number of titles of each: for a list of all branches, or of
 * the authors of a search from A to Z. A value without titles is left out. The API specification does not include this
 * operation; `metadata` of `searchTitles` and the facets of `search` (section 2.1 of the specification) count in the
 * same way.
 *
 * With the order `count`, values with equal counts are in the order of their names. With a `prefix`, `count` and
 * `pages` count only the values whose names begin with the prefix, and `precedingCount` is the number of values whose
 * names come before these names. With `contains`, they count only the values whose names contain words that begin with each
 * of its words. Takes as long as one facet of a search, for any page; `contains` also reads the names of all values.
 *
 * @typeParam Extra the names of the extra fields of the library that narrow, as in `search`. Default: none.
 * @param catalogs the open catalogs. Only the catalog of `library` is searched
 * @param params the facet, and the query and narrowings of `search`; see {@link FacetValuesParameters}. `sort` has no effect
 * @throws ApiError 400 for a missing, invalid or unknown parameter, a `limit` above 100 or a facet that the library does not
 *   have; 404 if no catalog belongs to this library
 * @throws CatalogSetError if two catalogs have a library, title, list or session id in common
 *
 * @example
 * const params = { facet: 'author', order: 'name', prefix: 'he', q: '*', library: 'alderwick' } as const;
 * facetValues([catalog], params).values[0];
 * // { value: 'Henry A. Beers', name: 'Henry A. Beers', count: 1, isSelected: false }
 *
 * @example
 * const params = { facet: 'author', contains: 'mel', q: '*', library: 'alderwick' } as const;
 * facetValues([catalog], params).values[0].name; // 'Herman Melville'
 */
export function facetValues<Extra extends string = never>(
  catalogs: readonly Catalog[],
  params: (FacetValuesParameters & ExtraFilters<NoInfer<Extra>>) | ParameterPairs,
): FacetValues {
  checkCatalogSet(catalogs);
  const table = searchTableOf(catalogs);
  const known = { ...table, ...FACET_VALUES_PARAMETERS };
  checkStrictly(params, strictParametersOf(known, catalogs), MAX_LIMIT);
  const values = readParameters(params, FACET_VALUES_PARAMETERS);
  const search = runSearch(catalogs, params, NO_LINKS, {}, undefined, table);
  const found = valuesOfFacet(search, values);
  return values.page > found.pages ? { ...found, page: values.page, values: [] } : found;
}

/**
 * Returns one page of the values of a facet of a search, as {@link facetValues} does, or the last page for a page past the
 * end.
 *
 * @throws ApiError 400 for a facet that the library does not have
 */
export function valuesOfFacet(
  selection: TitleSearch,
  values: Pick<
    ParameterValues<typeof FACET_VALUES_PARAMETERS>,
    'facet' | 'order' | 'limit' | 'page'
  > &
    Pick<FacetValuesParameters, 'prefix' | 'contains'>,
): FacetValues {
  const { facet, order, prefix = '', contains = '' } = values;
  const { library } = selection.catalog;
  const facets = narrowingsOf(library);
  if (!facets.includes(facet)) throw invalidValue('facet', facet, `one of ${facets.join(', ')}`);
  const { size, nameAt, byName, counts } = namesOfFacet(selection, facet);
  const toFacetValue = facetValueOf(selection, facet);
  const { start, end } = rangeWithPrefix(size, nameAt, prefix);
  const lettersAt = hasNamedValues(facet, library)
    ? (ord: number) => collationLetters(toFacetValue(ord, 0).name)
    : lettersOf(selection.catalog.titles.columns[facet].dictionary);
  const named = withWords(byName.subarray(start, end), lettersAt, contains);
  const page = paginate(values, named.length);
  const from = pageOffset(page);
  const top = new TopK(from + page.limit, named.length);
  if (order === 'count') for (const ord of named) top.offer(ord, counts[ord]);
  const ordered = order === 'number' ? byNumber(selection, facet, named) : named;
  const ords =
    order === 'count' ? top.sorted(from).documents : ordered.subarray(from, from + page.limit);
  return {
    ...page,
    facet,
    name: narrowingName(facet, selection.responseContext.locale, library),
    precedingCount: start,
    values: Array.from(ords, (ord) => toFacetValue(ord, counts[ord])),
  };
}

/** Returns the values of a facet of a search in the order of their names, and the count of each value by its ordinal. */
export function namesOfFacet(selection: TitleSearch, facet: string) {
  const counts = selection.narrowed.countAll(facet);
  const toFacetValue = facetValueOf(selection, facet);
  const nameOf = (ord: number) => toFacetValue(ord, 0).name;
  const numbers = numbersOf(selection, facet);
  const ords = numbers === undefined ? counts.map((_, ord) => ord) : numbersByName(numbers);
  const byName = ords.filter((ord) => counts[ord] > 0);
  // The ordinals are in the order of the ids or of the English names.
  if (hasNamedValues(facet, selection.catalog.library)) {
    sortByKeys(byName, (ord) => collationKey(nameOf(ord)));
  }
  return { size: byName.length, nameAt: (at: number) => nameOf(byName[at]), byName, counts };
}

/** Returns the column of a facet of numbers, whose ordinals are in the order of the numbers. Undefined for other facets. */
function numbersOf({ catalog }: TitleSearch, facet: string): ExtraColumn | undefined {
  const extra = catalog.titles.extraColumns.get(facet);
  return extra?.field.type === 'number' ? extra : undefined;
}

/** Returns the ordinals of numbers in the order of their texts. */
const numbersByName = memoizePerObject(({ numbers }: ExtraColumn): Uint32Array => {
  const all = numbers();
  const ords = Uint32Array.from(all, (_, ord) => ord);
  return sortByKeys(ords, (ord) => collationKey(String(all[ord])));
});

/** Returns the first values of a facet of a search by name or by number, with their counts. */
export function valuesInOrder(
  selection: TitleSearch,
  facet: string,
  order: 'name' | 'number',
  limit: number,
): { readonly values: Uint32Array; readonly counts: Uint32Array } {
  const { byName, counts } = namesOfFacet(selection, facet);
  const ordered = order === 'name' ? byName : byNumber(selection, facet, byName);
  const values = ordered.subarray(0, limit);
  return { values, counts: values.map((ord) => counts[ord]) };
}

/**
 * Returns the values of a facet in numeric order. Values that begin with a number come first: 2, 10, `1990-1999`. The others
 * are in the order of their names, with numbers in numeric order: `Ages 9-12`, `Ages 10+`.
 *
 * @param byName the values in the order of their names
 */
function byNumber(selection: TitleSearch, facet: string, byName: Uint32Array): Uint32Array {
  // The ordinals of numbers are in the order of the numbers.
  if (numbersOf(selection, facet) !== undefined) return byName.slice().sort();
  const toFacetValue = facetValueOf(selection, facet);
  if (hasNamedValues(facet, selection.catalog.library)) {
    return sortByKeys(byName.slice(), (ord) => {
      const { value, name } = toFacetValue(ord, 0);
      return numberKey(value, name);
    });
  }
  const ranks = numberRanks(selection.catalog.titles.columns[facet].dictionary);
  return byName.slice().sort((a, b) => ranks[a] - ranks[b]);
}

/** Returns the rank of each text of a column in numeric order. */
const numberRanks = memoizePerObject((texts: StringTable): Uint32Array => {
  const ords = Uint32Array.from({ length: texts.size }, (_, ord) => ord);
  sortByKeys(ords, (ord) => numberKey(texts.get(ord), texts.get(ord)));
  const ranks = new Uint32Array(texts.size);
  for (let rank = 0; rank < ords.length; rank++) ranks[ords[rank]] = rank;
  return ranks;
});

const LEADING_NUMBER = /^-?\d+(?:\.\d+)?/;
/** Numbers beyond this limit are in the order of names. */
const MAX_NUMBER = 1e15;
const NUMBER_CHARS = 24;

/** Returns a key that sorts values in numeric order; see {@link byNumber}. */
function numberKey(value: string, name: string): string {
  const natural = name.replace(/\d+/g, (digits) => digits.padStart(NUMBER_CHARS, '0'));
  const number = Number(LEADING_NUMBER.exec(value)?.[0] ?? Number.NaN);
  if (!(Math.abs(number) < MAX_NUMBER)) return `1${collationKey(natural)}`;
  const positive = (number + MAX_NUMBER).toFixed(3).padStart(NUMBER_CHARS, '0');
  return `0${positive}${collationKey(natural)}`;
}

// Base letters of a text contain its surrogates as U+F800 to U+FFFF.
const WORD = /[\p{L}\p{N}\uf800-\uffff]+/gu;
const ENDS_IN_WORD = /[\p{L}\p{N}\uf800-\uffff]$/u;
/** Matches a word of a script that is written without spaces. It may begin anywhere in a name. */
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/**
 * Returns the values whose names contain each word of a text, or a longer word that begins with it. Case and accents are
 * ignored.
 */
function withWords(
  ords: Uint32Array,
  lettersAt: (ord: number) => string,
  text: string,
): Uint32Array {
  const words = collationLetters(normalizeUnicode(text, 'NFC')).match(WORD) ?? [];
  if (words.length === 0) return text.trim() === '' ? ords : ords.subarray(0, 0);
  return ords.filter((ord) => {
    const letters = lettersAt(ord);
    return words.every((word) => containsWord(letters, word));
  });
}

/**
 * Returns a function that returns the base letters of each text of a column. They stay in memory, because a program searches
 * the values of a facet at each typed letter, and decoding a text takes ten times as long as searching it.
 */
const lettersOf = memoizePerObject((texts: StringTable) => {
  const letters: string[] = [];
  return (ord: number) => {
    letters[ord] ??= collationLetters(texts.get(ord));
    return letters[ord];
  };
});

/** Returns whether a word of a text begins with `beginning`. */
function containsWord(letters: string, beginning: string): boolean {
  const isAnywhere = UNSPACED.test(beginning);
  for (let at = letters.indexOf(beginning); at >= 0; at = letters.indexOf(beginning, at + 1)) {
    if (isAnywhere || !ENDS_IN_WORD.test(letters.charAt(at - 1))) return true;
  }
  return false;
}

/** Returns a function that describes a value of a facet of a search by the ordinal of the value and its count. */
export function facetValueOf(
  selection: TitleSearch,
  facet: string,
): (ord: number, count: number) => FacetValue {
  const { chosen, responseContext } = selection;
  const { titles } = selection.catalog;
  const chosenOrds = new Set(
    chosen[facet].map((value) => titles.valueOrd(facet, normalizeUnicode(value, 'NFC'))),
  );
  return (ord, count) => {
    const { id, name } = titles.value(facet, ord);
    return {
      value: id,
      name: translatedValueName(facet, id, name, responseContext.names),
      count,
      isSelected: chosenOrds.has(ord),
    };
  };
}

/**
 * Returns the positions of the names that begin with a text: from `start` up to but not including `end`. Case and accents
 * are ignored. An empty text returns all positions.
 *
 * @param nameAt returns a name by its position in the collation order
 */
export function rangeWithPrefix(
  size: number,
  nameAt: (position: number) => string,
  prefix: string,
): { readonly start: number; readonly end: number } {
  const letters = collationLetters(normalizeUnicode(prefix, 'NFC').trim());
  const lettersAt = (position: number) => collationLetters(nameAt(position));
  const start = partitionPoint(0, size, (position) => lettersAt(position) < letters);
  const end = partitionPoint(start, size, (position) => lettersAt(position).startsWith(letters));
  return { start, end };
}
