/** Programs that search. Lines after `@ts-expect-error` do not compile. `test/v1/types.test.ts` also runs such lines. */
import {
  type Api,
  ApiError,
  createApi,
  type ExtraNarrowings,
  type Facet,
  type Hit,
  type SearchTitlesParameters,
  search,
  searchTitles,
  type TitleData,
} from 'carrel';
import type { SearchResult } from 'carrel/browser';

declare function print(...values: readonly unknown[]): void;
declare const api: Api;
const params: SearchTitlesParameters = {
  q: 'whale',
  library: 'branch',
  title_format: ['BK', 'DVD'],
};

const result: SearchResult<'title_format'> = api.search(params, { facets: ['title_format'] });
const facet: Facet = result.facets.title_format;
// @ts-expect-error: not requested
print(result.facets.subject);
const hits: readonly Hit[] = result.hits;
for (const { title, score, extra } of hits) print(title.length, score?.toFixed(1), extra?.shelf);
for (const { value, name, count, isSelected } of facet.values)
  print(value, name, count + 1, isSelected);
const [named] = api.search(
  { ...params, relax: 'spelling', exclude_language: ['French'] },
  { fields: ['id', 'title'] },
).hits;
print(named.id, named.title);
// @ts-expect-error: not a chosen field
print(named.authors);
// @ts-expect-error: an unknown field
api.search(params, { fields: ['titel'] });
// @ts-expect-error: an unknown limit of relaxation
api.search({ ...params, relax: 'some' });
// @ts-expect-error: an unknown narrowing
api.search({ ...params, exclude_langauge: 'French' });
// @ts-expect-error: undefined for an unknown id
print(api.getTitles(['1'])[0].title);
const titles: TitleData[] = [...api.iterateTitles('branch')];
print(titles.length, api.suggest({ q: 'mo', library: 'branch' }).suggestions[0]?.text);

// A program declares its extra fields.
const shelves = createApi<'shelf'>({ catalogs: [] });
print(shelves.search({ ...params, shelf: 'Window' }, { facets: ['shelf'] }).facets.shelf.name);
print(shelves.search({ ...params, exclude_shelf: 'Window' }).count);
const shelved: SearchTitlesParameters & ExtraNarrowings<'shelf'> = { ...params, shelf: ['Window'] };
print(shelves.searchTitles(shelved).count, shelves.traceSearchTitles(shelved).body.count);
// @ts-expect-error: shelf
shelves.search({ ...params, shelv: 'Window' });
// @ts-expect-error: not declared
api.search({ ...params, shelf: 'Window' });
// @ts-expect-error: not declared
api.search(params, { facets: ['shelf'] });

// @ts-expect-error: language
search([], params, { facets: ['langauge'] });
print(search<'shelf', 'shelf'>([], params, { facets: ['shelf'] }).facets.shelf.values);

try {
  searchTitles([], params, { baseUrl: '/' }, { boosts: { subject: 5 } });
} catch (error) {
  if (error instanceof ApiError && error.code === 'library_not_found') print(error.parameter);
  // @ts-expect-error: a code of ApiError
  if (error instanceof ApiError && error.code === 'unknown_library') throw error;
}
