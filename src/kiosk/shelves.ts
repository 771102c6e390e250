import type { Catalog } from '../catalog/catalog.js';
import { instantOf } from '../catalog/instant.js';
import { searchTitles } from '../v1/titles.js';

/** What a home page shows of a catalog, by the ids of titles and the numbers of lists. */
export interface Shelves {
  /** The latest additions; none where no title says when it was added. */
  readonly newest: readonly string[];
  /** The most popular titles of the most frequent formats. */
  readonly popular: readonly { readonly format: string; readonly titles: readonly string[] }[];
  readonly genres: readonly { readonly name: string; readonly count: number }[];
  /** Lists made by staff, the most recently updated first. */
  readonly staffLists: readonly number[];
}

const NEWEST = 8;
const FORMATS = 3;
const POPULAR = 8;
const STAFF_LISTS = 6;

const shelves = new WeakMap<Catalog, Shelves>();
const listsByTitle = new WeakMap<Catalog, ReadonlyMap<string, readonly number[]>>();

/** The shelves of a catalog, gathered once: a snapshot does not change. */
export function shelvesOf(catalog: Catalog): Shelves {
  const gathered = shelves.get(catalog) ?? gatherShelves(catalog);
  shelves.set(catalog, gathered);
  return gathered;
}

/** The lists that hold a title, by their numbers. */
export function listsHolding(catalog: Catalog, title: string): readonly number[] {
  const byTitle = listsByTitle.get(catalog) ?? gatherLists(catalog);
  listsByTitle.set(catalog, byTitle);
  return byTitle.get(title) ?? [];
}

function gatherShelves(catalog: Catalog): Shelves {
  const { metadata } = search(catalog, { limit: 1, metadata: 1 });
  const valuesOf = (narrowing: string) =>
    metadata?.narrow_bys.find(({ id }) => id === narrowing)?.narrow_tos ?? [];
  const newest = search(catalog, { sort: 'newly_acquired', limit: NEWEST }).titles;
  return {
    newest: newest.map(({ id }) => id).filter((id) => recordOf(catalog, id).added !== undefined),
    popular: valuesOf('title_format')
      .slice(0, FORMATS)
      .map(({ id: format }) => {
        const { titles } = search(catalog, {
          title_format: format,
          sort: 'popularity',
          limit: POPULAR,
        });
        const popular = titles.filter(({ id }) => recordOf(catalog, id).popularity !== undefined);
        return { format, titles: popular.map(({ id }) => id) };
      })
      .filter(({ titles }) => titles.length > 0),
    genres: valuesOf('genre').map(({ id, count }) => ({ name: id, count })),
    staffLists: numbersOfLists(catalog)
      .map((number) => ({ number, list: catalog.lists.get(number) }))
      .filter(({ list }) => list.staff_list === true)
      .sort((a, b) => instantOf(b.list.updated) - instantOf(a.list.updated))
      .slice(0, STAFF_LISTS)
      .map(({ number }) => number),
  };
}

function gatherLists(catalog: Catalog): Map<string, number[]> {
  const byTitle = new Map<string, number[]>();
  for (const number of numbersOfLists(catalog)) {
    const { list_items } = catalog.lists.get(number);
    for (const id of new Set(list_items.flatMap(({ title }) => title ?? []))) {
      const holding = byTitle.get(id);
      if (holding === undefined) byTitle.set(id, [number]);
      else holding.push(number);
    }
  }
  return byTitle;
}

function numbersOfLists({ lists }: Catalog): number[] {
  return Array.from({ length: lists.size }, (_, number) => number);
}

function search(catalog: Catalog, more: Record<string, string | number>) {
  const params = { q: '*', library: catalog.library.id, ...more };
  return searchTitles([catalog], params, { baseUrl: '' });
}

function recordOf({ titles }: Catalog, id: string) {
  return titles.get(titles.numberOf(id));
}
