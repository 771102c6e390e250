import type { Segment } from '../../search/building/segment.js';
import { SegmentArenas } from '../../search/building/segment-arenas.js';
import {
  type CatalogEncoder,
  createCatalogEncoder,
  type EncodedCatalog,
  type EncodingOptions,
  type RecordCounts,
} from '../catalog-encoder.js';
import type { NamedSection, SectionData } from '../format/section.js';
import { writeSections } from '../format/write-sections.js';
import { indexTexts } from '../index-texts.js';
import { type Source, type SourceFile, sourceInMemory } from '../source.js';
import type { SourceRecords } from '../source-records.js';
import { checksum } from './checksum.js';
import { createIndexer, type Indexer } from './indexer.js';
import { sourceDirectory } from './source-directory.js';
import { writeAtomically } from './write-atomically.js';

/** How a snapshot is to be built. */
export interface BuildOptions extends EncodingOptions {
  /**
   * How many threads index, at least 1, which is the thread that calls. The file does not depend on
   * it. Each takes some 150 MB; unless told, there are as many as the machine runs at a time, up to
   * three. A catalog of a few thousand titles starts none.
   */
  readonly threads?: number | undefined;
}

/** What a build did. */
export interface BuildReport {
  /** The snapshot's path, as it was given. */
  readonly file: string;
  /** Its size in bytes. */
  readonly size: number;
  /** The id of the library that it holds. */
  readonly library: string;
  /** How many source records of each kind it was made from. */
  readonly counts: RecordCounts;
  /** A sentence for each kind of thing that was left out or read otherwise than it stands. */
  readonly warnings: readonly string[];
}

/**
 * Builds a snapshot file from a source. The file is written beside its place and renamed into it,
 * so whatever stood there stays untouched until the new one is whole; the same source gives the
 * same bytes.
 *
 * @param source a directory in the source format, records in memory, or a {@link Source}, whose
 *   titles may come as they are read
 * @param file where the snapshot is to stand
 * @throws RangeError when the options ask for no thread, or for segments of no title
 * @throws SourceError everything that is wrong with the source; nothing was written
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
  const { sections, library, counts, warnings } = await encode(sourceOf(source), options);
  const size = writeAtomically(file, writeSections(taken(sections), checksum));
  return { file, size, library: library.id, counts, warnings };
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
  const arenas = new SegmentArenas();
  try {
    for await (const record of titles.records()) {
      const texts = encoder.addTitle(record);
      if (texts === undefined) continue;
      const segment = indexer.index(texts).then((built) => arenas.keep(built));
      // Until all are waited for, below, it is `room` that tells of those that fail.
      segment.catch(() => {});
      segments.push(segment);
      await indexer.room();
    }
    const last = indexTexts(encoder.lastTexts());
    return [...(await Promise.all(segments)), last];
  } finally {
    await indexer.close();
  }
}

/** The sections one by one, none of which is kept here once it is taken. */
function* taken(sections: Map<string, SectionData>): Generator<NamedSection> {
  for (const section of sections) {
    sections.delete(section[0]);
    yield section;
  }
}

function sourceOf(source: string | SourceRecords | Source): Source {
  if (typeof source === 'string') return sourceDirectory(source);
  return isSource(source) ? source : sourceInMemory(source);
}

function isSource(source: SourceRecords | Source): source is Source {
  // Records may come from outside of TypeScript, without a library.
  const library = source.library as Partial<SourceFile> | null | undefined;
  return typeof library?.records === 'function';
}
