import type { KnownNames } from '../../texts/texts.js';
import type { Library } from '../records/library.js';
import { nameOfId, translatedName } from './known-names.js';

/** Returns the name of a branch, or its id if the library does not list it. */
export function branchName(id: string, { branches = [] }: Library): string {
  return branches.find((branch) => branch.id === id)?.name ?? id;
}

/** Returns the name of a collection, or its id if the library does not list it. */
export function collectionName(id: string, { collections = [] }: Library): string {
  return collections.find((collection) => collection.id === id)?.name ?? id;
}

/**
 * Returns the name of the status of a holding. The name of the availability UNAVAILABLE is about all copies of a title, so
 * holdings with this status have a name of their own, unless the library names the status.
 */
export function holdingStatusName(id: string, library: Library, names: KnownNames): string {
  const name = nameOfId('availability', id, library);
  const isNamed = library.statuses?.some((status) => status.id === id) ?? false;
  if (id === 'UNAVAILABLE' && !isNamed) return names.in_use;
  return translatedName('availability', id, name, names);
}
