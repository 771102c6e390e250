/*
 * Opens record files (a path, standard input or an upload), and decompresses gzip. It does not read what the bytes
 * contain.
 */

import { createReadStream, statSync } from 'node:fs';
import { createGunzip } from 'node:zlib';

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
  constructor(
    file: string,
    found: string,
    expected = 'MARC records (ISO 2709 or MARCXML)',
    options?: ErrorOptions,
  ) {
    super(`${file}: expected ${expected}, found ${found}`, options);
  }
}

/** The bytes of a file, in pieces of any length. */
export type Pieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

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

/** The number of bytes that are read at a time. */
export const PIECE_BYTES = 1 << 16;
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
  if (typeof path !== 'string') return new RecordFile(path.name, undefined, () => path.bytes);
  if (path === '-') return new RecordFile('standard input', undefined, () => process.stdin);
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) throw new RecordFileError(path, 'no file', EXPECTED);
  if (stats.isDirectory()) throw new RecordFileError(path, 'a directory', EXPECTED);
  const size = stats.isFile() ? stats.size : undefined;
  return new RecordFile(path, size, () => createReadStream(path, { highWaterMark: PIECE_BYTES }));
}

/** The bytes of a record file or of standard input. */
export class RecordFile {
  /** The content in pieces. The content can be read once. Stopping early closes the file. */
  readonly bytes: AsyncIterable<Uint8Array>;
  #bytesRead = 0;

  /**
   * @param name the name in messages: the path of the file, or `standard input`
   * @param size the length in bytes; undefined for standard input, a pipe or a device
   */
  constructor(
    readonly name: string,
    readonly size: number | undefined,
    open: () => Pieces,
  ) {
    this.bytes = this.#read(open);
  }

  /** The number of bytes read so far. The bytes of a compressed file are counted before decompression. */
  get bytesRead(): number {
    return this.#bytesRead;
  }

  async *#read(open: () => Pieces): AsyncGenerator<Uint8Array> {
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

/**
 * Reads the first bytes of a file.
 *
 * @param bytes a file, or the output of {@link decompress}
 * @returns `head`, at most the first `length` bytes; and `all`, every byte including `head`. If `bytes`
 *   throws a {@link DamagedFileError} after its first byte, `all` returns the bytes before the damage and then
 *   throws the error.
 * @throws DamagedFileError if `bytes` throws the error before its first byte
 */
export async function peek(
  bytes: Pieces,
  length: number,
): Promise<{ head: Uint8Array; all: AsyncIterable<Uint8Array> }> {
  const pieces = (async function* () {
    yield* bytes;
  })();
  const first: Uint8Array[] = [];
  let read = 0;
  let damage: DamagedFileError | undefined;
  try {
    while (read < length) {
      const { done, value } = await pieces.next();
      if (done) break;
      first.push(value);
      read += value.length;
    }
  } catch (error) {
    if (!(error instanceof DamagedFileError) || read === 0) throw error;
    damage = error;
  }
  const head = Buffer.concat(first, Math.min(read, length));
  async function* all(): AsyncGenerator<Uint8Array> {
    yield head;
    if (read > length) yield first[first.length - 1].subarray(length - read);
    if (damage !== undefined) throw damage;
    yield* pieces;
  }
  return { head, all: all() };
}

/** Thrown for compressed data or an archive that is damaged, truncated or nested too deeply. */
export class DamagedFileError extends Error {
  override name = 'DamagedFileError';

  /** @param kind what is damaged, such as `gzip data` */
  constructor(
    readonly kind: string,
    message: string,
  ) {
    super(message);
  }
}

/** The first bytes of gzip data (RFC 1952): ID1, ID2 and the method DEFLATE. */
const GZIP = [0x1f, 0x8b, 0x08];
const GZIP_DATA = 'gzip data';

/** The maximum number of nested compressions. A crafted gzip file can contain a copy of itself. */
const MAX_LAYERS = 10;

/**
 * Decompresses gzip data, including data that is compressed several times. Returns other bytes
 * unchanged. Recognizes gzip by its first bytes, because file names can be wrong.
 *
 * @param layers the maximum number of layers of compression
 * @throws DamagedFileError if there are more than ten layers of compression, or if no data precedes
 *   the damage. For later damage, the returned bytes throw the error after the bytes before the damage.
 */
export async function decompress(
  bytes: Pieces,
  layers = MAX_LAYERS,
): Promise<AsyncIterable<Uint8Array>> {
  const { head, all } = await peek(bytes, GZIP.length);
  if (!GZIP.every((byte, at) => head[at] === byte)) return all;
  if (layers === 0) {
    throw new DamagedFileError(GZIP_DATA, `more than ${MAX_LAYERS} layers of compression`);
  }
  return decompress(gunzip(all), layers - 1);
}

/**
 * Yields the items that are read from a file. If compressed data or an archive is damaged after the first item, the last
 * item stands for the rest of the file.
 *
 * @param rest returns the item for the rest of the file, given the problem and the last item before it, or undefined if
 *   the last item stands for it already
 * @param expected what the file should contain, for the error. Default: MARC records.
 * @throws RecordFileError if the file is damaged before the first item
 */
export async function* untilDamage<T>(
  name: string,
  items: AsyncIterable<T>,
  rest: (problem: string, last: T) => T | undefined,
  expected?: string,
): AsyncGenerator<T> {
  let last: T | undefined;
  try {
    for await (const item of items) {
      last = item;
      yield item;
    }
  } catch (error) {
    if (!(error instanceof DamagedFileError)) throw error;
    const { kind, message } = error;
    if (last === undefined) {
      throw new RecordFileError(name, `damaged ${kind} (${message})`, expected, { cause: error });
    }
    const problem = `expected complete ${kind}, found damage (${message}); the rest of the file was not read`;
    const item = rest(problem, last);
    if (item !== undefined) yield item;
  }
}

/** The number of compressed bytes per write. A write inflates to at most about 16 MiB. */
const SLICE_BYTES = 1 << 14;

/**
 * Decompresses gzip data.
 *
 * Does not use a stream pipeline, because a pipeline drops decompressed data that is still buffered when
 * damage is found.
 *
 * @throws DamagedFileError for damaged or truncated data, after all bytes before the damage
 */
async function* gunzip(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const inflater = createGunzip();
  let decompressed: Uint8Array[] = [];
  let problem: Error | undefined;
  let hasEnded = false;
  let resume = () => {};
  inflater.on('data', (piece: Uint8Array) => decompressed.push(piece));
  // If a write fails or follows the end of the data, its callback may never be called.
  inflater.on('error', (error) => {
    problem = error;
    resume();
  });
  inflater.on('end', () => {
    hasEnded = true;
    resume();
  });
  /**
   * Starts an operation and waits for its callback, an error or the end of the data. After an error or
   * the end of the data, returns undefined without starting the operation.
   */
  const settle = (begin: (done: () => void) => void): Promise<void> | undefined =>
    problem !== undefined || hasEnded
      ? undefined
      : new Promise((resolve) => {
          resume = resolve;
          begin(resolve);
        });
  try {
    for await (const piece of bytes) {
      for (let start = 0; start < piece.length; start += SLICE_BYTES) {
        await settle((done) => inflater.write(piece.subarray(start, start + SLICE_BYTES), done));
        yield* decompressed;
        decompressed = [];
      }
      if (problem !== undefined || hasEnded) break;
    }
    await settle(() => inflater.end());
    yield* decompressed;
  } finally {
    inflater.destroy();
  }
  if (problem !== undefined) throw new DamagedFileError(GZIP_DATA, problem.message);
}
