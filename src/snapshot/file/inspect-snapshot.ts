import type { Library } from '../../catalog/library.js';
import { FORMAT_VERSION } from '../format/layout.js';
import { openSections } from '../format/open-sections.js';
import { readSections, readTable } from '../format/read-sections.js';
import type { SectionEncoding } from '../format/section-encoding.js';
import { checksum } from './checksum.js';
import { withSnapshotBytes } from './snapshot-bytes.js';

/** What is inside a snapshot file. */
export interface Inspection {
  readonly file: string;
  readonly formatVersion: number;
  /** In bytes. */
  readonly size: number;
  /** What its records are known by; see `Catalog.fingerprint`. */
  readonly fingerprint: string;
  readonly library: Library;
  /** How many records of each kind there are; user content counts one for a user and a title. */
  readonly counts: Readonly<
    Record<'titles' | 'users' | 'userContent' | 'lists' | 'sessions', number>
  >;
  readonly sections: readonly SectionInspection[];
}

/** One section of a snapshot file. */
export interface SectionInspection {
  readonly name: string;
  /** How its numbers stand in the file, such as `u32` or `packed-u32`. */
  readonly encoding: SectionEncoding;
  /** Where it begins, in bytes from the beginning of the file. */
  readonly offset: number;
  /** In bytes, without the filling. */
  readonly length: number;
  /** The CRC-32 of the section and its filling, in hexadecimal. */
  readonly checksum: string;
}

/**
 * Looks inside a snapshot file and checks every byte of it.
 *
 * @throws SnapshotError a sentence that names the file and what is wrong with it
 */
export function inspectSnapshot(file: string): Inspection {
  return withSnapshotBytes(file, (bytes) => {
    const table = readTable(bytes, checksum);
    const catalog = openSections(file, readSections(bytes, checksum), { table });
    return {
      file,
      formatVersion: FORMAT_VERSION,
      size: bytes.size,
      fingerprint: catalog.fingerprint,
      library: catalog.library,
      counts: {
        titles: catalog.titles.size,
        users: catalog.users.size,
        userContent: catalog.userContent.size,
        lists: catalog.lists.size,
        sessions: catalog.sessions.digests.size,
      },
      sections: table.map((entry) => ({
        ...entry,
        checksum: entry.checksum.toString(16).padStart(8, '0'),
      })),
    };
  });
}
