/*
 * The orders by extra fields in the function `search`. `run-search.ts` filters by extra fields, and `range-facets.ts` counts
 * ranges.
 */

import { memoizePerObject } from '../../base/lazy.js';
import type { Catalog } from '../../catalog/catalog.js';
import { describeUnknownField, extraNarrowings } from '../../catalog/extra-fields.js';
import { invalidValue } from '../api-error.js';
import { type ChoiceParameter, SEARCH_PARAMETERS } from '../schema/parameters.js';

/** What follows the name of a field in the descending order by the field. */
const DESCENDING = ':desc';

/** Returns the parameters of the function `search`, with the orders by the extra fields of all open catalogs. */
export const searchTableOf = memoizePerObject(
  (catalogs: readonly Catalog[]): typeof SEARCH_PARAMETERS => {
    const libraries = catalogs.map(({ library }) => library);
    const names = libraries.flatMap(extraNarrowings).map(({ name }) => name);
    const orders = new Set(names.flatMap((name) => [name, name + DESCENDING]));
    const sort: ChoiceParameter = {
      ...SEARCH_PARAMETERS.sort,
      values: [...SEARCH_PARAMETERS.sort.values, ...orders],
      describeUnknown: (value) => {
        const name = value.replace(/:(?:asc|desc)$/, '');
        const described = describeUnknownField(name, 'narrowing', libraries);
        return described === `'${name}'` || names.includes(name) ? `'${value}'` : described;
      },
    };
    return { ...SEARCH_PARAMETERS, sort } as typeof SEARCH_PARAMETERS;
  },
);

/**
 * Returns the ranks of titles in the order by an extra field, such as `price` or `price:desc`. Returns undefined for
 * another order.
 *
 * @throws ApiError 400 for the order by a field that only another open library has
 */
export function ranksByField(sort: string, { titles }: Catalog): Uint32Array | undefined {
  const isDescending = sort.endsWith(DESCENDING);
  const name = isDescending ? sort.slice(0, -DESCENDING.length) : sort;
  const extra = titles.extraColumns.get(name);
  if (extra !== undefined) return extra.ranks(isDescending ? 'descending' : 'ascending');
  if ((SEARCH_PARAMETERS.sort.values as readonly string[]).includes(sort)) return undefined;
  throw invalidValue('sort', sort, 'an order by a field of the library');
}
