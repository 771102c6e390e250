/** Programs that search. Lines after `@ts-expect-error` do not compile. `test/v1/types.test.ts` also runs such lines. */
import {
  type Api,
  ApiError,
  createApi,
  type ExtraNarrowings,
  type Facet,
  type Hit,
  type SearchParametersWith,
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

// A field of numbers has ranges, sort orders and statistics.
const shop = createApi<'price' | 'in_print'>({ catalogs: [] });
const { facets } = shop.search(
  { q: '*', library: 'branch', price: ['5-9', 12.5], in_print: true, sort: 'price:desc' },
  { facets: { price: { ranges: ['0-9.99', '10-'] }, title_format: {} } },
);
print(facets.price.statistics?.average.toFixed(2), facets.price.dates?.min.slice(0, 4));
const cheapest: SearchParametersWith<'price'> = { q: '*', library: 'branch', sort: 'price' };
print(search<never, 'price'>([], cheapest).count, shop.search(cheapest).hits[0]?.extra?.price);
// @ts-expect-error: desc
shop.search({ ...params, sort: 'price:down' });
// @ts-expect-error: a range is a text
shop.search(params, { facets: { price: { ranges: [{ from: 5 }] } } });
// @ts-expect-error: not declared
api.search({ ...params, sort: 'price' });
// @ts-expect-error: only search sorts by extra fields
shop.searchTitles({ ...params, sort: 'price' });

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
