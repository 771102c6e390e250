import { typeError } from '../../base/messages.js';
import { normalizeUnicode } from '../../base/normalize-unicode.js';
import { describeUnknownField } from '../../catalog/extra-fields.js';
import {
  narrowingName,
  narrowingsOf,
  translatedValueName,
  valueName,
} from '../../catalog/narrowings.js';
import type { Library } from '../../catalog/records/library.js';
import { MAX_NARROW_TOS } from '../response/envelope.js';
import { filterOf, type TitleSelection } from '../search/select-titles.js';

/** Options of one facet. */
export interface FacetOptions {
  /**
   * The maximum number of values, a whole number from 0, or Infinity for all values. Selected values beyond the maximum
   * are returned too. Default: 25.
   */
  readonly limit?: number | undefined;
}

/** The facets to count: an array of names, or an object with the options of each facet by its name. */
export type FacetRequest<Name extends string> =
  | readonly Name[]
  | { readonly [N in Name]: FacetOptions };

/** A value of a facet. */
export interface FacetValue {
  /** The value as a parameter, such as `BK` for the parameter `title_format`. */
  readonly value: string;
  /** The display name, such as `Book`. */
  readonly name: string;
  /** The number of titles with this value, if it is the only chosen value of this facet. */
  readonly count: number;
  /** Whether a parameter narrows the results to this value. */
  readonly isSelected: boolean;
}

/** A facet of the results. */
export interface Facet {
  /** The display name, such as `Format`. */
  readonly name: string;
  /**
   * The most frequent values first, and after them the selected values that are not among them. For another order, such as
   * that of decades, request all values with the limit Infinity and sort them.
   */
  readonly values: readonly FacetValue[];
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
export function countFacets<Name extends string>(
  selection: TitleSelection,
  requested: FacetRequest<Name>,
  libraries: readonly Library[],
): Facets<Name> {
  const { library } = selection.catalog;
  const { locale } = selection.responseContext;
  const limits = limitsOf(requested, libraries);
  const names = Object.keys(limits) as Name[];
  const own = new Set(narrowingsOf(library));
  const counts = selection.narrowed.count(
    Math.max(0, ...Object.values<number>(limits)),
    names.filter((name) => own.has(name)),
  );
  const facets = names.map((name) => {
    if (!own.has(name)) {
      const other = libraries.find((one) => narrowingsOf(one).includes(name));
      return [name, { name: narrowingName(name, locale, other), values: [] }];
    }
    const top = Array.from(counts[name].values)
      .slice(0, limits[name])
      .map((ord, i) => ({ ord, count: counts[name].counts[i] }));
    const facet: Facet = {
      name: narrowingName(name, locale, library),
      values: facetValues(selection, name, top),
    };
    return [name, facet];
  });
  return Object.fromEntries(facets);
}

function limitsOf<Name extends string>(
  requested: FacetRequest<Name>,
  libraries: readonly Library[],
): Readonly<Record<Name, number>> {
  if (!Array.isArray(requested) && !isPlainObject(requested)) {
    const expected = 'an array of names, or an object with the options of each facet';
    throw typeError('facets', expected, requested);
  }
  const known = [...new Set(libraries.flatMap(narrowingsOf))];
  const options: object = Array.isArray(requested)
    ? Object.fromEntries(requested.map((name) => [name, {}]))
    : requested;
  const entries = Object.entries<FacetOptions>({ ...options });
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
    const { limit = MAX_NARROW_TOS } = ofFacet;
    if (!(limit >= 0 && (Number.isInteger(limit) || limit === Number.POSITIVE_INFINITY))) {
      throw typeError('facets', `a whole number from 0 as the limit of ${name}`, limit);
    }
    return [name, limit];
  });
  return Object.fromEntries(limits);
}

/** Returns whether a value is an object with fields, and not a collection such as a set or a map. */
function isPlainObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !(Symbol.iterator in value);
}

/** Returns the most frequent values, and after them the chosen values that are not among them. */
function facetValues(
  selection: TitleSelection,
  name: string,
  top: readonly { readonly ord: number; readonly count: number }[],
): FacetValue[] {
  const { catalog, responseContext } = selection;
  const { titles } = catalog;
  const chosen = new Set(selection.chosen[name].map((value) => normalizeUnicode(value, 'NFC')));
  const facetValue = (value: string, english: string, count: number): FacetValue => ({
    value,
    name: translatedValueName(name, value, english, responseContext.names),
    count,
    isSelected: chosen.has(value),
  });
  const frequent = top.map(({ ord, count }) => {
    const value = titles.value(name, ord);
    return facetValue(value.id, value.name, count);
  });
  const others = [...chosen].filter((id) => !frequent.some(({ value }) => value === id));
  const countOf = others.length > 0 ? chosenCounter(selection, name) : () => 0;
  return [
    ...frequent,
    ...others.map((id) => facetValue(id, valueName(name, id, catalog.library), countOf(id))),
  ];
}

/** Returns a function that counts the titles with a chosen value of a facet. */
function chosenCounter(
  { catalog, narrowed }: TitleSelection,
  name: string,
): (value: string) => number {
  const { titles } = catalog;
  const documents = narrowed.selectIgnoring(name);
  return (value) =>
    titles.facets.narrow(documents, [filterOf(name, [value], titles)]).documents.length;
}
