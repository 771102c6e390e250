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

/** The content of a record file that is not read from a path, such as an upload. */
export interface RecordInput {
  /**
   * The name of the file in messages and in the report. A name that ends in `.csv` or `.tsv`, or in these and `.gz`,
   * is that of a spreadsheet.
   */
  readonly name: string;
  /** The content in pieces of any length: a stream, the body of a request, or an array of one `Uint8Array`. */
  readonly bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
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

const PIECE_BYTES = 1 << 16;
const EXPECTED = 'a record file';

/**
 * Returns a record file. The file is opened when its bytes are read.
 *
 * @param path the path of the file, where `-` is standard input, or its name and its content
 * @throws RecordFileError if the file does not exist or is a directory. If reading fails later, `bytes`
 *   throws a RecordFileError.
 * @example
 * const { bytes, name } = openRecordFile('export.mrc');
 * for await (const outcome of readMarcRecords(bytes, { name })) console.log(outcome);
 */
export function openRecordFile(path: string | RecordInput): RecordFile {
  if (typeof path !== 'string') return new OpenedFile(path.name, undefined, () => path.bytes);
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
    open: () => RecordInput['bytes'],
  ) {
    this.bytes = this.#read(open);
  }

  get bytesRead(): number {
    return this.#bytesRead;
  }

  async *#read(open: () => RecordInput['bytes']): AsyncGenerator<Uint8Array> {
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
