/*
 * Encodes a checked source as the sections of a snapshot. `titles-encoder.ts` encodes the titles, and
 * `format/user-records.ts` the other records. `file/writing/write-snapshot.ts` writes the sections to a file.
 */

import { compareCodePoints } from '../../base/collation.js';
import { openStringTable } from '../../base/string-table.js';
import type { RecordCounts } from '../../catalog/catalog.js';
import type { Library } from '../../catalog/records/library.js';
import { searchFieldsOf } from '../../catalog/search-fields.js';
import type { SectionData, SectionWriter } from '../format/container/sections.js';
import { addSynonyms } from '../format/index-sections.js';
import { addHoldingsProfile } from '../format/records.js';
import type { ByteStorage } from '../format/string-writer.js';
import {
  addLists,
  addSessions,
  addUserContents,
  addUsers,
  digestSession,
  numberUsers,
} from '../format/user-records.js';
import { createIndexer, type IndexerOptions } from '../indexing/indexer.js';
import {
  checkHoldingsProfile,
  checkSynonyms,
  createSourceChecker,
} from '../source/checked-records.js';
import {
  type NamedFile,
  type Source,
  type SourceRecord,
  SourceReport,
  type SyncSource,
} from '../source/source.js';
import { collectUserContent, createTitlesEncoder, NO_USER_CONTENT } from './titles-encoder.js';

/** Options of the encoding of a catalog. */
export interface EncodingOptions {
  /**
   * Called while titles are read, and in steps after the last title. A build in a worker thread calls it at most every
   * 50 ms with the latest numbers, and once more at the end. A build in the calling thread, such as that of a program that
   * is bundled into one file, calls it after each valid title.
   *
   * @param titles the number of valid titles so far
   * @param share An estimate of the share of the work that is done, from 0 to 1. Undefined while titles of unknown
   *   number are read.
   */
  readonly progress?: ((titles: number, share: number | undefined) => void) | undefined;
  /**
   * The maximum number of titles in a segment of the index, at least 1. Titles are indexed segment by
   * segment, and the segments are then merged. A segment is also complete when its texts have at least
   * 2,097,152 characters. The merged index is the same for any segment size. Default: 5000.
   */
  readonly segmentSize?: number | undefined;
}

/** The share of the work that is done when all titles are read, measured at 100,000 titles with two processor cores. */
const READING_SHARE = 0.75;

/** Returns the share of the work that is done while titles are read. Undefined if the size of their file is not known. */
export function shareWhileReading({ readShare }: NamedFile): number | undefined {
  return readShare && READING_SHARE * readShare();
}

/** The counts and warnings of the source of an encoded catalog. */
export interface EncodedCatalog {
  readonly library: Library;
  /** The number of source records of each kind. */
  readonly counts: RecordCounts;
  /** Warnings about unknown fields, branches and holding statuses, each with the number of times it occurred. */
  readonly warnings: readonly string[];
}

/** Encodes the titles of a source one by one. */
export interface CatalogEncoder {
  /**
   * Checks a title. Encodes the title if no record of the source has had an error so far. Errors are
   * collected, and {@link finish} throws one error for all of them.
   */
  addTitle(record: SourceRecord): void;
  /**
   * Writes the sections of a snapshot file. Must be called after all titles are added.
   *
   * @throws SourceError if the source is invalid
   */
  finish(sections: SectionWriter): EncodedCatalog;
}

/**
 * Creates the encoder of a source. Reads and checks all records of the source except the titles.
 *
 * @param storage Stores records until the end. Default: they are in memory.
 * @throws RangeError if `segmentSize` is not a positive whole number
 */
export function createCatalogEncoder(
  source: Source,
  { progress = () => {}, ...indexing }: EncodingOptions & IndexerOptions = {},
  storage?: ByteStorage,
): CatalogEncoder {
  const { segmentSize } = indexing;
  if (segmentSize !== undefined && !(Number.isInteger(segmentSize) && segmentSize > 0)) {
    throw new RangeError(`segmentSize: expected a positive whole number, found ${segmentSize}`);
  }
  const report = new SourceReport();
  const checker = createSourceChecker(source, report);
  const { library, userContent, lists, titles } = checker;
  const users = checker.users.toSorted(compareIds);
  const synonyms = checkSynonyms(source, report);
  const holdingsProfile = checkHoldingsProfile(source, report);
  const userContentOf = collectUserContent(userContent, lists);
  const indexer = createIndexer(searchFieldsOf(library), indexing);
  const encoder = createTitlesEncoder(
    library,
    (id) => userContentOf.get(id) ?? NO_USER_CONTENT,
    indexer,
    { storage },
  );
  return {
    addTitle(record) {
      const title = titles.check(record);
      if (title === undefined) return;
      if (!report.hasErrors) encoder.add(title);
      progress(titles.ids.size, shareWhileReading(source.titles));
    },
    finish(sections) {
      titles.checkExtraFields();
      checker.finish();
      const userNumbers = numberUsers(users);
      const sessions = checker.sessions.map((session) => digestSession(session));
      sections.set('library', new TextEncoder().encode(JSON.stringify(library)));
      if (holdingsProfile !== undefined) addHoldingsProfile(sections, holdingsProfile);
      const { ids } = encoder.finish(sections, (share) =>
        progress(titles.ids.size, READING_SHARE + (1 - READING_SHARE) * share),
      );
      addSynonyms(sections, synonyms);
      addUsers(sections, users);
      const titleNumber = openStringTable(ids).indexOf;
      addUserContents(sections, userContent, userNumbers, titleNumber, library);
      addLists(sections, lists.toSorted(compareIds), userNumbers);
      addSessions(sections, sessions);
      return {
        library,
        counts: {
          titles: titles.ids.size,
          users: users.length,
          userContent: userContent.length,
          lists: lists.length,
          sessions: sessions.length,
        },
        warnings: report.warnings(),
      };
    },
  };
}

interface RecordWithId {
  readonly id: string | number;
}

/** Compares records by their ids, in code point order. */
export function compareIds(a: RecordWithId, b: RecordWithId): number {
  return compareCodePoints(String(a.id), String(b.id));
}

/**
 * Checks, encodes and indexes all records of a source in the calling thread. Returns the sections of a snapshot file by
 * name.
 *
 * @throws SourceError if the source is invalid
 */
export function encodeCatalog(
  source: SyncSource,
  options?: EncodingOptions,
): EncodedCatalog & { readonly sections: Map<string, SectionData> } {
  const encoder = createCatalogEncoder(source, options);
  for (const record of source.titles.records()) encoder.addTitle(record);
  const sections = new Map<string, SectionData>();
  return { ...encoder.finish(sections), sections };
}
