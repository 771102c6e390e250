import { setImmediate } from 'node:timers/promises';
import { CatalogSetError, checkCatalogSetInSteps } from '../../../catalog/catalog-set.js';
import type { OpenedPath } from '../path-opener.js';

/**
 * Checks that catalogs can be open together. Other tasks of the event loop run between two steps.
 *
 * @throws CatalogSetError if two catalogs conflict
 */
export async function checkConflicts(opened: readonly OpenedPath[]): Promise<void> {
  const catalogs = opened.map(({ catalog }) => catalog);
  for (const _ of checkCatalogSetInSteps(catalogs)) await setImmediate();
}

/**
 * Checks catalogs to which changes were applied. While two conflict, replaces one of the two by its current catalog, or
 * both if one is not enough, so that the changes of other libraries do not wait.
 *
 * @returns the conflicts
 * @throws CatalogSetError if the current catalogs conflict
 */
export async function holdConflicting(
  next: OpenedPath[],
  current: readonly OpenedPath[],
): Promise<string[]> {
  const conflicts: string[] = [];
  for (;;) {
    try {
      await checkConflicts(next);
      return conflicts;
    } catch (error) {
      if (!(error instanceof CatalogSetError)) throw error;
      const pair = error.sources.map((source) =>
        next.findIndex(({ catalog }) => catalog.source === source),
      );
      const changed = pair.filter((index) => next[index] !== current[index]);
      if (changed.length === 0) throw error;
      conflicts.push(error.message);
      const isEnough = (held: number) =>
        areCompatible(pair.map((index) => (index === held ? current : next)[index]));
      for (const index of await firstOrAll(changed, isEnough)) next[index] = current[index];
    }
  }
}

async function areCompatible(opened: readonly OpenedPath[]): Promise<boolean> {
  try {
    await checkConflicts(opened);
    return true;
  } catch (error) {
    if (error instanceof CatalogSetError) return false;
    throw error;
  }
}

/** Returns the first item for which `isEnough` resolves to true, or all items if there is none. */
async function firstOrAll<T>(
  items: readonly T[],
  isEnough: (item: T) => Promise<boolean>,
): Promise<readonly T[]> {
  for (const item of items) if (await isEnough(item)) return [item];
  return items;
}

/** Returns a message for each changed file that is not used because two other files conflict. */
export function deferralMessages(changed: readonly string[], error: unknown): string[] {
  if (!(error instanceof CatalogSetError)) return [];
  return changed
    .filter((path) => !error.sources.includes(path))
    .map((path) => `${path}: valid, but deferred because ${error.sources.join(' and ')} conflict`);
}
