import type { Section, SectionWriter } from '../../format/container/sections.js';
import {
  headOfSections,
  type SectionInTable,
  toSectionInFile,
} from '../../format/container/write-sections.js';
import { checksum } from '../reading/checksum.js';
import type { TemporaryStorage } from './temporary-storage.js';

/**
 * Stores the bytes of the sections of a snapshot file as they are added. The sections follow the table in the file, and
 * the table contains their lengths and checksums, so that the file is written when all sections are known.
 */
export class SectionStorage implements SectionWriter {
  readonly #storage: TemporaryStorage;
  readonly #entries: SectionInTable[] = [];

  constructor(storage: TemporaryStorage) {
    this.#storage = storage;
  }

  set(name: string, data: Section): void {
    const { entry, bytes, padding } = toSectionInFile(name, data, checksum);
    this.#storage.write(bytes);
    this.#storage.write(padding);
    this.#entries.push(entry);
  }

  /** Yields the bytes of the snapshot file in pieces. */
  *pieces(): Generator<Uint8Array> {
    yield* headOfSections(this.#entries, checksum);
    yield* this.#storage.pieces();
  }
}
