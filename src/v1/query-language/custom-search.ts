import type { Catalog } from '../../catalog/catalog.js';
import { type Matches, type Query, TooManyTermsError } from '../../search/index.js';
import { parameterError } from '../api-error.js';
import { matchWithinBudget } from '../search/query-budget.js';
import { compileQuery } from './compile-query.js';
import { BUILT_IN_FIELDS } from './fields.js';
import { parseQuery } from './parser.js';

/**
 * Finds the titles that match a query in the query language (`search_type=custom`). Words, phrases,
 * proximity searches and wildcards in fields of text and identifiers add to the score of a title. Values
 * of other fields only filter titles.
 *
 * @param fields the fields of the library. Default: the built-in fields.
 * @returns the compiled query and its matches
 * @throws ApiError 400 for an invalid query, or for a query that exceeds a limit in `limits.ts` or the
 *   budget in `query-budget.ts`
 *
 * @example customSearch(catalog, 'title:(moby dick) -format:(DVD) py:[1900 TO *]')
 */
export function customSearch(
  catalog: Catalog,
  typed: string,
  fields = BUILT_IN_FIELDS,
): { readonly query: Query; readonly matches: Matches } {
  try {
    const query = compileQuery(parseQuery(typed, fields), catalog, fields);
    return matchWithinBudget(catalog.titles.index, query);
  } catch (error) {
    if (!(error instanceof TooManyTermsError)) throw error;
    throw parameterError(
      'query_too_costly',
      'q',
      `a wildcard for at most ${error.maximum} words of the catalog`,
      `'${error.pattern}'; add letters before the wildcard`,
    );
  }
}
