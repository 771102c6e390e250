/*
 * Opens catalogs in a worker thread, and opens the result here in short steps between requests. `opening-worker.ts`
 * runs in the thread, and calls `prepare-generation.ts`. `replaceable-catalogs.ts` decides when a catalog is opened.
 */

import { existsSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import type { Catalog } from '../../catalog/catalog.js';
import { applyDifferenceInSteps } from '../changes/catalog-difference.js';
import { withoutChangedHoldings } from '../changes/change-holdings.js';
import { isInFile, type Sections } from '../format/container/sections.js';
import { sectionsOf } from '../format/open-sections.js';
import { moduleUrl } from '../worker-options.js';
import type { ChangesFile, ReadChanges } from './changes-file.js';
import type { FollowedCatalog } from './followed-catalog.js';
import {
  decodePairs,
  type Generation,
  type GenerationTask,
  type OpenedSnapshot,
  prepareGeneration,
} from './prepare-generation.js';
import {
  closeNow,
  isSourceDirectory,
  openSentSections,
  openSnapshotFile,
} from './read-snapshot-sections.js';
import { type ErrorData, errorOf, startTaskThread, type TaskThread } from './task-thread.js';

/** The module that runs in worker threads. It is missing if the program is bundled into one file. */
const OPENING_WORKER = new URL('./opening-worker.js', moduleUrl(import.meta.url));

/** The time after which a worker thread without a task ends. */
const IDLE_MS = 60_000;

/** With a large young generation, V8 copies fewer short-lived objects while changed titles are indexed. */
const LIMITS = { maxYoungGenerationSizeMb: 96 };

/** The time for which one task of the event loop opens a catalog. */
const STEP_MS = 1;

/** A catalog that becomes current, and how far it contains the changes of a file. */
export interface OpenedCatalog extends OpenedSnapshot, ReadChanges {
  readonly catalog: Catalog;
}

/** Options of {@link OpeningThread.open}. */
export interface OpenInThreadOptions extends Omit<GenerationTask, 'path' | 'open' | 'file'> {
  /**
   * Whether the calling thread opens the catalog, which takes less time in total but blocks the thread meanwhile.
   * Default: false.
   */
  readonly inCallingThread?: boolean | undefined;
  /** Stops the worker thread. Default: never. */
  readonly signal?: AbortSignal | undefined;
}

/** A worker thread that opens catalogs and applies changes to them, one after the other. */
export interface OpeningThread {
  /**
   * Opens a catalog like `openCatalog`, and applies the changes of a file. Reading and verifying a snapshot of a million
   * titles takes more than a second, but hardly blocks the calling thread. The worker thread then ends, so that its memory
   * is free.
   *
   * @throws the errors of `openCatalog`, or Error with the reason why the worker thread exited; the message contains the
   *   path
   * @throws the reason of the signal if it is aborted
   */
  open(path: string, options?: OpenInThreadOptions): Promise<OpenedCatalog>;
  /**
   * Returns a followed catalog with all its changes up to a place after the first change that was left out. Meanwhile,
   * the followed catalog can be advanced. The worker thread ends after a minute without changes.
   *
   * @param followed a catalog that is behind
   * @param opened the snapshot that the catalog was opened from
   * @returns undefined if the file was replaced meanwhile
   * @throws Error if the file cannot be read, or the worker thread exited; the message contains the `source`
   */
  catchUp(
    followed: FollowedCatalog,
    opened: OpenedSnapshot,
    changes: ChangesFile,
  ): Promise<OpenedCatalog | undefined>;
  /** Ends the worker thread. The next call starts another one. */
  close(): Promise<void>;
}

/**
 * Creates an {@link OpeningThread}, whose worker thread starts at the first use. If the file of the worker is missing
 * because the program is bundled into one file, the calling thread does its work.
 */
export function createOpeningThread(): OpeningThread {
  let thread: TaskThread<GenerationTask, Generation | { readonly error: ErrorData }> | undefined;
  let idle: NodeJS.Timeout | undefined;

  async function close(): Promise<void> {
    clearTimeout(idle);
    const closing = thread;
    thread = undefined;
    await closing?.close();
  }

  async function prepare(task: GenerationTask, inCallingThread = false): Promise<Generation> {
    try {
      if (inCallingThread || !existsSync(OPENING_WORKER)) return await prepareGeneration(task);
      clearTimeout(idle);
      thread ??= startTaskThread(OPENING_WORKER, LIMITS);
      const reply = await thread.run(task);
      if ('error' in reply) throw errorOf(reply.error);
      return reply;
    } catch (error) {
      await close();
      const { message } = error as Error;
      if (message.includes(task.path)) throw error;
      throw new Error(`${task.path}: ${message}`, { cause: error });
    }
  }

  async function open(
    path: string,
    { inCallingThread, signal, ...options }: OpenInThreadOptions = {},
  ): Promise<OpenedCatalog> {
    signal?.throwIfAborted();
    // This thread opens the file, because the files that a worker thread opens are closed when it ends.
    const canStayInFile = options.leavesRecordsInFile !== false && options.trust === undefined;
    const file =
      canStayInFile && !isSourceDirectory(path)
        ? openSnapshotFile(path, options.followsLinks)
        : undefined;
    signal?.addEventListener('abort', close);
    let isReadLater = false;
    try {
      const generation = await prepare({ ...options, path, file }, inCallingThread);
      const sections = openSentSections(generation.sections, file);
      isReadLater = [...sections.values()].some(isInFile);
      return await openInSteps(generation, sections);
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    } finally {
      signal?.removeEventListener('abort', close);
      await close();
      if (file !== undefined && !isReadLater) closeNow(file);
    }
  }

  return {
    open,
    async catchUp(followed, { snapshot, version }, changes) {
      const { behind } = followed;
      if (behind?.position === undefined) return undefined;
      const { catalog, ...place } = behind;
      const { source: path, changed } = catalog;
      const base = withoutChangedHoldings(catalog);
      const sections = new Map(sectionsOf(base));
      const open = { snapshot, version, ...place, sections, changed };
      const generation = await prepare({ path, changes, open });
      idle = setTimeout(close, IDLE_MS).unref();
      const end = generation.position!.bytes;
      while (followed.bytesRead < end && followed.advance()) await setImmediate();
      if (followed.bytesRead < end || (await followed.isFileReplaced())) return undefined;
      if (generation.sections.size === 0) return openedFrom(generation, followed.catalog);
      const replaced = withBytesInFileOf(sections, generation.sections);
      return openInSteps(generation, replaced, base, () => followed.catalog);
    },
    close,
  };
}

/**
 * Opens the catalog of a generation in tasks of the event loop, about a millisecond each.
 *
 * @param before the catalog that the generation is the difference from; undefined for a whole catalog
 * @param latest returns the catalog whose changed holdings are kept, with the titles of `before`
 */
async function openInSteps(
  generation: Generation,
  sections: Sections,
  before?: Catalog,
  latest?: () => Catalog,
): Promise<OpenedCatalog> {
  const pairs = decodePairs(generation.holdings);
  const difference = { ...generation, sections, holdings: pairs };
  const steps = applyDifferenceInSteps(before, difference, latest);
  for (;;) {
    await setImmediate();
    const end = performance.now() + STEP_MS;
    while (performance.now() < end) {
      const { done, value: catalog } = steps.next();
      if (done) return openedFrom(generation, catalog);
    }
  }
}

function openedFrom(
  { position, counts, skipped, undated, snapshot, version }: Generation,
  catalog: Catalog,
): OpenedCatalog {
  return { catalog, position, counts, skipped, undated, snapshot, version };
}

/**
 * Returns the sections that changes replace in a catalog. Bytes that stay in a file are taken from the catalog before,
 * because the copies that the thread has sent do not keep the file open.
 */
function withBytesInFileOf(before: Sections, replaced: Sections): Sections {
  return new Map(
    Array.from(replaced, ([name, section]) => [
      name,
      isInFile(section) ? (before.get(name) ?? section) : section,
    ]),
  );
}
