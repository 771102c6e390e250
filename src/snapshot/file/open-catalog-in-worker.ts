import { existsSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import type { Catalog } from '../../catalog/catalog.js';
import { editHoldings, withoutChangedHoldings } from '../changes/change-holdings.js';
import { isInFile } from '../format/container/sections.js';
import {
  openSections,
  replaceSections,
  sectionsOf,
  titlesFingerprintOf,
  withChangeTime,
} from '../format/open-sections.js';
import { groupSections } from '../format/section-groups.js';
import { moduleUrl } from '../source/module-url.js';
import {
  type OpeningTask,
  type PreparedCatalog,
  prepareCatalog,
} from './changes/prepare-catalog.js';
import { type ErrorData, errorOf } from './error-data.js';
import { isSourceDirectory } from './open-catalog.js';
import { closeNow, hasFoundDamage, openSentSections } from './reading/bytes-in-file.js';
import { openSnapshotFile } from './reading/snapshot-bytes.js';
import { startTaskThread } from './task-thread.js';

/** The module that runs in worker threads. It is missing if the program is bundled into one file. */
export const OPENING_WORKER = new URL('./opening-worker.js', moduleUrl(import.meta.url));

/** A catalog that was opened with the changes of a file. */
export interface OpenedCatalog
  extends Omit<PreparedCatalog, 'sections' | 'table' | 'hasOpenTitles' | 'holdings' | 'changed'> {
  readonly catalog: Catalog;
}

/** Options of {@link openCatalogInWorker}. */
export interface OpenInWorkerOptions
  extends Pick<
    OpeningTask,
    'changes' | 'openVersion' | 'followsLinks' | 'trust' | 'isShared' | 'leavesRecordsInFile'
  > {
  /**
   * A catalog whose titles the opened catalog shares, if they are the same except for holdings, and no damage was found in
   * their records. Default: none.
   */
  readonly before?: Catalog | undefined;
  /**
   * Whether the calling thread opens the catalog, which takes less time in total but blocks the thread meanwhile.
   * Default: false.
   */
  readonly inCallingThread?: boolean | undefined;
  /** Stops the worker thread. Default: never. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Opens a catalog like `openCatalog`, but in a worker thread, and applies the changes of a file there. Reading and
 * verifying a snapshot of a million titles takes more than a second, but hardly blocks the calling thread. If the file
 * of the worker is missing because the program is bundled into one file, the calling thread opens the catalog.
 *
 * @throws the errors of `openCatalog`, or Error with the reason why the worker thread exited; the message contains the
 *   path
 * @throws the reason of the signal if it is aborted
 */
export async function openCatalogInWorker(
  path: string,
  { before, inCallingThread = false, signal, ...options }: OpenInWorkerOptions = {},
): Promise<OpenedCatalog> {
  signal?.throwIfAborted();
  const base = before && withoutChangedHoldings(before);
  // Titles with damaged records are read from the file again.
  const canShareTitles = base !== undefined && !hasFoundDamage(sectionsOf(base));
  const openTitles = canShareTitles ? titlesFingerprintOf(base) : undefined;
  try {
    const task = { ...options, path, openTitles };
    const prepared = inCallingThread ? prepareCatalog(task) : await prepare(task, signal);
    const { sections, table, hasOpenTitles, holdings, changed, ...properties } = prepared;
    let catalog =
      base !== undefined && hasOpenTitles
        ? replaceSections(base, groupSections(sections))
        : openSections(path, sections, { table });
    if (holdings.length > 0) {
      const editor = editHoldings(catalog);
      const decoder = new TextDecoder();
      for (const ofTitles of holdings) {
        for (const [number, encoded] of JSON.parse(decoder.decode(ofTitles))) {
          editor.changeEncoded(number, encoded);
        }
        await setImmediate();
      }
      catalog = editor.finish();
    }
    if (changed !== undefined) catalog = withChangeTime(catalog, changed);
    return { ...properties, catalog };
  } catch (error) {
    signal?.throwIfAborted();
    const { message } = error as Error;
    throw message.includes(path) ? error : new Error(`${path}: ${message}`, { cause: error });
  }
}

async function prepare(task: OpeningTask, signal?: AbortSignal): Promise<PreparedCatalog> {
  if (!existsSync(OPENING_WORKER)) return prepareCatalog(task);
  // This thread opens the file, because the files that a worker thread opens are closed when it ends.
  const canStayInFile = task.leavesRecordsInFile !== false && task.trust === undefined;
  const file =
    canStayInFile && !isSourceDirectory(task.path)
      ? openSnapshotFile(task.path, task.followsLinks)
      : undefined;
  const thread = startTaskThread<OpeningTask, PreparedCatalog | { error: ErrorData }>(
    OPENING_WORKER,
  );
  const close = () => thread.close();
  signal?.addEventListener('abort', close);
  let isReadLater = false;
  try {
    const reply = await thread.run({ ...task, file });
    if ('error' in reply) throw errorOf(reply.error);
    const sections = openSentSections(reply.sections, file);
    isReadLater = [...sections.values()].some(isInFile);
    return { ...reply, sections };
  } finally {
    signal?.removeEventListener('abort', close);
    await close();
    if (file !== undefined && !isReadLater) closeNow(file);
  }
}
