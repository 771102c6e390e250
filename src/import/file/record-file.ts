import { createReadStream, statSync } from 'node:fs';
import { RecordFileError } from './record-file-error.js';

/** A file of records, or standard input, as the bytes it holds. */
export interface RecordFile {
  /** What messages call it: its path as it was given, or `standard input`. */
  readonly name: string;
  /** How many bytes it holds, where that is known before they are read. */
  readonly size: number | undefined;
  /** How many of them have been read by now, as they stand in the file: compressed, if they are. */
  readonly bytesRead: number;
  /** The bytes, once, in pieces. Whoever stops early closes the file by that. */
  readonly bytes: AsyncIterable<Uint8Array>;
}

const PIECE = 1 << 18;
const WANTED = 'a file of records';

/**
 * A file of records, opened when its bytes are asked for.
 *
 * @param path its path; `-` is standard input
 * @throws RecordFileError where there is no file to read, also while its bytes are read
 * @example
 * const file = openRecordFile('export.mrc');
 * for await (const outcome of readMarcRecords(file.bytes, { name: file.name })) count(outcome);
 */
export function openRecordFile(path: string): RecordFile {
  if (path === '-') return new OpenedFile('standard input', undefined, () => process.stdin);
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) throw new RecordFileError(path, 'is not there', WANTED);
  if (stats.isDirectory()) throw new RecordFileError(path, 'is a directory', WANTED);
  const size = stats.isFile() ? stats.size : undefined;
  return new OpenedFile(path, size, () => createReadStream(path, { highWaterMark: PIECE }));
}

class OpenedFile implements RecordFile {
  readonly bytes: AsyncIterable<Uint8Array>;
  #bytesRead = 0;

  constructor(
    readonly name: string,
    readonly size: number | undefined,
    open: () => AsyncIterable<Uint8Array>,
  ) {
    this.bytes = this.#read(open);
  }

  get bytesRead(): number {
    return this.#bytesRead;
  }

  async *#read(open: () => AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    try {
      for await (const piece of open()) {
        this.#bytesRead += piece.length;
        yield piece;
      }
    } catch (error) {
      throw new RecordFileError(this.name, `cannot be read (${(error as Error).message})`, WANTED);
    }
  }
}
