import { type Segment, SegmentBuffers } from '../../../search/index.js';
import {
  type CatalogEncoder,
  createCatalogEncoder,
  type EncodedCatalog,
  type EncodingOptions,
  type RecordCounts,
} from '../../encoding/catalog-encoder.js';
import { indexTexts } from '../../encoding/index-texts.js';
import type { NamedSection, SectionData } from '../../format/container/sections.js';
import { writeSections } from '../../format/container/write-sections.js';
import {
  memorySource,
  type Source,
  type SourceFile,
  type SourceRecords,
} from '../../source/source.js';
import { createIndexer, type Indexer } from '../indexer.js';
import { checksum } from '../snapshot-bytes.js';
import { sourceDirectory } from '../source-directory.js';
import {
  checkPublishingLimits,
  checkReplacement,
  type PublishingLimits,
} from './publishing-limits.js';
import { resolveOutput, writeAtomically } from './write-atomically.js';

/** Options of {@link buildSnapshot}. */
export interface BuildOptions extends EncodingOptions, PublishingLimits {
  /**
   * The maximum number of worker threads that index titles, at least 1. Each worker thread needs about
   * 150 MB of memory. With 1, no worker thread is started and the calling thread indexes. The calling
   * thread also indexes the last segment (see `segmentSize`), so a small source needs no worker thread.
   * The snapshot is the same for any number. Default: the parallelism of the machine, at most 3.
   */
  readonly threads?: number | undefined;
}

/** The result of {@link buildSnapshot}. */
export interface BuildReport {
  /** The path of the snapshot, as passed to {@link buildSnapshot}. */
  readonly file: string;
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
 * Builds a snapshot file from a source. The file is written under a temporary name in the same
 * directory and then renamed, so an existing file is intact until the new file is complete. A symbolic link is
 * followed, and the permissions of an existing file are kept. The same records always produce the same bytes,
 * whatever their order in the source. Only the order of the records of user content of one user and one title
 * counts.
 *
 * @param source the path of a directory in the source format, records in memory, or a {@link Source},
 *   which can stream its titles
 * @param file the path of the snapshot
 * @throws RangeError if `threads` or `segmentSize` is not a positive whole number, or if `maxShrink` or
 *   `minTitles` is not in its range
 * @throws SourceError if the source is invalid; no file is written
 * @throws PublishingError if the catalog exceeds `maxShrink`, compared with the existing file, or has fewer than
 *   `minTitles`; no file is written
 * @throws Error if `file` is a directory, a device, a pipe or a socket, if a file cannot be read or written, or if the titles of a streamed source cannot be read
 *
 * @example
 * const report = await buildSnapshot('exports/branch', 'branch.snapshot');
 * report.counts.titles; // 10000
 */
export async function buildSnapshot(
  source: string | SourceRecords | Source,
  file: string,
  options: BuildOptions = {},
): Promise<BuildReport> {
  const { pieces, ...report } = await prepare(source, file, options);
  return { file, size: writeAtomically(file, pieces), ...report };
}

/**
 * Checks whether {@link buildSnapshot} would build a snapshot file. Does the same work, but writes nothing.
 *
 * @param file the path of the snapshot; undefined to check only the source
 * @returns the report of `buildSnapshot`, without the path of the file
 * @throws the errors of `buildSnapshot`
 */
export async function checkSnapshot(
  source: string | SourceRecords | Source,
  file: string | undefined,
  options: BuildOptions = {},
): Promise<Omit<BuildReport, 'file'>> {
  const { pieces, ...report } = await prepare(source, file, options);
  let size = 0;
  for (const piece of pieces) size += piece.length;
  return { size, ...report };
}

/** Encodes a snapshot, and checks that it may replace the existing file. */
async function prepare(
  source: string | SourceRecords | Source,
  file: string | undefined,
  options: BuildOptions,
): Promise<Omit<BuildReport, 'file' | 'size'> & { readonly pieces: Iterable<Uint8Array> }> {
  checkPublishingLimits(options);
  if (file !== undefined) resolveOutput(file);
  const { sections, library, counts, warnings } = await encode(sourceOf(source), options);
  const next = { library: library.id, titles: counts.titles };
  const warning = checkReplacement(file, next, options);
  return {
    pieces: writeSections(drain(sections), checksum),
    library: library.id,
    counts,
    warnings: warning === undefined ? warnings : [...warnings, warning],
  };
}

async function encode(source: Source, options: BuildOptions): Promise<EncodedCatalog> {
  const encoder = createCatalogEncoder(source, options);
  return encoder.finish(await addTitles(source, encoder, createIndexer(options.threads)));
}

async function addTitles(
  { titles }: Source,
  encoder: CatalogEncoder,
  indexer: Indexer,
): Promise<Segment[]> {
  const segments: Promise<Segment>[] = [];
  const buffers = new SegmentBuffers();
  try {
    for await (const record of titles.records()) {
      const texts = encoder.addTitle(record);
      if (texts === undefined) continue;
      const segment = indexer.index(texts).then((built) => buffers.keep(built));
      // `ready` or `Promise.all` throws the error later. Without this handler, Node would report an unhandled
      // rejection before that.
      segment.catch(() => {});
      segments.push(segment);
      await indexer.ready();
    }
    const last = indexTexts(encoder.lastTexts());
    return [...(await Promise.all(segments)), last];
  } finally {
    await indexer.close();
  }
}

/** Removes each section from the map, so that its memory can be freed, and yields it. */
function* drain(sections: Map<string, SectionData>): Generator<NamedSection> {
  for (const section of sections) {
    sections.delete(section[0]);
    yield section;
  }
}

function sourceOf(source: string | SourceRecords | Source): Source {
  if (typeof source === 'string') return sourceDirectory(source);
  return isSource(source) ? source : memorySource(source);
}

function isSource(source: SourceRecords | Source): source is Source {
  // Callers that do not use TypeScript may omit the library.
  const library = source.library as Partial<SourceFile> | null | undefined;
  return typeof library?.records === 'function';
}
