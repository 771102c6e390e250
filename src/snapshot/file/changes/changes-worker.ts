import { existsSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import type { Catalog } from '../../../catalog/catalog.js';
import { replacedSections } from '../../changes/catalog-difference.js';
import { moveChangedHoldings, withoutChangedHoldings } from '../../changes/change-holdings.js';
import { isInFile, type Section } from '../../format/container/sections.js';
import { replaceSections, sectionsOf, withChangeTime } from '../../format/open-sections.js';
import { groupSections } from '../../format/section-groups.js';
import { type ErrorData, errorOf } from '../error-data.js';
import { OPENING_WORKER } from '../open-catalog-in-worker.js';
import { startTaskThread, type TaskThread } from '../task-thread.js';
import { addCounts, type ReadChanges } from './applied-changes.js';
import type { ChangedCatalog, FollowedCatalog } from './followed-catalog.js';
import type { ChangesFile } from './library-changes.js';
import {
  type ChangesTask,
  createChangesPreparer,
  type PreparedChanges,
} from './prepare-changes.js';

/** The time after which a worker thread without a task ends. */
const IDLE_MS = 60_000;

/** With a large young generation, V8 copies fewer short-lived objects while changed titles are indexed. */
const LIMITS = { maxYoungGenerationSizeMb: 96 };

/** The time for which one task of the event loop moves changed holdings. */
const STEP_MS = 1;

/** Prepares changes that take long in a worker thread, which keeps the catalogs for further changes. */
export interface ChangesWorker {
  /**
   * Returns a followed catalog with all its changes up to a place after the first change that was left out. Meanwhile,
   * the followed catalog can be advanced.
   *
   * @param followed a catalog that is behind
   * @returns undefined if the file was replaced meanwhile
   * @throws Error if the file cannot be read, or the worker thread exited
   */
  catchUp(followed: FollowedCatalog, file: ChangesFile): Promise<CaughtUp | undefined>;
  /** Ends the worker thread. The next call of {@link catchUp} starts another one. */
  close(): Promise<void>;
}

/** A catalog with changes, and the lines that were skipped. */
export interface CaughtUp extends ChangedCatalog, Pick<ReadChanges, 'skipped'> {}

type Thread = TaskThread<ChangesTask, PreparedChanges | { readonly error: ErrorData }>;

/**
 * Creates the worker thread at the first use. The thread ends after a minute without changes. If the file of the worker is
 * missing because the program is bundled into one file, the calling thread prepares the changes.
 */
export function createChangesWorker(): ChangesWorker {
  const prepareHere = existsSync(OPENING_WORKER) ? undefined : createChangesPreparer();
  let thread: Thread | undefined;
  let idle: NodeJS.Timeout | undefined;
  /** The catalogs that the thread has, by their `source`. */
  const known = new Map<string, Catalog>();

  async function close(): Promise<void> {
    clearTimeout(idle);
    known.clear();
    const closing = thread;
    thread = undefined;
    await closing?.close();
  }

  async function prepare(task: ChangesTask): Promise<PreparedChanges> {
    if (prepareHere !== undefined) return prepareHere(task);
    clearTimeout(idle);
    thread ??= startTaskThread(OPENING_WORKER, LIMITS);
    try {
      const reply = await thread.run(task);
      if ('error' in reply) throw errorOf(reply.error);
      idle = setTimeout(close, IDLE_MS).unref();
      return reply;
    } catch (error) {
      await close();
      throw error;
    }
  }

  return {
    async catchUp(followed, file) {
      const { behind } = followed;
      if (behind?.position === undefined) return undefined;
      const { catalog, position, counts } = behind;
      const { source, changed } = catalog;
      const base = withoutChangedHoldings(catalog);
      const last = known.get(source);
      const sections =
        last === undefined ? new Map(sectionsOf(base)) : replacedSections(last, base);
      const prepared = await prepare({ source, sections, changed, file, position }).catch(
        (error) => {
          throw new Error(`${source}: ${error.message}`, { cause: error });
        },
      );
      // Each of these steps takes a few milliseconds, so that other tasks run between them.
      await setImmediate();
      const replaced = withBytesInFileOf(base, prepared.sections);
      const groups = groupSections(replaced);
      await setImmediate();
      const next = replaceSections(base, groups);
      known.set(source, next);
      while (followed.bytesRead < prepared.position.bytes && followed.advance())
        await setImmediate();
      const isComplete = followed.bytesRead >= prepared.position.bytes;
      if (!isComplete || (await followed.isFileReplaced())) return undefined;
      const caughtUp = {
        position: prepared.position,
        counts: addCounts(counts, prepared.counts),
        skipped: prepared.skipped,
      };
      if (groups.size === 0) return { catalog: followed.catalog, ...caughtUp };
      const moved = await inTasks(moveChangedHoldings(next, followed.catalog, prepared.newNumbers));
      const { changed: time } = prepared;
      return { catalog: time === undefined ? moved : withChangeTime(moved, time), ...caughtUp };
    },
    close,
  };
}

/**
 * Returns the sections that changes replace in a catalog. Bytes that stay in a file are taken from the catalog before,
 * because the copies that the thread has sent do not keep the file open.
 */
function withBytesInFileOf(
  before: Catalog,
  sections: ReadonlyMap<string, Section>,
): Map<string, Section> {
  const opened = sectionsOf(before);
  return new Map(
    Array.from(sections, ([name, section]) => [
      name,
      isInFile(section) ? (opened.get(name) ?? section) : section,
    ]),
  );
}

/** Runs all steps of a generator, about a millisecond at a time, and returns its result. */
async function inTasks<Result>(steps: Generator<undefined, Result, void>): Promise<Result> {
  for (;;) {
    const end = performance.now() + STEP_MS;
    while (performance.now() < end) {
      const { done, value } = steps.next();
      if (done) return value;
    }
    await setImmediate();
  }
}
