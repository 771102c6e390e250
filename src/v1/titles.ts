import type { Catalog } from '../catalog/catalog.js';
import { checkCatalogSet } from '../catalog/catalog-set.js';
import { analyze } from '../search/analyzer.js';
import { topByScore } from '../search/collectors/top-by-score.js';
import type { Query } from '../search/query.js';
import { notFound } from './api-error.js';
import type { RequestContext } from './context.js';
import { offsetOf, PAGE_PARAMETERS, pageOf, readPage } from './pagination.js';
import { oneOf, type RequestParameters, readParameters, required } from './parameters.js';
import type { TitlesResponse } from './schema/titles.js';
import { SEARCH_TYPES, type SearchFields, type SearchType } from './search-types.js';
import { titleSummary } from './title-forms.js';

/**
 * `GET /v1/titles` (section 4.1): searches the titles of one library. Every word of the query must
 * stand in the title somewhere; the best matches come first, equal ones by id. `q=*` is every title.
 *
 * @param params `q` and `library`, and optionally `search_type` (`keyword`, `author`, `subject`,
 *   `tag`, `series`), `limit`, `page`, `locale`
 * @throws ApiError 400 when `q` or `library` is missing or a value is none of those allowed, 404
 *   when no open catalog is that library's
 *
 * @example
 * searchTitles([catalog], { q: 'moby dick', library: 'alderwick' }, { baseUrl }).titles[0].title;
 * // 'Moby-Dick'
 */
export function searchTitles(
  catalogs: readonly Catalog[],
  params: RequestParameters,
  context: RequestContext,
): TitlesResponse {
  checkCatalogSet(catalogs);
  const parameters = readParameters(params, ['q', 'library', 'search_type', ...PAGE_PARAMETERS]);
  const words = required(parameters, 'q', 'the words to search for, or * for every title');
  const library = required(parameters, 'library', 'the id of the library to search');
  const searchTypes = Object.keys(SEARCH_TYPES) as SearchType[];
  const searchType = oneOf(parameters, 'search_type', searchTypes, 'keyword');
  const request = readPage(parameters);
  const catalog = catalogs.find((candidate) => candidate.library.id === library);
  if (catalog === undefined) throw notFound('library', library);

  const { titles } = catalog;
  const matches = titles.index.match(queryOf(words, SEARCH_TYPES[searchType]));
  const page = pageOf(request, matches.documents.length);
  const end = offsetOf(page) + page.limit;
  const best = topByScore(matches, end, titles.popularityFactors).slice(offsetOf(page));
  return {
    ...page,
    titles: best.map(({ document }) => titleSummary(catalog, titles.get(document), context)),
  };
}

/**
 * Every word required, in any of the fields; a word said twice is one word, or a request could make
 * a search as slow as it is long. A query without a word matches nothing.
 */
function queryOf(words: string, fields: SearchFields): Query {
  if (words.trim() === '*') return { kind: 'all' };
  const terms = [...new Set(analyze(words))];
  const queries = terms.map((term): Query => ({ kind: 'term', term, fields }));
  return queries.length === 0 ? { kind: 'or', queries } : { kind: 'and', queries };
}
