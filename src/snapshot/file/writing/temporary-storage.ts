/* Stores bytes that are written once and read later: in memory, or if they are many, in a temporary file. */

import { randomUUID } from 'node:crypto';
import { closeSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { partitionPoint } from '../../../base/binary-search.js';
import type { ByteStorage } from '../../format/string-writer.js';
import { readInto } from '../read-snapshot-sections.js';
import { writeAll } from './write-atomically.js';

/** Up to this total size, bytes stay in memory, because small libraries are then built without another file. */
const MAX_HELD_BYTES = 1 << 26;

/** The size of a piece that is read from the file. */
const PIECE_BYTES = 1 << 22;

/**
 * Stores bytes during a build or an import. Bytes of more than 64 MiB are in a temporary file, so that the memory of a build does not
 * grow with them. The file loses its name as soon as it is open, so that the operating system removes it with the
 * process. On Windows, {@link close} removes it.
 */
export class TemporaryStorage implements ByteStorage {
  /** The stored bytes with their positions, ascending, until there is a file. */
  #held: { readonly position: number; readonly bytes: Uint8Array }[] = [];
  #file: number | undefined;
  /** The total size of the stored bytes. */
  #size = 0;
  readonly #path: string;
  readonly #maxHeldBytes: number;

  /**
   * @param path The path of a temporary file that does not exist. Default: a path in the directory of temporary files.
   * @param maxHeldBytes The total size up to which bytes stay in memory. Default: 64 MiB.
   */
  constructor(path = temporaryPath(), maxHeldBytes = MAX_HELD_BYTES) {
    this.#path = path;
    this.#maxHeldBytes = maxHeldBytes;
  }

  /**
   * Stores bytes, which must not be changed afterward. Returns their position, the size of all bytes before them.
   *
   * @throws Error with the path and the cause, such as a full disk
   */
  write(bytes: Uint8Array): number {
    const position = this.#size;
    if (bytes.length === 0) return position;
    this.#size += bytes.length;
    if (this.#file === undefined && this.#size <= this.#maxHeldBytes) {
      this.#held.push({ position, bytes });
    } else {
      this.#file ??= this.#open();
      writeAll(this.#path, this.#file, bytes);
    }
    return position;
  }

  read(position: number, length: number): Uint8Array {
    if (length === 0) return new Uint8Array(0);
    const after = partitionPoint(0, this.#held.length, (i) => this.#held[i].position <= position);
    const held = this.#held[after - 1];
    if (held !== undefined) {
      return held.bytes.subarray(position - held.position, position - held.position + length);
    }
    const bytes = new Uint8Array(length);
    if (this.#file !== undefined && readInto(this.#file, bytes, position)) return bytes;
    throw new Error(
      `${this.#path}: expected ${length} bytes at ${position}, found the end of the file`,
    );
  }

  /** Yields all bytes in the order of writing. */
  *pieces(): Generator<Uint8Array> {
    for (const { bytes } of this.#held) yield bytes;
    if (this.#file === undefined) return;
    for (let position = 0; position < this.#size; position += PIECE_BYTES) {
      yield this.read(position, Math.min(PIECE_BYTES, this.#size - position));
    }
  }

  /** Frees the stored bytes. */
  close(): void {
    this.#held = [];
    if (this.#file === undefined) return;
    closeSync(this.#file);
    this.#file = undefined;
    rmSync(this.#path, { force: true });
  }

  /** Opens the file, and writes the bytes that were held. */
  #open(): number {
    const file = createFile(this.#path);
    // `close` also closes a file to which the bytes could not be written.
    this.#file = file;
    // Windows cannot remove the name of an open file.
    if (process.platform !== 'win32') rmSync(this.#path);
    for (const { bytes } of this.#held) writeAll(this.#path, file, bytes);
    this.#held = [];
    return file;
  }
}

function createFile(path: string): number {
  try {
    return openSync(path, 'wx+', 0o600);
  } catch (error) {
    const expected = 'expected a directory in which a temporary file can be created';
    const cause = error as NodeJS.ErrnoException;
    throw new Error(`${path}: ${expected}, found ${cause.code}`, { cause });
  }
}

/** Returns the path of a new file in the directory of temporary files. */
export function temporaryPath(): string {
  return join(tmpdir(), `carrel-${randomUUID()}.tmp`);
}
