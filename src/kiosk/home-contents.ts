import type { Catalog } from '../catalog/catalog.js';
import { parseInstant } from '../catalog/instant.js';
import { memoizePerObject, memoizeSteps } from '../search/index.js';
import { searchTitles } from '../v1/search-titles.js';

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

/** Computes the titles and genres on the home page in steps. */
export const titlesOnHome = memoizeSteps(
  collectTitlesOnHome,
  ({ titles }) => titles.popularityBoosts,
);

const staffLists = memoizePerObject(collectStaffLists, ({ lists }) => lists);

function* collectTitlesOnHome(
  catalog: Catalog,
): Generator<undefined, Omit<HomeContents, 'staffLists'>, void> {
  const { metadata } = search(catalog, { sort: 'title', limit: 1, metadata: 1 });
  const valuesOf = (narrowing: string) =>
    metadata?.narrow_bys.find(({ id }) => id === narrowing)?.narrow_tos ?? [];
  yield;
  const newest = search(catalog, { sort: 'newly_acquired', limit: MAX_NEWEST_TITLES }).titles;
  yield;
  const popular = [];
  for (const { id: format } of valuesOf('title_format').slice(0, MAX_FORMATS)) {
    const { titles } = search(catalog, {
      title_format: format,
      sort: 'popularity',
      limit: MAX_POPULAR_TITLES,
    });
    const ids = titles
      .map(({ id }) => id)
      .filter((id) => recordOf(catalog, id).popularity !== undefined);
    if (ids.length > 0) popular.push({ format, titles: ids });
    yield;
  }
  return {
    newest: newest.map(({ id }) => id).filter((id) => recordOf(catalog, id).added !== undefined),
    popular,
    genres: valuesOf('genre').map(({ id, count }) => ({ name: id, count })),
  };
}

function collectStaffLists({ lists }: Catalog): number[] {
  return Array.from({ length: lists.size }, (_, number) => ({ number, list: lists.get(number) }))
    .filter(({ list }) => list.staff_list === true)
    .sort((a, b) => parseInstant(b.list.updated) - parseInstant(a.list.updated))
    .slice(0, MAX_STAFF_LISTS)
    .map(({ number }) => number);
}

function search(catalog: Catalog, extraParams: Record<string, string | number>) {
  const params = { q: '*', library: catalog.library.id, ...extraParams };
  return searchTitles([catalog], params, { baseUrl: '' });
}

function recordOf({ titles }: Catalog, id: string) {
  return titles.get(titles.numberOf(id));
}
