import type { Catalog } from '../../catalog/catalog.js';
import type { Matches } from '../../search/matches.js';
import { TooManyTermsError } from '../../search/vocabulary/wildcard-terms.js';
import { ApiError } from '../api-error.js';
import { evaluate } from './evaluate.js';
import { parseQuery } from './parser.js';

/**
 * Finds what a query of the query language (`search_type=custom`) asks for. Words and phrases give
 * a title its score, everything else only decides whether it matches.
 *
 * @throws ApiError 400 saying what is wrong with the query, where, and what was expected there
 *
 * @example findAsExpert(catalog, 'title:(moby dick) -format:(DVD) py:[1900 TO *]')
 */
export function findAsExpert(catalog: Catalog, query: string): Matches {
  try {
    return catalog.titles.index.match(evaluate(parseQuery(query), catalog));
  } catch (error) {
    if (!(error instanceof TooManyTermsError)) throw error;
    throw new ApiError(
      400,
      `Parameter 'q': the wildcard '${error.pattern}' stands for more than ${error.maximum} words of the catalog; wanted a longer beginning.`,
    );
  }
}
