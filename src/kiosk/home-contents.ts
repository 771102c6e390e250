import type { Catalog } from '../catalog/catalog.js';
import { parseInstant } from '../catalog/instant.js';
import { memoizePerObject, topByRank } from '../search/index.js';
import { MAX_NARROW_TOS } from '../v1/response/envelope.js';

/** The titles, genres and lists on the home page of a catalog. */
export interface HomeContents {
  /** The ids of the most recently added titles. Titles without a date of addition are omitted. */
  readonly newest: readonly string[];
  /**
   * The most frequent formats, each with the ids of its most popular titles. Titles without a popularity
   * are omitted. A format is omitted if none of its titles has a popularity.
   */
  readonly popular: readonly { readonly format: string; readonly titles: readonly string[] }[];
  /** The names of the most frequent genres, with the number of titles of each genre. */
  readonly genres: readonly { readonly name: string; readonly count: number }[];
  /** The numbers in `catalog.lists` of the lists by staff. The most recently updated list is first. */
  readonly staffLists: readonly number[];
}

const MAX_NEWEST_TITLES = 8;
const MAX_FORMATS = 3;
const MAX_POPULAR_TITLES = 8;
const MAX_STAFF_LISTS = 6;

/**
 * Returns the contents of the home page of a catalog. Computes the contents once per catalog, and not again when
 * holdings change.
 */
export function homeContentsOf(catalog: Catalog): HomeContents {
  return { ...titlesOnHome(catalog), staffLists: staffLists(catalog) };
}

const titlesOnHome = memoizePerObject(collectTitlesOnHome, ({ titles }) => titles.popularityBoosts);

const staffLists = memoizePerObject(collectStaffLists, ({ lists }) => lists);

function collectTitlesOnHome({ titles }: Catalog): Omit<HomeContents, 'staffLists'> {
  const { columns, ranks } = titles;
  const all = titles.index.match({ kind: 'all' }).documents;
  const { title_format: formats, genre: genres } = titles.facets.count(all, MAX_NARROW_TOS);
  const newest = topByRank({ documents: all }, ranks.newly_acquired, 0, MAX_NEWEST_TITLES);
  const popular = [];
  for (const ord of formats.values.subarray(0, MAX_FORMATS)) {
    const documents = columns.title_format.select(all, [ord]);
    const best = topByRank({ documents }, ranks.popularity, 0, MAX_POPULAR_TITLES);
    const numbers = best.filter(
      (number) => titles.pick(number, ['popularity']).popularity !== undefined,
    );
    if (numbers.length === 0) continue;
    popular.push({ format: titles.value('title_format', ord).id, titles: numbers.map(titles.id) });
  }
  return {
    newest: newest
      .filter((number) => titles.pick(number, ['added']).added !== undefined)
      .map(titles.id),
    popular,
    genres: Array.from(genres.values, (ord, i) => ({
      name: titles.value('genre', ord).id,
      count: genres.counts[i],
    })),
  };
}

function collectStaffLists({ lists }: Catalog): number[] {
  return Array.from({ length: lists.size }, (_, number) => ({
    number,
    list: lists.header(number),
  }))
    .filter(({ list }) => list.staff_list === true)
    .sort((a, b) => parseInstant(b.list.updated) - parseInstant(a.list.updated))
    .slice(0, MAX_STAFF_LISTS)
    .map(({ number }) => number);
}
