/*
 * `buildSnapshot` for programs, and the variants for commands. `build-in-worker.ts` runs a build in a worker thread,
 * and `write-snapshot.ts` writes the file.
 */

import { typeError } from '../../../base/messages.js';
import type { EncodingOptions } from '../../encoding/catalog-encoder.js';
import { recordBatches, sourceOfBatches } from '../../source/record-batches.js';
import {
  checkRecords,
  type SnapshotRecords,
  type StreamedSource,
  streamedSource,
} from '../../source/source.js';
import { sourceDirectory } from '../source-file.js';
import { hasBuildWorker, writeSnapshotInWorker } from './build-in-worker.js';
import type { NamedLimits, PublishingLimits } from './publishing-limits.js';
import { type SnapshotTask, type WrittenSnapshot, writeSnapshot } from './write-snapshot.js';

/** Options of {@link buildSnapshot}. */
export interface BuildOptions extends EncodingOptions, PublishingLimits {
  /**
   * The maximum number of threads that index titles, at least 1. With more than one, the thread that builds the snapshot
   * starts further threads for sources of more than one segment (see `segmentSize`). Each needs about 150 MB of memory.
   * The snapshot is the same for any number. Default: the parallelism of the machine, at most 3.
   */
  readonly threads?: number | undefined;
  /**
   * Whether the snapshot that is replaced, and its signature, are kept next to it, with the suffixes `.previous` and
   * `.previous.sig`, in place of those kept before. Default: false.
   */
  readonly keepPrevious?: boolean | undefined;
  /**
   * Called with each warning of {@link BuildReport.warnings}, as by `createCatalog`, after the build. Default: warnings are
   * only in the report.
   */
  readonly onWarning?: ((warning: string) => void) | undefined;
  /**
   * Stops the build. The promise then rejects with the reason of the signal, and no file is written; an existing file
   * is unchanged. Default: never.
   */
  readonly signal?: AbortSignal | undefined;
}

/** The result of {@link buildSnapshot}. */
export interface BuildReport extends WrittenSnapshot {
  /** The path of the snapshot, as passed to {@link buildSnapshot}. */
  readonly file: string;
}

/**
 * Builds a snapshot file in a worker thread, so that the caller's event loop stays free. The file is written under a
 * temporary name in the same directory and then renamed, so an existing file is intact until the new file is complete.
 * A symbolic link is followed, and the permissions of an existing file are kept. The same records always produce the
 * same bytes, whatever their order in the source. Only the order of the records of user content of one user and one
 * title counts.
 *
 * Records are copied to the worker thread like messages of `postMessage`. If the program is bundled into one
 * file, without the file of the worker, the calling thread builds the snapshot.
 *
 * @param source the path of a directory in the source format, or records: arrays, generators, or asynchronous
 *   iterables such as streams of objects
 * @param file the path of the snapshot
 * @throws TypeError if `file` is not a path
 * @throws RangeError if `threads` or `segmentSize` is not a positive whole number, or if `maxShrink` or
 *   `minTitles` is not in its range
 * @throws SourceError if the source is invalid; no file is written
 * @throws PublishingError if the catalog exceeds `maxShrink`, compared with the existing file, or has fewer than
 *   `minTitles`; no file is written
 * @throws Error if `file` is a directory, a device, a pipe or a socket, or if a file cannot be read or written
 * @throws the error of an iterable or of `progress`, or the reason of `signal`; no file is written
 *
 * @example
 * const report = await buildSnapshot('data/alderwick', 'alderwick.snapshot');
 * report.counts.titles; // 405
 *
 * @example
 * async function* titles() {
 *   for await (const { id, name } of rows) yield { id, title: name, format: { id: 'BK' } };
 * }
 * await buildSnapshot({ library, titles: titles() }, 'branch.snapshot', {
 *   progress: (count) => console.log(count),
 *   signal: AbortSignal.timeout(60_000),
 * });
 */
export async function buildSnapshot(
  source: string | SnapshotRecords,
  file: string,
  options: BuildOptions = {},
): Promise<BuildReport> {
  if (typeof file !== 'string' || file === '') {
    throw typeError('buildSnapshot: file', 'the path of a file', file);
  }
  if (typeof source === 'string') return buildSnapshotOf(source, file, options);
  checkRecords('buildSnapshot', source, [Symbol.iterator, Symbol.asyncIterator]);
  return buildSnapshotOf(streamedSource(source), file, options);
}

/** Options of {@link buildSnapshotOf}. */
export interface InternalBuildOptions extends BuildOptions, NamedLimits {
  /**
   * Called when the new file is complete, before it replaces an existing file. If it throws, the existing file is
   * unchanged. Default: does nothing.
   */
  readonly beforePublish?: ((written: WrittenSnapshot) => void) | undefined;
}

/**
 * Builds a snapshot like {@link buildSnapshot}, from a source whose error messages can name other places than the
 * indexes of arrays, such as the lines of files.
 */
export async function buildSnapshotOf(
  source: string | StreamedSource,
  file: string,
  { onWarning = () => {}, ...options }: InternalBuildOptions = {},
): Promise<BuildReport> {
  const written = await build(source, { file, isWritten: true }, options);
  for (const warning of written.warnings) onWarning(warning);
  return { file, ...written };
}

/**
 * Checks whether {@link buildSnapshotOf} would build a snapshot file. Does the same work, but writes nothing.
 *
 * @param file the path of the snapshot; undefined to check only the source
 * @returns the report of `buildSnapshot`, without the path of the file
 * @throws the errors of `buildSnapshot`
 */
export function checkBuild(
  source: string | StreamedSource,
  file: string | undefined,
  options: InternalBuildOptions = {},
): Promise<WrittenSnapshot> {
  return build(source, { file, isWritten: false }, options);
}

async function build(
  source: string | StreamedSource,
  output: Pick<SnapshotTask, 'file' | 'isWritten'>,
  { progress, signal, beforePublish, ...options }: InternalBuildOptions,
): Promise<WrittenSnapshot> {
  signal?.throwIfAborted();
  const task = { ...options, ...output };
  if (hasBuildWorker())
    return writeSnapshotInWorker(source, task, { progress, signal, beforePublish });
  const read =
    typeof source === 'string'
      ? sourceDirectory(source)
      : await sourceOfBatches(source.name, untilAborted(recordBatches(source), signal));
  const beforeWrite = () => signal?.throwIfAborted();
  return writeSnapshot(read, task, { progress, beforeWrite, beforePublish });
}

/** @throws the reason of the signal before the first batch after the signal is aborted */
async function* untilAborted<T>(
  batches: AsyncIterable<T>,
  signal: AbortSignal | undefined,
): AsyncGenerator<T> {
  for await (const batch of batches) {
    signal?.throwIfAborted();
    yield batch;
  }
}
