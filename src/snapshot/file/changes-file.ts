/*
 * Reads the lines of a changes file while it grows, notices that it was replaced, and decides which lines concern a library.
 * `followed-catalog.ts` applies the lines, and `append-changes.ts` writes the file.
 */

import { closeSync, fstatSync, readvSync, type Stats, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { withGetters } from '../../base/lazy.js';
import type { Library } from '../../catalog/records/library.js';
import type { ChangeOfOtherLibrary } from '../changes/change-checker.js';
import { FileError, openRegularFileSync } from './regular-file.js';

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

/** The maximum size of a changes file when it is opened. */
export const MAX_FILE_BYTES = 2 ** 32;

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
 * @param followsLinks Whether the file is read if its path is a symbolic link. Default: true.
 */
export function readChangesFile(
  path: string,
  from: ChangesPosition = START,
  shared?: SharedFile,
  followsLinks = true,
): ChangesReader {
  let opened: SharedFile | undefined;
  let { file, bytes, lines } = from;
  /**
   * Bytes of the file: the tail before `start`, and then the bytes that were read and not returned. The memory is
   * reused, because V8 collects garbage after 64 MiB of new buffers.
   */
  let buffer = Buffer.from(from.tail, 'hex');
  /** In `buffer`: the index of the next line, or of the rest of a line whose first bytes were dropped. */
  let start = buffer.length;
  /** In `buffer`: the index after the bytes that were read. */
  let end = start;
  /** In `buffer`: the index after the bytes from `start` that contain no line feed. */
  let scanned = start;
  /** The number of bytes that were dropped of a line that is too long. */
  let dropped = 0;
  /** The last bytes before this line, in hexadecimal. Undefined if no bytes were dropped. */
  let tail: string | undefined;
  /** The place before the last line. Its `tail` is undefined as long as `buffer` contains the tail. */
  const before = { bytes, lines, start, tail };
  const tailBytes = Buffer.alloc(MAX_TAIL_BYTES);
  let isOtherFile = false;
  let isClosed = false;

  /** Opens the file if it exists. Returns undefined if it does not exist or is not the file of the place. */
  function open(): number | undefined {
    if (opened !== undefined || isOtherFile || isClosed) return opened?.descriptor;
    try {
      opened =
        shared !== undefined && isOpenInThread(shared) ? shared : openFileAt(path, followsLinks);
      opened.readers++;
    } catch (error) {
      if (error instanceof FileError && error.found === 'nothing') return undefined;
      throw error;
    }
    const { descriptor, id } = opened;
    isOtherFile = file !== '' && file !== id;
    if (!isOtherFile) file = id;
    else closeFile();
    return isOtherFile ? undefined : descriptor;
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

  /** Returns the number of bytes up to which the file was read. */
  function bytesRead(): number {
    return bytes + dropped + end - start;
  }

  /** Returns the last bytes before an index in `buffer`, in hexadecimal. */
  function tailBefore(index: number): string {
    return buffer.toString('hex', Math.max(0, index - MAX_TAIL_BYTES), index);
  }

  /**
   * Reads bytes after the place up to which the file was read, fewer at the end of the file. Returns their number, or -1 if
   * the bytes before this place are no longer the same.
   */
  function readInto(descriptor: number, block: Buffer): number {
    const known = buffer.subarray(Math.max(0, end - MAX_TAIL_BYTES), end);
    const found = tailBytes.subarray(0, known.length);
    // One call, so that the file cannot be written anew between two calls.
    const length = readvSync(descriptor, [found, block], bytesRead() - known.length) - known.length;
    return length >= 0 && found.equals(known) ? length : -1;
  }

  /** Moves the bytes that are still needed to the beginning of `buffer`, so that at least a block can be read after them. */
  function makeRoom(): void {
    before.tail ??= tailBefore(before.start);
    const first = Math.max(0, start - MAX_TAIL_BYTES);
    const needed = end - first + BLOCK_BYTES;
    const isSuitable = needed <= buffer.length && buffer.length <= 4 * needed;
    const next = isSuitable ? buffer : Buffer.allocUnsafeSlow(2 * needed);
    buffer.copy(next, 0, first, end);
    buffer = next;
    start -= first;
    end -= first;
    scanned -= first;
  }

  /** Reads a block. Returns false at the end of the file, or if the file was written anew. */
  function readBlock(): boolean {
    const descriptor = open();
    if (descriptor === undefined) return false;
    if (dropped + end - start > MAX_LINE_BYTES) {
      tail ??= tailBefore(start);
      dropped += end - start;
      start = end;
    }
    scanned = end;
    makeRoom();
    const length = readInto(descriptor, buffer.subarray(end));
    if (length <= 0) return false;
    end += length;
    return true;
  }

  /** Returns the index in `buffer` of the next line feed that was read, or -1. */
  function nextLineFeed(): number {
    const index = buffer.indexOf(LINE_FEED, scanned);
    return index < end ? index : -1;
  }

  function takeLine(
    lineFeed: number,
    isNeeded: (bytes: Buffer) => boolean = () => true,
  ): ChangesLine | undefined {
    const line = buffer.subarray(start, lineFeed);
    const length = dropped + line.length;
    bytes += length + 1;
    lines++;
    start = lineFeed + 1;
    scanned = start;
    dropped = 0;
    tail = undefined;
    if (length <= MAX_LINE_BYTES) {
      return isNeeded(line) ? parse(line, lines) : { line: lines, value: undefined };
    }
    return {
      line: lines,
      problem: `expected a line of at most ${MAX_LINE_BYTES} bytes, found ${length}`,
    };
  }

  const methods = {
    next(isNeeded?: (bytes: Buffer) => boolean) {
      // The same object for all lines, which causes less garbage.
      before.bytes = bytes;
      before.lines = lines;
      before.start = start;
      before.tail = tail;
      try {
        for (;;) {
          const lineFeed = nextLineFeed();
          if (lineFeed < 0 && !readBlock()) return undefined;
          const line = lineFeed < 0 ? undefined : takeLine(lineFeed, isNeeded);
          if (line !== undefined) return line;
        }
      } catch (error) {
        throw unreadable(error as NodeJS.ErrnoException);
      }
    },
    // The tail comes from the bytes that were read, because the file may have been written anew since.
    position: () => ({ file, bytes, lines, tail: tail ?? tailBefore(start) }),
    positionBefore: () => ({
      file,
      bytes: before.bytes,
      lines: before.lines,
      tail: before.tail ?? tailBefore(before.start),
    }),
    async isReplaced() {
      const descriptor = open();
      if (descriptor === undefined) return isOtherFile;
      const stats = await stat(path).catch(() => undefined);
      if (stats === undefined || opened === undefined) return false;
      if (idOf(stats) !== file || stats.size < bytesRead()) return true;
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

/** @throws FileError if the path is not a regular file, or the file is too large or cannot be opened */
function openFileAt(path: string, followsLinks: boolean): SharedFile {
  const options = { expected: 'a file of changes', maxBytes: MAX_FILE_BYTES, followsLinks };
  const descriptor = openRegularFileSync(path, options);
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

/** A changes file, and the libraries that are open together. */
export interface ChangesFile {
  readonly path: string;
  /** Whether the file is read if its path is a symbolic link. Default: true. */
  readonly followsLinks?: boolean | undefined;
  /** Whether each change must have a `library`, because several libraries are open. */
  readonly needsLibrary: boolean;
  /**
   * The ids of the other open libraries. Of several libraries that read the same file, only one has this field. It
   * reports the lines that belong to no library. The others ignore these lines.
   */
  readonly otherLibraries?: readonly string[] | undefined;
  /**
   * The open file that is read instead of the file at the path, so that it is read even if it is deleted or renamed
   * meanwhile. Default: none.
   */
  readonly shared?: SharedFile | undefined;
}

/** The numbers of changes of one library in a changes file. */
export interface ChangeCounts {
  /** The number of changes that the catalog contains. */
  readonly applied: number;
  /** The number of changes that are older than the snapshot. */
  readonly superseded: number;
  /** The number of lines that cannot be applied. */
  readonly skipped: number;
}

/** The counts before the first line of a file. */
export const NO_CHANGES: ChangeCounts = { applied: 0, superseded: 0, skipped: 0 };

/** A line that cannot be applied, as plain data. */
export interface SkippedLine {
  readonly line: number;
  readonly problem: string;
}

/** The place up to which a catalog contains the changes of a file, as plain data. */
export interface ChangesPlace {
  /** The place after the last change. Undefined: the beginning of the file. */
  readonly position: ChangesPosition | undefined;
  /** The numbers of changes before the place. */
  readonly counts: ChangeCounts;
}

/** The changes that were read up to a place, as plain data. */
export interface ReadChanges extends ChangesPlace {
  /** The lines that cannot be applied. */
  readonly skipped: readonly SkippedLine[];
  /** The number of applied changes that have no time, and are applied to every snapshot. */
  readonly undated: number;
}

/** A line of a changes file that is not applied to the catalog of one library. */
type LineToSkip =
  | { readonly status: 'invalid'; readonly problem: string }
  /** Another library applies or reports the line. */
  | { readonly status: 'ignored' };

/** Creates a function that checks the lines of a changes file for one library. */
export function createLineChecker<Checked extends { readonly status: string }>(
  { needsLibrary, otherLibraries }: ChangesFile,
  library: Library,
  check: (value: unknown) => Checked | ChangeOfOtherLibrary,
): (line: ChangesLine) => Checked | LineToSkip {
  const ignored: LineToSkip = { status: 'ignored' };
  const ofNoLibrary = (problem: string): LineToSkip =>
    otherLibraries === undefined && needsLibrary ? ignored : { status: 'invalid', problem };
  const expectedLibrary = () =>
    `library: expected ${[library.id, ...(otherLibraries ?? [])].map((id) => `'${id}'`).join(' or ')}`;
  return (line) => {
    if ('problem' in line) return ofNoLibrary(line.problem);
    const named = (line.value as { library?: unknown } | null)?.library;
    if (needsLibrary && typeof named !== 'string') {
      return ofNoLibrary(
        `${expectedLibrary()}, found ${named === undefined ? 'nothing' : 'another value'}`,
      );
    }
    const checked = check(line.value);
    if (!isOfOtherLibrary(checked)) return checked;
    if (otherLibraries?.includes(String(named))) return ignored;
    return ofNoLibrary(`${expectedLibrary()}, found '${named}'`);
  };
}

function isOfOtherLibrary<Checked extends { readonly status: string }>(
  checked: Checked | ChangeOfOtherLibrary,
): checked is ChangeOfOtherLibrary {
  return checked.status === 'other-library';
}
