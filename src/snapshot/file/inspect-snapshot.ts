/*
 * Describes and verifies a snapshot file, for `carrel inspect`. `changes/catalog-source.ts` builds the sections again
 * that are compared.
 */

import { StructureError } from '../../base/messages.js';
import type { Catalog, RecordCounts } from '../../catalog/catalog.js';
import type { Library } from '../../catalog/records/library.js';
import { holdingsProfileOf, rebuildSections } from '../changes/catalog-source.js';
import { type ByteSource, readSections, readTable } from '../format/container/read-sections.js';
import { FORMAT_VERSION, type Section, type SectionType } from '../format/container/sections.js';
import { toSnapshotError } from '../format/container/snapshot-error.js';
import { toSectionInFile } from '../format/container/write-sections.js';
import { openSections } from '../format/open-sections.js';
import { checksum, withSnapshotBytes } from './read-snapshot-sections.js';
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
  /** The name of the holdings profile that the titles were imported with, if there is one. */
  readonly holdings?: string | undefined;
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
  /** The type of the numbers, such as `u32` for unsigned 32-bit numbers. */
  readonly type: SectionType;
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
    const holdings = holdingsProfileOf(catalog);
    return {
      file: bytes.name,
      formatVersion: FORMAT_VERSION,
      size: bytes.size,
      fingerprint: catalog.fingerprint,
      library: catalog.library,
      ...(holdings !== undefined && { holdings }),
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

/** A section that differs when a snapshot is built again from its records. */
export interface SectionDifference {
  readonly section: string;
  readonly problem: string;
}

/**
 * Builds a snapshot again from its own records, and compares the bytes of all sections. Because the same records always
 * give the same bytes, each change of the index, of a column or of an order is found, even if all checksums match. A
 * changed record is found if a section that is computed from it differs. Synonyms and the digests of session ids are
 * not compared, because they cannot be computed from records.
 *
 * @param file the path of a snapshot file, or bytes, whose signature is not verified
 * @returns the sections that differ; empty for a snapshot as Carrel builds it
 * @throws SnapshotError if the file is missing, damaged, not a snapshot of this format version, or not signed by a
 *   trusted key, or if a record cannot be read
 * @throws SourceError if a record is invalid
 * @remarks Takes about as long as building the snapshot with one thread, and as much memory as two open snapshots.
 */
export function verifySnapshot(
  file: string | ByteSource,
  { trust }: TrustOptions = {},
): SectionDifference[] {
  const verify = (bytes: ByteSource) => {
    const sections = readSections(bytes, checksum);
    const rebuilt = rebuildOf(openSections(bytes.name, sections));
    const names = new Set([...sections.keys(), ...rebuilt.keys()]);
    return [...names].flatMap((section) => {
      const problem = differenceOf(sections.get(section), rebuilt.get(section));
      return problem === undefined ? [] : [{ section, problem }];
    });
  };
  return typeof file === 'string' ? withSnapshotBytes(file, verify, { trust }) : verify(file);
}

function rebuildOf(catalog: Catalog): Map<string, Section> {
  try {
    return rebuildSections(catalog);
  } catch (error) {
    throw error instanceof StructureError ? toSnapshotError(catalog.source, error) : error;
  }
}

function differenceOf(found: Section | undefined, built: Section | undefined): string | undefined {
  if (built === undefined) return 'expected no section of this name, found one';
  if (found === undefined) return 'expected a section of this name, found nothing';
  const [a, b] = [found, built].map((section) => toSectionInFile('', section, checksum));
  return a.entry.type === b.entry.type &&
    Buffer.from(a.bytes.buffer, a.bytes.byteOffset, a.bytes.length).equals(b.bytes)
    ? undefined
    : 'expected the bytes that are built from the records, found other bytes';
}
