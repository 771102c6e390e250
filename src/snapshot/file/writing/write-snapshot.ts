import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RecordCounts } from '../../../catalog/catalog.js';
import type { Segment } from '../../../search/index.js';
import {
  type CatalogEncoder,
  createCatalogEncoder,
  type EncodingOptions,
} from '../../encoding/catalog-encoder.js';
import { indexTexts } from '../../encoding/index-texts.js';
import type { Source } from '../../source/source.js';
import { createIndexer, type Indexer } from './indexer.js';
import {
  checkPublishingLimits,
  checkReplacement,
  type PublishingLimits,
} from './publishing-limits.js';
import { SectionStorage } from './section-storage.js';
import { storeSegment } from './store-segment.js';
import { TemporaryStorage } from './temporary-storage.js';
import { resolveOutput, temporaryPathOf, writeAtomically } from './write-atomically.js';

/** A snapshot to build, as plain data. */
export interface SnapshotTask extends Pick<EncodingOptions, 'segmentSize'>, PublishingLimits {
  /** The path of the snapshot; undefined to check only the source. */
  readonly file: string | undefined;
  /** Whether the snapshot is written. If not, it is only checked whether it could be written. */
  readonly isWritten: boolean;
  /** The maximum number of threads that index titles. */
  readonly threads?: number | undefined;
}

/** The result of {@link writeSnapshot}. */
export interface WrittenSnapshot {
  /** The size of the snapshot in bytes. */
  readonly size: number;
  /** The id of the library. */
  readonly library: string;
  /** The number of source records of each kind. */
  readonly counts: RecordCounts;
  /**
   * Warnings about unknown fields, branches and holding statuses, each with the number of times it occurred. With
   * `maxShrink`, also a warning if the existing file is unreadable or contains another library.
   */
  readonly warnings: readonly string[];
}

/**
 * Encodes a source in the calling thread and writes the snapshot.
 *
 * @param hooks `progress` is called after each valid title; `beforeWrite` is called before each write, and stops the
 *   build if it throws
 * @throws the errors of `buildSnapshot`
 */
export async function writeSnapshot(
  source: Source,
  { file, isWritten, ...options }: SnapshotTask,
  hooks: Pick<EncodingOptions, 'progress'> & { readonly beforeWrite: () => void },
): Promise<WrittenSnapshot> {
  checkPublishingLimits(options);
  if (file !== undefined) resolveOutput(file);
  const temporaryPath = () =>
    isWritten && file !== undefined
      ? temporaryPathOf(file)
      : join(tmpdir(), `carrel-${randomUUID()}.tmp`);
  const storedSections = new TemporaryStorage(temporaryPath());
  /** The segments of the index, and the records of titles. */
  const storedParts = new TemporaryStorage(temporaryPath());
  try {
    const encodingOptions = { ...options, progress: hooks.progress };
    const encoder = createCatalogEncoder(source, encodingOptions, storedParts);
    const indexer = createIndexer(options.threads);
    const segments = await addTitles(source, encoder, indexer, storedParts);
    const sections = new SectionStorage(storedSections);
    const { library, counts, warnings } = encoder.finish(sections, segments);
    storedParts.close();
    const next = { library: library.id, titles: counts.titles };
    const warning = checkReplacement(file, next, options);
    const pieces = checked(sections.pieces(), hooks.beforeWrite);
    return {
      size: isWritten && file !== undefined ? writeAtomically(file, pieces) : lengthOf(pieces),
      library: library.id,
      counts,
      warnings: warning === undefined ? warnings : [...warnings, warning],
    };
  } finally {
    storedSections.close();
    storedParts.close();
  }
}

function* checked(pieces: Iterable<Uint8Array>, check: () => void): Generator<Uint8Array> {
  check();
  for (const piece of pieces) {
    yield piece;
    check();
  }
}

function lengthOf(pieces: Iterable<Uint8Array>): number {
  let length = 0;
  for (const piece of pieces) length += piece.length;
  return length;
}

async function addTitles(
  { titles }: Source,
  encoder: CatalogEncoder,
  indexer: Indexer,
  storage: TemporaryStorage,
): Promise<Segment[]> {
  const segments: Promise<Segment>[] = [];
  try {
    for await (const record of titles.records()) {
      const texts = encoder.addTitle(record);
      if (texts === undefined) continue;
      const segment = indexer.index(texts).then((built) => storeSegment(built, storage));
      // `ready` or `Promise.all` throws the error later. Without this handler, Node would report an unhandled
      // rejection before that.
      segment.catch(() => {});
      segments.push(segment);
      await indexer.ready();
    }
    const last = storeSegment(indexTexts(encoder.lastTexts()), storage);
    return [...(await Promise.all(segments)), last];
  } finally {
    await indexer.close();
  }
}
