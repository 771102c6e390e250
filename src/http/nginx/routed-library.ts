import type { Catalog, Records } from '../../catalog/catalog.js';
import { type IdsWithAffixes, idAffixes } from './id-affixes.js';

/** A library, and where it is served. */
export interface RoutedLibrary {
  readonly id: string;
  /** `HOST:PORT`, each of which serves the same snapshot. */
  readonly hosts: readonly string[];
  readonly titles: IdsWithAffixes;
  readonly lists: IdsWithAffixes;
  /** Without users there are no lists and no sessions. */
  readonly hasUsers: boolean;
}

/** What is to be known of an open catalog to find the way to it. */
export function routedLibrary(
  { library, titles, lists, users }: Catalog,
  hosts: readonly string[],
): RoutedLibrary {
  return {
    id: library.id,
    hosts,
    titles: routedIds(titles),
    lists: routedIds(lists),
    hasUsers: users.size > 0,
  };
}

function routedIds({ size, id }: Pick<Records<unknown>, 'size' | 'id'>): IdsWithAffixes {
  function* all(): Generator<string> {
    for (let number = 0; number < size; number++) yield id(number);
  }
  return { affixes: idAffixes(all()), all };
}
