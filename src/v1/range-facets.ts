/*
 * The facets of numbers and dates in `search`: counts of ranges, and statistics of the matching titles.
 */

import { typeError } from '../base/messages.js';
import type { ExtraColumn } from '../catalog/extra-columns.js';
import { translatedValueName, valueName } from '../catalog/narrowings.js';
import { YEARS } from '../catalog/publication-year.js';
import type { FacetValue } from './schema/responses.js';
import { filterOf, type TitleSearch } from './search/run-search.js';

/** Statistics of the values of a field of the type `number`. A title with several values counts once for each. */
export interface NumberStatistics {
  /** The lowest value. */
  readonly min: number;
  /** The highest value. */
  readonly max: number;
  /** The sum of the values. */
  readonly sum: number;
  /** The sum divided by the number of values. */
  readonly average: number;
  /** The number of values, which is the number of titles with a value if no title has several. */
  readonly count: number;
}

/** The first and the last day of a field of the type `date`. A title with several dates counts once for each. */
export interface DateStatistics {
  /** The first day, such as `2024-01-31`. */
  readonly min: string;
  /** The last day. */
  readonly max: string;
  /** The number of dates, which is the number of titles with a date if no title has several. */
  readonly count: number;
}

/**
 * Returns a function that describes a value or a range of a facet, with the number of titles. The number ignores the chosen
 * values of the facet.
 */
export function valueDescriber(
  { catalog, narrowed, responseContext }: TitleSearch,
  name: string,
): (value: string, isSelected: boolean) => FacetValue {
  const { titles, library } = catalog;
  const documents = narrowed.selectIgnoring(name);
  return (value, isSelected) => ({
    value,
    name: translatedValueName(name, value, valueName(name, value, library), responseContext.names),
    count: titles.facets.narrow(documents, [filterOf(name, [value], titles)]).documents.length,
    isSelected,
  });
}

/**
 * Returns the ranges of a facet with their counts, in the order requested, and then the other chosen values.
 *
 * @throws TypeError for a facet without ranges, or a text that is not a range
 */
export function rangeValues(
  selection: TitleSearch,
  name: string,
  ranges: readonly string[],
): FacetValue[] {
  const form = name === 'publication_date' ? YEARS : rangeColumnOf(selection, name)?.typed;
  if (form === undefined) {
    throw new TypeError(
      `facets: ${name}: expected ranges only of publication_date and of extra fields of the type number or date, found ranges`,
    );
  }
  if (!Array.isArray(ranges)) throw typeError(`facets: ${name}: ranges`, 'an array', ranges);
  const { chosen } = selection;
  const toValue = valueDescriber(selection, name);
  const keyOf = (text: unknown) => {
    const range = typeof text === 'string' ? form.rangeOf(text) : undefined;
    return range && `${range.from} ${range.to}`;
  };
  const selected = new Map(chosen[name].map((text) => [keyOf(text), text]));
  const values = ranges.map((text) => {
    const key = keyOf(text);
    if (key === undefined) throw typeError(`facets: ${name}: ranges`, form.expectedRange, text);
    return toValue(text, selected.has(key));
  });
  for (const key of ranges.map(keyOf)) selected.delete(key);
  return [...values, ...Array.from(selected.values(), (text) => toValue(text, true))];
}

/** Returns the column of an extra field of numbers or dates, or undefined for any other facet. */
function rangeColumnOf({ catalog }: TitleSearch, name: string): ExtraColumn | undefined {
  const extra = catalog.titles.extraColumns.get(name);
  return extra?.field.type === 'number' || extra?.field.type === 'date' ? extra : undefined;
}

/** Returns the statistics of a facet. Empty for other facets than numbers and dates, and without a value. */
export function statisticsOf(
  selection: TitleSearch,
  name: string,
): { readonly statistics?: NumberStatistics; readonly dates?: DateStatistics } {
  const extra = rangeColumnOf(selection, name);
  if (extra?.typed === undefined) return {};
  const numbers = extra.numbers();
  let [first, last, sum, count] = [-1, -1, 0, 0];
  selection.narrowed.countAll(name).forEach((ofValue, ord) => {
    if (ofValue === 0) return;
    if (first < 0) first = ord;
    last = ord;
    sum += numbers[ord] * ofValue;
    count += ofValue;
  });
  if (count === 0) return {};
  const [min, max] = [numbers[first], numbers[last]];
  if (extra.field.type === 'number') {
    return { statistics: { min, max, sum, average: sum / count, count } };
  }
  const { textOf } = extra.typed;
  return { dates: { min: textOf(min), max: textOf(max), count } };
}
