import { createReadStream, statSync } from 'node:fs';

/**
 * Thrown for a record file that is missing, empty, damaged or in another format.
 *
 * @example
 * new RecordFileError('cover.mrc', 'a PNG image').message;
 * // 'cover.mrc: expected MARC records (ISO 2709 or MARCXML), found a PNG image'
 */
export class RecordFileError extends Error {
  override name = 'RecordFileError';

  /**
   * @param file the path of the file, optionally with a line number
   * @param found what the file contains
   * @param expected what the file should contain. Default: MARC records.
   */
  constructor(file: string, found: string, expected = 'MARC records (ISO 2709 or MARCXML)') {
    super(`${file}: expected ${expected}, found ${found}`);
  }
}

/** The bytes of a record file or of standard input. */
export interface RecordFile {
  /** The name in messages: the path of the file, or `standard input`. */
  readonly name: string;
  /** The length in bytes; undefined for standard input, a pipe or a device. */
  readonly size: number | undefined;
  /** The number of bytes read so far. The bytes of a compressed file are counted before decompression. */
  readonly bytesRead: number;
  /** The content in pieces. The content can be read once. Stopping early closes the file. */
  readonly bytes: AsyncIterable<Uint8Array>;
}

const PIECE_BYTES = 1 << 18;
const EXPECTED = 'a record file';

/**
 * Returns a record file. The file is opened when its bytes are read.
 *
 * @param path the path of the file; `-` is standard input
 * @throws RecordFileError if the file does not exist or is a directory. If reading fails later, `bytes`
 *   throws a RecordFileError.
 * @example
 * const { bytes, name } = openRecordFile('export.mrc');
 * for await (const outcome of readMarcRecords(bytes, { name })) console.log(outcome);
 */
export function openRecordFile(path: string): RecordFile {
  if (path === '-') return new OpenedFile('standard input', undefined, () => process.stdin);
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) throw new RecordFileError(path, 'no file', EXPECTED);
  if (stats.isDirectory()) throw new RecordFileError(path, 'a directory', EXPECTED);
  const size = stats.isFile() ? stats.size : undefined;
  return new OpenedFile(path, size, () => createReadStream(path, { highWaterMark: PIECE_BYTES }));
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
      const found = `an unreadable file (${(error as Error).message})`;
      throw new RecordFileError(this.name, found, EXPECTED);
    }
  }
}
