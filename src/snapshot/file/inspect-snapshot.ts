import type { RecordCounts } from '../../catalog/catalog.js';
import type { Library } from '../../catalog/records/library.js';
import { checkStructure, STRUCTURES, type Structure } from '../format/checks/check-snapshot.js';
import { FORMAT_VERSION } from '../format/container/layout.js';
import { type ByteSource, readSections, readTable } from '../format/container/read-sections.js';
import type { SectionEncoding } from '../format/container/section-encoding.js';
import { SnapshotError } from '../format/container/snapshot-error.js';
import { openSections } from '../format/open-sections.js';
import { checksum } from './reading/checksum.js';
import { withSnapshotBytes } from './reading/snapshot-bytes.js';
import type { TrustOptions } from './signature.js';

/** The description of a snapshot file. */
export interface Inspection {
  /** The path of the file, or the name of the bytes. */
  readonly file: string;
  readonly formatVersion: number;
  /** The size of the file in bytes. */
  readonly size: number;
  /** 16 hexadecimal digits that identify the contents of the catalog. */
  readonly fingerprint: string;
  readonly library: Library;
  /** The number of records of each kind. All content of one user about one title counts as one record. */
  readonly counts: RecordCounts;
  /** The number of words and phrases that have synonyms, including the synonyms that are shipped with Carrel. */
  readonly synonyms: number;
  /** The sections in the order of the file. */
  readonly sections: readonly SectionInspection[];
}

/** One section of a snapshot file. */
export interface SectionInspection {
  readonly name: string;
  /** How the data is stored: `u32` for plain 32-bit numbers, `packed-u32` for bit-packed numbers, and so on. */
  readonly encoding: SectionEncoding;
  /** The byte offset in the file. */
  readonly offset: number;
  /** The length in bytes, without the padding. */
  readonly length: number;
  /** The CRC-32 of the section and its padding, in hexadecimal. */
  readonly checksum: string;
}

/**
 * Reads a snapshot, verifies all checksums, and describes the snapshot.
 *
 * @param file the path of a snapshot file, or bytes, whose signature is not verified
 * @throws SnapshotError if the file is missing, damaged, not a snapshot of this format version, or not signed by a
 *   trusted key
 */
export function inspectSnapshot(
  file: string | ByteSource,
  { trust }: TrustOptions = {},
): Inspection {
  const inspect = (bytes: ByteSource): Inspection => {
    const table = readTable(bytes, checksum);
    const catalog = openSections(bytes.name, readSections(bytes, checksum), { table });
    return {
      file: bytes.name,
      formatVersion: FORMAT_VERSION,
      size: bytes.size,
      fingerprint: catalog.fingerprint,
      library: catalog.library,
      counts: catalog.counts,
      synonyms: catalog.titles.synonyms.size,
      sections: table.map((entry) => ({
        ...entry,
        checksum: entry.checksum.toString(16).padStart(8, '0'),
      })),
    };
  };
  return typeof file === 'string' ? withSnapshotBytes(file, inspect, { trust }) : inspect(file);
}

/** The result of checking one structure of a snapshot file. */
export interface StructureInspection {
  readonly structure: Structure;
  /** The message of the error. Absent if the structure is valid. */
  readonly problem?: string;
}

/**
 * Reads a snapshot, verifies all checksums, and checks its structures up to the first invalid structure.
 *
 * @param file the path of a snapshot file, or bytes, whose signature is not verified
 * @throws SnapshotError if the file is missing, damaged, not a snapshot of this format version, or not signed by a
 *   trusted key
 */
export function verifySnapshot(
  file: string | ByteSource,
  { trust }: TrustOptions = {},
): StructureInspection[] {
  const verify = (bytes: ByteSource) => {
    const sections = readSections(bytes, checksum);
    const checked: StructureInspection[] = [];
    for (const structure of STRUCTURES) {
      try {
        checkStructure(bytes.name, sections, structure);
        checked.push({ structure });
      } catch (error) {
        if (!(error instanceof SnapshotError)) throw error;
        return [...checked, { structure, problem: error.message }];
      }
    }
    return checked;
  };
  return typeof file === 'string' ? withSnapshotBytes(file, verify, { trust }) : verify(file);
}
