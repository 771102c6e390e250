import { setImmediate } from 'node:timers/promises';
import { runSteps } from '../../base/steps.js';
import type { Catalog } from '../../catalog/catalog.js';
import {
  applyDifferenceInSteps,
  type CatalogDifference,
  sharesTitles,
} from '../../snapshot/changes/catalog-difference.js';

/** The time for which one task of the event loop opens a catalog. */
const STEP_MS = 1;

/** The steps of opening a catalog. */
type Steps = Generator<undefined, Catalog, void>;

/** The catalogs that an answering thread has opened, by their numbers. */
export interface OpenedCatalogs {
  /**
   * Opens a catalog. If the titles of the catalog replace titles of another catalog, opens the catalog in later tasks of the
   * event loop, which run for about a millisecond each, so that the thread answers requests between them.
   *
   * @param before the number of the catalog that the difference was computed from
   */
  open(number: number, before: number | undefined, difference: CatalogDifference): void;
  /**
   * Returns a catalog, or undefined if the catalog is not open. If the catalog is still being opened, runs the remaining
   * steps at once.
   */
  get(number: number): Catalog | undefined;
  /** Resolves when all catalogs that are being opened are open or closed. Rejects if one of them cannot be opened. */
  whenOpened(): Promise<void>;
  /**
   * Closes all catalogs except some. Returns whether a closed catalog was still being opened, or shares its titles with no
   * catalog that stays open.
   */
  closeAllExcept(numbers: readonly number[]): boolean;
}

export function createOpenedCatalogs(): OpenedCatalogs {
  const opened = new Map<number, Catalog>();
  const opening = new Map<number, Steps>();
  let allOpened = Promise.resolve();

  async function openInTasks(number: number): Promise<void> {
    for (;;) {
      await setImmediate();
      const steps = opening.get(number);
      if (steps === undefined) return;
      const end = performance.now() + STEP_MS;
      while (performance.now() < end) {
        const { done, value } = steps.next();
        if (!done) continue;
        opening.delete(number);
        opened.set(number, value);
        return;
      }
    }
  }

  function get(number: number): Catalog | undefined {
    const steps = opening.get(number);
    opening.delete(number);
    if (steps !== undefined) opened.set(number, runSteps(steps));
    return opened.get(number);
  }

  return {
    open(number, before, difference) {
      const steps = applyDifferenceInSteps(
        before === undefined ? undefined : get(before),
        difference,
      );
      opening.set(number, steps);
      if (difference.newNumbers === undefined) get(number);
      else allOpened = Promise.all([allOpened, openInTasks(number)]).then(() => {});
    },
    get,
    whenOpened: () => allOpened,
    closeAllExcept(numbers) {
      let closesTitles = false;
      for (const number of opening.keys()) {
        if (numbers.includes(number)) continue;
        opening.delete(number);
        closesTitles = true;
      }
      const kept = numbers.flatMap((number) => opened.get(number) ?? []);
      for (const [number, catalog] of opened) {
        if (numbers.includes(number)) continue;
        opened.delete(number);
        closesTitles ||= !kept.some((other) => sharesTitles(other, catalog));
      }
      return closesTitles;
    },
  };
}
