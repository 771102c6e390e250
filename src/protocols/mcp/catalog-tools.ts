/*
 * The tools that an assistant calls: their parameters and their results, which are results of `v1/` with its schemas.
 * `mcp-server.ts` lists and calls the tools in the protocol, and shortens the results.
 */

import { type JsonSchema, objectSchema } from '../../base/json-schema.js';
import type { Catalog } from '../../catalog/catalog.js';
import { listOrder } from '../../catalog/list-order.js';
import { narrowingsOf } from '../../catalog/narrowings.js';
import { invalidValue } from '../../v1/api-error.js';
import { withLocale } from '../../v1/context.js';
import { facetValues } from '../../v1/facet-values.js';
import { findLibrary, findTitle } from '../../v1/find-record.js';
import { getList, listSummaries } from '../../v1/get-list.js';
import { titleData, titleDetail } from '../../v1/get-title.js';
import { parametersOf } from '../../v1/read-parameters.js';
import { omitEmpty, pageOfArray } from '../../v1/response-parts.js';
import { PARAMETERS, type Parameter } from '../../v1/schema/parameters.js';
import { facetValuesSchema, NAMED_SCHEMAS, titleFieldsSchema } from '../../v1/schema/responses.js';
import { traceSearchTitles } from '../../v1/search-titles.js';

/** What tools read. */
export interface ToolContext {
  readonly catalogs: readonly Catalog[];
  /** The address that addresses of pages begin with. With an empty string, they are paths. */
  readonly baseUrl: string;
}

type Parameters = Readonly<Record<string, Parameter>>;
export type Values = Readonly<Record<string, unknown>>;

export interface CatalogTool {
  readonly title: string;
  readonly description: string;
  parameters(catalogs: readonly Catalog[]): Parameters;
  readonly output: JsonSchema;
  /** @param values the values of the parameters, checked and with defaults */
  run(context: ToolContext, values: Values): Values;
}

/** The maximum number of results of one call. */
export const MAX_RESULTS = 25;
const MAX_FACET_VALUES = 10;

const { q, search_type, sort, limit, page, locale } = PARAMETERS.searchTitles;

/** Returns the parameters for a library and a page. The library may be absent if only one is open. */
function commonParameters(catalogs: readonly Catalog[]): Parameters {
  const names = catalogs.map(({ library: { id, name } }) => `${id} (${name})`).join(', ');
  const values = catalogs.map(({ library }) => library.id);
  const onlyOne = values.length === 1 ? { defaultValue: values[0] } : {};
  return {
    library: { type: 'choice', description: `The library: ${names}`, values, ...onlyOne },
    limit: { ...limit, description: `Maximum number of results, up to ${MAX_RESULTS}` },
    page,
    locale,
  };
}

/** Returns the common parameters and the narrowings, including the extra fields of the libraries. */
function narrowingParameters(catalogs: readonly Catalog[]): Parameters {
  const all = Object.entries(parametersOf('searchTitles', catalogs));
  const narrowings = all.filter(([, { type }]) => type === 'narrowing');
  return { ...commonParameters(catalogs), ...Object.fromEntries(narrowings) };
}

const text = { type: 'string' } as const;
const integer = { type: 'integer' } as const;
const arrayOf = (items: JsonSchema) => ({ type: 'array', items }) as const;
const PAGE_FIELDS = { count: integer, limit: integer, pages: integer, page: integer };

const { facet, name, values } = facetValuesSchema.properties;
const TITLE = objectSchema<Record<string, JsonSchema>>(['id', 'title', 'format'], {
  ...NAMED_SCHEMAS.TitleSummary.properties,
  added: { ...text, description: 'The date on which the library added the title' },
});

const FOUND_TITLES = objectSchema(['count', 'limit', 'pages', 'page', 'titles'], {
  ...PAGE_FIELDS,
  relaxed: { ...text, description: 'How the query was relaxed: prefix, typos or any' },
  relaxed_count: { ...integer, description: 'The number of titles that are only similar' },
  respelling: { ...text, description: 'The query with its misspelled words replaced' },
  titles: arrayOf(TITLE),
  facets: arrayOf(objectSchema('all', { facet, name, values })),
});

/** Searches titles, and counts the values of facets. */
function findTitles({ catalogs, baseUrl }: ToolContext, { facets: names, ...values }: Values) {
  const trace = traceSearchTitles(catalogs, values as never, { baseUrl });
  const { body, relaxed, relaxedCount, respelling } = trace;
  const { titles, library } = findLibrary(catalogs, String(values.library));
  const known = narrowingsOf(library);
  const addedOf = (id: string) => titles.pick(titles.numberOf(id), ['added']);
  const facets = (names as readonly string[] | undefined)?.map((facet) => {
    if (!known.includes(facet)) throw invalidValue('facets', facet, `one of ${known.join(', ')}`);
    const request = { ...values, facet, limit: MAX_FACET_VALUES, page: 1 };
    const { name, values: counted } = facetValues(catalogs, request as never);
    return { facet, name, values: counted };
  });
  return {
    ...body,
    titles: body.titles.map((title) => omitEmpty({ ...title, ...addedOf(title.id) })),
    ...omitEmpty({ relaxed, relaxed_count: relaxed && relaxedCount, facets }),
    ...omitEmpty({ respelling: respelling?.().query }),
  };
}

/** The tools, by their names. */
export const CATALOG_TOOLS: Readonly<Record<string, CatalogTool>> = {
  search_titles: {
    title: 'Search the titles of a library',
    description:
      'All words are required. If hardly any title has them, the search also finds similar words, and says so. Counts are exact. The values of facets narrow a further search.',
    parameters: (catalogs) => ({
      q,
      search_type,
      sort,
      facets: { type: 'narrowing', description: 'Parameters to count, such as title_format' },
      ...narrowingParameters(catalogs),
    }),
    output: FOUND_TITLES,
    run: findTitles,
  },
  list_new_titles: {
    title: 'List new titles',
    description: 'Returns the titles of a library, the latest addition first.',
    parameters: narrowingParameters,
    output: FOUND_TITLES,
    run: (context, values) => findTitles(context, { ...values, q: '*', sort: 'newly_acquired' }),
  },
  get_title: {
    title: 'Get a title and its holdings',
    description: 'Returns a title with its holdings: whether it is in, at which branch, and where.',
    parameters: () => ({
      id: { type: 'text', description: 'The id of the title', expectedIfMissing: 'an id' },
      locale,
    }),
    output: objectSchema(['library', 'title', 'holding_count', 'holdings'], {
      library: NAMED_SCHEMAS.IdAndName,
      title: objectSchema([], { ...titleFieldsSchema.properties, details_url: text }),
      availability: NAMED_SCHEMAS.IdAndName,
      added: text,
      subjects: arrayOf(text),
      links: { ...arrayOf(text), description: 'Addresses of the title itself' },
      holding_count: integer,
      holdings: arrayOf({ type: 'object', additionalProperties: text }),
    }),
    run({ catalogs, baseUrl }, { id, locale }) {
      const { catalog, number } = findTitle(catalogs, String(id), 'id');
      const context = withLocale({ baseUrl }, locale as never);
      const data = titleData(catalog, number, context);
      const { library, availability, added, subjects, links, holdings = [] } = data;
      const record = catalog.titles.get(number);
      const { jacket_cover: _, availability: __, ...title } = titleDetail(catalog, record, context);
      const addresses = links?.filter(({ kind }) => kind === 'resource').map(({ url }) => url);
      return {
        library,
        title,
        ...omitEmpty({ availability, added, subjects, links: addresses }),
        holding_count: holdings.length,
        holdings,
      };
    },
  },
  read_lists: {
    title: 'Read lists of titles',
    description: 'Returns a list with its items, or without an id, the lists of a library.',
    parameters: (catalogs) => ({
      id: { type: 'text', description: 'The id of a list. Default: the latest lists' },
      ...commonParameters(catalogs),
    }),
    output: objectSchema(['count', 'limit', 'pages', 'page'], {
      ...PAGE_FIELDS,
      list: NAMED_SCHEMAS.ListDetail,
      lists: arrayOf(NAMED_SCHEMAS.ListSummary),
    }),
    run({ catalogs, baseUrl }, { id, library, locale, ...paging }) {
      const request = paging as { limit: number; page: number };
      if (id !== undefined) {
        const { list } = getList(catalogs, String(id), { locale } as object, { baseUrl });
        const [page, list_items] = pageOfArray(request, list.list_items);
        return { ...page, list: { ...list, list_items } };
      }
      const catalog = findLibrary(catalogs, String(library));
      const context = withLocale({ baseUrl }, locale as never);
      const [page, numbers] = pageOfArray(request, listOrder(catalog.lists).all);
      return { ...page, lists: listSummaries(catalogs, catalog, numbers, context) };
    },
  },
};
