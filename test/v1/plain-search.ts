import { collationKey } from '../../src/base/collation.js';
import type { Catalog } from '../../src/catalog/catalog.js';
import type { FieldType } from '../../src/catalog/field-types.js';
import { ANYWHERE, narrowingsOf, narrowingValues } from '../../src/catalog/narrowings.js';
import { parseYearRange, publicationYear } from '../../src/catalog/publication-year.js';
import type { Library } from '../../src/catalog/records/library.js';
import type { Title } from '../../src/catalog/records/title.js';
import type { UserContent } from '../../src/catalog/records/user-records.js';
import { type SORTS, type SortKeys, sortKeys } from '../../src/catalog/sort-keys.js';
import type { Matches } from '../../src/search/frozen-index.js';
import type { Locale } from '../../src/texts/locales.js';
import { customSearch } from '../../src/v1/query-language/compile-query.js';
import { queryFieldsOf } from '../../src/v1/query-language/fields.js';
import type { TitlesResponse } from '../../src/v1/schema/responses.js';
import {
  type RankingOptions,
  type SearchType,
  searchTypesOf,
} from '../../src/v1/search/field-boosts.js';
import { keywordSearch } from '../../src/v1/search/keyword-search.js';
import { editionBoosts } from '../../src/v1/search/title-boosts.js';
import { unrelaxed } from '../../src/v1/search/title-matches.js';

/** The parameters of a search, by name. */
export type SearchParameters = Readonly<Record<string, string>>;

/** The parts of a response that depend on matching, ranking, filtering and counting. */
export interface SearchAnswer {
  readonly count: number;
  readonly limit: number;
  readonly pages: number;
  readonly page: number;
  /** The ids of the titles on the page. */
  readonly titles: readonly string[];
  /** The narrowings in the metadata, with the ids and counts of their values. */
  readonly narrowings:
    | readonly (readonly [id: string, values: readonly ValueCount[]])[]
    | undefined;
}

type ValueCount = readonly [id: string, count: number];

/** Returns the parts of a response that a plain search also returns. */
export function answerOf({ titles, metadata, ...page }: TitlesResponse): SearchAnswer {
  return {
    ...page,
    titles: titles.map(({ id }) => id),
    narrowings: metadata?.narrow_bys.map(({ id, narrow_tos }) => [
      id,
      narrow_tos.map((value) => [value.id, value.count]),
    ]),
  };
}

/** What filters, sort orders and counts read of a title. */
interface PlainTitle {
  readonly id: string;
  readonly values: ReadonlyMap<string, ReadonlySet<string>>;
  readonly year: number | undefined;
  readonly keys: SortKeys;
}

/** The directions of the sort orders. */
const DIRECTIONS: Readonly<Record<(typeof SORTS)[number], 1 | -1>> = {
  title: 1,
  author: 1,
  published_date: -1,
  newly_acquired: -1,
  ugc_rating: -1,
  popularity: -1,
};

/**
 * Creates a simple implementation of `searchTitles`. It scores and sorts every match, without score upper bounds or
 * top-k, and filters and counts the records, without columns. It takes the matches, their scores and all
 * boosts from the functions that `searchTitles` calls.
 *
 * @param catalog the catalog of the records
 * @param titles the records of all titles, in any order
 * @param userContent the records of user content, which add tags and ratings to titles
 */
export function createPlainSearch(
  catalog: Catalog,
  titles: readonly Title[],
  userContent: readonly UserContent[] = [],
): (params: SearchParameters, options?: RankingOptions) => SearchAnswer {
  const narrowings = narrowingsOf(catalog.library);
  const plain = titles
    .map((title) => plainTitle(title, userContent, catalog.library))
    .sort((a, b) => Buffer.compare(Buffer.from(a.id), Buffer.from(b.id)));

  /** Returns the titles of `documents` that pass the filters, except the filter on `exempt`. */
  function filter(documents: readonly number[], params: SearchParameters, exempt?: string) {
    const filters = narrowings.filter((name) => name in params && name !== exempt);
    return documents.filter((document) =>
      filters.every((name) => {
        const type = typeOf(name, catalog.library);
        return hasValue(plain[document], name, params[name], type);
      }),
    );
  }

  function count(documents: readonly number[], narrowing: string): ValueCount[] {
    const counts = new Map<string, number>();
    for (const document of documents) {
      for (const value of plain[document].values.get(narrowing) ?? []) {
        counts.set(value, (counts.get(value) ?? 0) + 1);
      }
    }
    const type = typeOf(narrowing, catalog.library);
    const keyOf = (id: string) => {
      if (type !== undefined) return numberOf(id.split('..')[0], type);
      return id === ANYWHERE ? '' : collationKey(nameOf(narrowing, id));
    };
    return [...counts]
      .map(([id, count]) => ({ id, count, key: keyOf(id) }))
      .sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1))
      .slice(0, 25)
      .map(({ id, count }) => [id, count]);
  }

  function nameOf(narrowing: string, id: string): string {
    const ord = catalog.titles.valueOrd(narrowing, id);
    return catalog.titles.value(narrowing, ord).name;
  }

  function countAll(documents: readonly number[], params: SearchParameters) {
    return narrowings
      .map(
        (narrowing) => [narrowing, count(filter(documents, params, narrowing), narrowing)] as const,
      )
      .filter(([, values]) => values.length > 0);
  }

  return (params, { boosts } = {}) => {
    const types = searchTypesOf(catalog.library, boosts);
    const { q, search_type = 'keyword', sort = 'relevancy' } = params;
    const { documents, groups } =
      search_type === 'custom'
        ? unrelaxed(customSearch(catalog, q, queryFieldsOf(types.keyword)))
        : keywordSearch(catalog, q, types[search_type as SearchType]);
    const all = [...documents];
    const narrowed = filter(all, params);
    let ranked: readonly number[];
    if (sort === 'relevancy') {
      const boosts = editionBoosts(catalog.titles, (params.locale ?? 'en-CA') as Locale);
      ranked = groups.flatMap(({ matches, titleBoosts }) => {
        const ofGroup = [...matches.documents];
        const scores = new Map(ofGroup.map((document, i) => [document, matches.scores()[i]]));
        const plainMatches = scoredMatches(
          scores,
          narrowed.filter((document) => scores.has(document)),
        );
        const best = plainMatches.top(Number.POSITIVE_INFINITY, {
          boosts,
          documentBoosts: titleBoosts?.(plainMatches).factors,
        });
        return best.map(({ document }) => document);
      });
    } else {
      ranked = sortByKey(narrowed, plain, sort as (typeof SORTS)[number]);
    }
    const limit = Math.min(100, Number(params.limit ?? 10));
    const pages = Math.max(1, Math.ceil(ranked.length / limit));
    const page = Math.min(pages, Number(params.page ?? 1));
    return {
      count: ranked.length,
      limit,
      pages,
      page,
      titles: ranked.slice((page - 1) * limit, page * limit).map((document) => plain[document].id),
      narrowings: params.metadata === '1' ? countAll(all, params) : undefined,
    };
  };
}

function plainTitle(
  title: Title,
  userContent: readonly UserContent[],
  library: Library,
): PlainTitle {
  const items = userContent
    .filter((entry) => entry.title === title.id)
    .flatMap(({ content = [] }) => content);
  const dataOf = (type: string) =>
    items.filter(({ content_type }) => content_type.id === type).map((item) => item.content_data);
  const tags = [...(title.tags ?? []), ...(dataOf('tag') as string[])];
  const values = Object.entries(narrowingValues(title, tags, library));
  return {
    id: title.id,
    values: new Map(values.map(([narrowing, ofTitle]) => [narrowing, new Set(ofTitle)])),
    year: publicationYear(title.publication_date),
    keys: sortKeys(title, dataOf('rating') as number[]),
  };
}

/** Returns the type of an extra field, or undefined for text and for a built-in narrowing. */
function typeOf(narrowing: string, { extra_fields = [] }: Library): FieldType | undefined {
  const type = extra_fields.find(({ name }) => name === narrowing)?.type;
  return type === 'text' ? undefined : type;
}

function numberOf(text: string, type: FieldType): number {
  if (type === 'boolean') return Number(text === 'true');
  return type === 'date' ? Date.parse(text) : Number(text);
}

/** Returns the limits of a range such as `5-9` of numbers, or `2..5` of numbers and whole dates. */
function limitsOf(range: string, type: FieldType): readonly [from: number, to: number] {
  const separator = range.includes('..') ? '..' : '-';
  const isRange = type === 'number' ? range.includes(separator) : separator === '..';
  const [from, to = from] = isRange ? range.split(separator) : [range];
  return [
    from === '' ? Number.NEGATIVE_INFINITY : numberOf(from, type),
    to === '' ? Number.POSITIVE_INFINITY : numberOf(to, type),
  ];
}

function hasValue(
  { values, year }: PlainTitle,
  narrowing: string,
  value: string,
  type: FieldType | undefined,
): boolean {
  if (type !== undefined) {
    const [from, to] = limitsOf(value, type);
    const numbers = [...(values.get(narrowing) ?? [])].map((id) =>
      numberOf(id.split('..')[0], type),
    );
    return numbers.some((number) => number >= from && number <= to);
  }
  const range = narrowing === 'publication_date' ? parseYearRange(value) : undefined;
  if (range === undefined) return values.get(narrowing)?.has(value) ?? false;
  return year !== undefined && year >= range.from && year <= range.to;
}

/** Creates matches that score and sort all documents for the best. */
function scoredMatches(scores: ReadonlyMap<number, number>, documents: readonly number[]): Matches {
  const scoreOf = (document: number) => scores.get(document) ?? Number.NaN;
  return {
    documents: Uint32Array.from(documents),
    cost: 0,
    scores: () => Float64Array.from(documents, scoreOf),
    top: (k, { from = 0, boosts, documentBoosts } = {}) =>
      documents
        .map((document) => ({
          document,
          score:
            scoreOf(document) *
            (documentBoosts?.get(document) ?? 1) *
            (boosts?.values[document] ?? 1),
        }))
        .sort((a, b) => b.score - a.score || a.document - b.document)
        .slice(from, from + k),
    narrowed: (some) => scoredMatches(scores, [...some]),
  };
}

/** Sorts documents, which are ascending, by a sort key. Documents without the key come last. */
function sortByKey(
  documents: readonly number[],
  plain: readonly PlainTitle[],
  sort: (typeof SORTS)[number],
): number[] {
  const keyed = documents.map((document) => {
    const key = plain[document].keys[sort];
    return { document, key: typeof key === 'string' ? collationKey(key) : key };
  });
  return keyed
    .sort((a, b) => {
      if (a.key === undefined || b.key === undefined) {
        return Number(a.key === undefined) - Number(b.key === undefined);
      }
      if (a.key === b.key) return 0;
      return a.key < b.key ? -DIRECTIONS[sort] : DIRECTIONS[sort];
    })
    .map(({ document }) => document);
}
