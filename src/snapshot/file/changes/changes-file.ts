import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readvSync,
  type Stats,
  statSync,
} from 'node:fs';
import { stat } from 'node:fs/promises';
import { withGetters } from '../../../search/index.js';

/** One line of a changes file: the parsed value, or the problem of a line that is not JSON. */
export type ChangesLine =
  | { readonly line: number; readonly value: unknown }
  | { readonly line: number; readonly problem: string };

/** A place between two lines of a changes file, as plain data. */
export interface ChangesPosition {
  /** The device and the inode of the file. An empty string if there is no file yet. */
  readonly file: string;
  /** The number of bytes before the place. */
  readonly bytes: number;
  /** The number of lines before the place. */
  readonly lines: number;
  /** The last bytes before the place, in hexadecimal. They differ if the file was written anew. */
  readonly tail: string;
}

/** The place before the first line of any file. */
const START: ChangesPosition = { file: '', bytes: 0, lines: 0, tail: '' };

const LINE_FEED = 0x0a;
const BLOCK_BYTES = 64 * 1024;
const MAX_TAIL_BYTES = 64;

/** The maximum length of a line of a changes file. It limits the memory and the time that one line needs. */
export const MAX_LINE_BYTES = 4 * 1024 * 1024;

/** An open file, which several readers can read. The last reader that closes it closes its descriptor. */
export interface SharedFile {
  readonly descriptor: number;
  /** The device and the inode of the file. */
  readonly id: string;
  /** The number of readers that have opened the file and have not closed it. */
  readers: number;
}

/** Reads the lines of a changes file one by one, also while the file grows. */
export interface ChangesReader {
  /**
   * Returns the next line that ends with a line break, or undefined if there is none yet. Blank lines are skipped. If
   * the file does not exist, there is no line until it exists.
   *
   * @param isNeeded Receives the bytes of a line, which are valid during the call. If it returns false, the line is not
   *   parsed, and its value is undefined. Default: every line is needed.
   * @throws Error if the file exists but cannot be read
   */
  next(isNeeded?: (bytes: Buffer) => boolean): ChangesLine | undefined;
  /** The number of bytes up to the end of the last line that {@link next} returned, or of a blank line after it. */
  readonly bytes: number;
  /** The number of lines in these bytes. */
  readonly lines: number;
  /** Returns the place after these lines. */
  position(): ChangesPosition;
  /** Returns the place before the last line that {@link next} returned, and before blank lines that it skipped. */
  positionBefore(): ChangesPosition;
  /**
   * Returns whether the path now names another file, or the file was truncated or written anew. A file that was only
   * deleted or renamed is not replaced until a new file has its path.
   */
  isReplaced(): Promise<boolean>;
  /** Returns the open file, also if it was deleted or renamed, or undefined if another file has its path. */
  openFile(): SharedFile | undefined;
  /** Closes the file. There are no more lines then. */
  close(): void;
}

/**
 * Creates a reader of a changes file.
 *
 * @param path the path of a file, which need not exist
 * @param from The place to begin at. Default: the beginning.
 * @param shared A file that another reader has open. It is read instead of the file at the path, unless this thread cannot
 *   read it: in Deno, each thread has descriptors of its own. Default: none.
 */
export function readChangesFile(
  path: string,
  from: ChangesPosition = START,
  shared?: SharedFile,
): ChangesReader {
  let opened: SharedFile | undefined;
  let { file, bytes, lines } = from;
  /** The last bytes before the place, each as a character. */
  let tail = Buffer.from(from.tail, 'hex').toString('latin1');
  let before = { bytes, lines, tail };
  /** The memory of `unread`. It is used again, because V8 collects garbage after 64 MiB of new buffers. */
  let buffer = Buffer.alloc(0);
  /** Bytes after the last line that was returned. They contain no line feed before the index `scanned`. */
  let unread = buffer;
  let scanned = 0;
  /** The number of bytes of a line that is too long, before `unread`. */
  let dropped = 0;
  /** The last of these bytes. */
  let droppedTail = '';
  const tailBytes = Buffer.alloc(MAX_TAIL_BYTES);
  /** The end of all bytes that were read, and the bytes before it. */
  let read = { end: bytes, tail };
  let isOtherFile = false;
  let isClosed = false;

  /** Opens the file if it exists. Returns undefined if it does not exist or is not the file of the place. */
  function open(): number | undefined {
    if (opened !== undefined || isOtherFile || isClosed) return opened?.descriptor;
    try {
      opened = shared !== undefined && isOpenInThread(shared) ? shared : openFileAt(path);
      opened.readers++;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw unreadable(error as NodeJS.ErrnoException);
    }
    const { descriptor, id } = opened;
    const isFile = fstatSync(descriptor).isFile();
    isOtherFile = file !== '' && file !== id;
    if (isOtherFile || !isFile) closeFile();
    if (!isFile) throw new Error(`${path}: expected a file, found a directory, a device or a pipe`);
    if (!isOtherFile) file = id;
    return opened?.descriptor;
  }

  /** Returns an error with the path for an error of the file system. Returns any other error unchanged. */
  function unreadable(error: NodeJS.ErrnoException): Error {
    if (error.code === undefined) return error;
    return new Error(`${path}: expected a readable file, found an unreadable one (${error.code})`);
  }

  function closeFile(): void {
    if (opened !== undefined && --opened.readers === 0) closeSync(opened.descriptor);
    opened = undefined;
  }

  /**
   * Reads bytes after the place up to which the file was read, fewer at the end of the file. Returns their number, or -1 if
   * the bytes before this place are no longer the same.
   */
  function readInto(descriptor: number, block: Buffer): number {
    const { end, tail } = read;
    // One call, so that the file cannot be written anew between two calls.
    const buffers = [tailBytes.subarray(0, tail.length), block];
    const length = readvSync(descriptor, buffers, end - tail.length) - tail.length;
    const isSame = length >= 0 && tailBytes.toString('latin1', 0, tail.length) === tail;
    return isSame ? length : -1;
  }

  /** Moves `unread` to the beginning of `buffer`, and returns the memory after it, of at least a block. */
  function makeRoom(): Buffer {
    const needed = unread.length + BLOCK_BYTES;
    const isSuitable = needed <= buffer.length && buffer.length <= 4 * needed;
    const next = isSuitable ? buffer : Buffer.allocUnsafeSlow(2 * needed);
    unread.copy(next);
    buffer = next;
    unread = buffer.subarray(0, unread.length);
    return buffer.subarray(unread.length);
  }

  /** Appends a block to `unread`. Returns false at the end of the file, or if the file was written anew. */
  function readBlock(): boolean {
    const descriptor = open();
    if (descriptor === undefined) return false;
    if (dropped + unread.length > MAX_LINE_BYTES) {
      dropped += unread.length;
      droppedTail = lastBytes(droppedTail, unread);
      unread = buffer.subarray(0, 0);
    }
    scanned = unread.length;
    const length = readInto(descriptor, makeRoom());
    if (length <= 0) return false;
    unread = buffer.subarray(0, scanned + length);
    read = { end: read.end + length, tail: lastBytes(read.tail, unread.subarray(scanned)) };
    return true;
  }

  function takeLine(
    end: number,
    isNeeded: (bytes: Buffer) => boolean = () => true,
  ): ChangesLine | undefined {
    const line = unread.subarray(0, end);
    const length = dropped + end;
    bytes += length + 1;
    lines++;
    tail = lastBytes(tail + droppedTail, unread.subarray(0, end + 1));
    unread = unread.subarray(end + 1);
    scanned = 0;
    dropped = 0;
    droppedTail = '';
    if (length <= MAX_LINE_BYTES) {
      return isNeeded(line) ? parse(line, lines) : { line: lines, value: undefined };
    }
    return {
      line: lines,
      problem: `expected a line of at most ${MAX_LINE_BYTES} bytes, found ${length}`,
    };
  }

  // The tail is that of the bytes that were read. The file may have been written anew since.
  const positionAt = (place: typeof before): ChangesPosition => ({
    ...place,
    file,
    tail: Buffer.from(place.tail, 'latin1').toString('hex'),
  });

  const methods = {
    next(isNeeded?: (bytes: Buffer) => boolean) {
      before = { bytes, lines, tail };
      try {
        for (;;) {
          const end = unread.indexOf(LINE_FEED, scanned);
          if (end < 0 && !readBlock()) return undefined;
          const line = end < 0 ? undefined : takeLine(end, isNeeded);
          if (line !== undefined) return line;
        }
      } catch (error) {
        throw unreadable(error as NodeJS.ErrnoException);
      }
    },
    position: () => positionAt({ bytes, lines, tail }),
    positionBefore: () => positionAt(before),
    async isReplaced() {
      const descriptor = open();
      if (descriptor === undefined) return isOtherFile;
      const stats = await stat(path).catch(() => undefined);
      if (stats === undefined || opened === undefined) return false;
      if (idOf(stats) !== file || stats.size < read.end) return true;
      return readInto(descriptor, Buffer.alloc(0)) < 0;
    },
    openFile() {
      try {
        return idOf(statSync(path)) === file ? opened : undefined;
      } catch {
        return opened;
      }
    },
    close() {
      isClosed = true;
      closeFile();
    },
  };
  return withGetters(methods, { bytes: () => bytes, lines: () => lines });
}

/** Returns the last of the bytes before a place and the bytes after it, at most {@link MAX_TAIL_BYTES}. */
function lastBytes(before: string, bytes: Buffer): string {
  const last = bytes.toString('latin1', Math.max(0, bytes.length - MAX_TAIL_BYTES));
  return last.length < MAX_TAIL_BYTES ? (before + last).slice(-MAX_TAIL_BYTES) : last;
}

/** @throws the error of the system if the file cannot be opened */
function openFileAt(path: string): SharedFile {
  // Without O_NONBLOCK, opening a pipe waits for a writer.
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return { descriptor, id: idOf(fstatSync(descriptor)), readers: 0 };
}

function isOpenInThread({ descriptor, id }: SharedFile): boolean {
  try {
    return idOf(fstatSync(descriptor)) === id;
  } catch {
    return false;
  }
}

function idOf({ dev, ino }: Stats): string {
  return `${dev}:${ino}`;
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Parses a line. Returns undefined for a blank line. Problems do not quote the line, which may contain a secret. */
function parse(bytes: Buffer, line: number): ChangesLine | undefined {
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    return { line, problem: 'expected JSON in UTF-8, found bytes that are not UTF-8' };
  }
  if (text.trim() === '') return undefined;
  try {
    return { line, value: JSON.parse(text) };
  } catch {
    return { line, problem: 'expected a JSON object, found text that is not JSON' };
  }
}
