/*
 * Reads the files of a source directory: JSON, lines of JSON, and lines of text. `snapshot/source/` checks the records.
 * `changes-file.ts` reads the lines of a file that grows.
 */

import { closeSync, fstatSync, readSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { partitionPoint } from '../../base/binary-search.js';
import { describe } from '../../base/messages.js';
import { type Library, MAX_LOGO_BYTES } from '../../catalog/records/library.js';
import type { SourceFile, SourceRecord, SyncSource } from '../source/source.js';
import { FileError, openRegularFileSync, readSmallFileSync } from './regular-file.js';

/** The files of a directory in the source format, whether or not they exist. */
interface DirectorySource extends Omit<SyncSource, 'holdings'> {
  readonly synonyms: SourceFile;
}

/**
 * Returns a source that reads a directory in the source format. `library.json` and `titles.jsonl` are
 * required; `users.jsonl`, `user_content.jsonl`, `lists.jsonl`, `sessions.jsonl` and `synonyms.txt` are optional.
 */
export function sourceDirectory(directory: string): DirectorySource {
  return {
    name: directory,
    library: libraryFile(join(directory, 'library.json')),
    titles: jsonLinesFile(join(directory, 'titles.jsonl'), { isRequired: true }),
    users: jsonLinesFile(join(directory, 'users.jsonl')),
    userContent: jsonLinesFile(join(directory, 'user_content.jsonl')),
    lists: jsonLinesFile(join(directory, 'lists.jsonl')),
    sessions: jsonLinesFile(join(directory, 'sessions.jsonl'), { isSecret: true }),
    synonyms: textLinesFile(join(directory, 'synonyms.txt')),
  };
}

/** Returns the paths of all required and optional files of a source directory, whether or not they exist. */
export function sourceDirectoryFiles(directory: string): string[] {
  const { name: _, ...files } = sourceDirectory(directory);
  return Object.values(files).map((file) => join(directory, file.name));
}

const CHUNK_BYTES = 1 << 20;
const LINE_FEED = 0x0a;

/** The maximum length of a line. Node.js cannot store a line of 512 MiB as a string. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;

/**
 * Reads the records of a file with one JSON object per line. Positions are line numbers from 1. Blank lines
 * are skipped.
 */
function* readJsonLines(file: FileBeingRead, options: LinesOptions): Generator<SourceRecord> {
  let position = 0;
  for (const line of readLines(file)) {
    const record = recordOfLine(line, ++position, options);
    if (record !== undefined) yield record;
  }
}

/** Reads the records of a stream like {@link readJsonLines}. */
export async function* readStreamedJsonLines(
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<SourceRecord> {
  const splitter = new LineSplitter();
  let position = 0;
  for await (const piece of bytes) {
    for (const line of splitter.push(Buffer.from(piece))) {
      const record = recordOfLine(line, ++position);
      if (record !== undefined) yield record;
    }
  }
  const last = recordOfLine(splitter.end(), ++position);
  if (last !== undefined) yield last;
}

/** Parses a line with a JSON object. Returns undefined for a blank line. */
function recordOfLine(
  { line, isEnded }: Line,
  position: number,
  { isSecret = false, isAppended = false, maxLineBytes = MAX_LINE_BYTES }: LinesOptions = {},
): SourceRecord | undefined {
  if (isAppended && !isEnded) {
    const problem = 'expected a line break at the end of the line, found the end of the file';
    return line?.length === 0 ? undefined : { position, problem };
  }
  return line === undefined || line.length > maxLineBytes
    ? { position, problem: tooLong(maxLineBytes) }
    : parse(line, position, 'one JSON object per line', isSecret);
}

/**
 * Reads the record of a file with one JSON object. The position of the record is the whole file, because the lines of its
 * fields are unknown. The position of text that is not JSON is the line of the first error.
 */
function* readJsonFile(file: FileBeingRead): Generator<SourceRecord> {
  const lines: Buffer[] = [];
  let bytes = 0;
  for (const { line } of readLines(file)) {
    bytes += line === undefined ? Number.POSITIVE_INFINITY : line.length + 1;
    if (line === undefined || bytes > MAX_LINE_BYTES) {
      const problem = `expected a JSON object of at most ${MAX_LINE_BYTES} bytes, found more`;
      yield { position: WHOLE_FILE, problem };
      return;
    }
    lines.push(line, NEW_LINE);
  }
  const text = Buffer.concat(lines);
  const record = parse(text, WHOLE_FILE, 'a JSON object');
  if (record === undefined) {
    yield { position: WHOLE_FILE, problem: 'expected a JSON object, found nothing' };
  } else if ('problem' in record) yield { ...record, position: lineOfError(text) };
  else yield record;
}

/** Returns the line of the first error in a text that is not JSON or not UTF-8. */
function lineOfError(bytes: Buffer): number {
  // An error at the end of the text is in the last line that is not blank.
  const length = bytes.toString('latin1').trimEnd().length;
  /** The end of each line but the last, after the line feed. */
  const ends: number[] = [];
  for (let end = 0; ; ) {
    end = bytes.indexOf(LINE_FEED, end) + 1;
    if (end === 0 || end > length) break;
    ends.push(end);
  }
  return 1 + partitionPoint(0, ends.length, (i) => isBeginningOfJson(bytes.subarray(0, ends[i])));
}

/** Returns whether a text is JSON, or the beginning of JSON whose end is missing. */
function isBeginningOfJson(bytes: Buffer): boolean {
  let text = '';
  try {
    text = decoder.decode(bytes);
    JSON.parse(text);
    return true;
  } catch (error) {
    const { message } = error as Error;
    const [, position] = /at position (\d+)/.exec(message) ?? [];
    return /^Unexpected end|^Unterminated string/.test(message) || Number(position) === text.length;
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true });
const NEW_LINE = Buffer.from('\n');

function parse(
  bytes: Buffer,
  position: number,
  expected: string,
  isSecret = false,
): SourceRecord | undefined {
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    return { position, problem: `expected ${expected} in UTF-8, found bytes that are not UTF-8` };
  }
  if (text.trim() === '') return undefined;
  try {
    return { position, value: JSON.parse(text) };
  } catch (error) {
    // The message of `JSON.parse` may quote the text, including its line breaks.
    const reason = isSecret ? '' : ` (${(error as Error).message.replace(/\s+/g, ' ')})`;
    return { position, problem: `expected ${expected}, found text that is not JSON${reason}` };
  }
}

/** Reads the lines of a text file as strings. Positions are line numbers from 1. */
function* readTextLines(file: FileBeingRead): Generator<SourceRecord> {
  let position = 0;
  for (const { line } of readLines(file)) {
    position++;
    if (line === undefined) {
      yield { position, problem: tooLong(MAX_LINE_BYTES) };
      continue;
    }
    try {
      yield { position, value: decoder.decode(line) };
    } catch {
      yield { position, problem: 'expected text in UTF-8, found bytes that are not UTF-8' };
    }
  }
}

function tooLong(maxLineBytes: number): string {
  return `expected a line of at most ${maxLineBytes} bytes, found more`;
}

interface Line {
  /** The bytes without the line feed. Undefined for a line of more than {@link MAX_LINE_BYTES}. */
  readonly line: Buffer | undefined;
  /** Whether a line feed ends the line. Only the last line has none. */
  readonly isEnded: boolean;
}

interface FileBeingRead {
  readonly descriptor: number;
  /** The number of bytes that were read. */
  bytesRead: number;
}

/** Yields each line of an open file, and closes the file. Reads chunks of 1 MiB. */
function* readLines(file: FileBeingRead): Generator<Line> {
  try {
    const splitter = new LineSplitter();
    for (;;) {
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      const length = readSync(file.descriptor, chunk, 0, CHUNK_BYTES, null);
      if (length === 0) break;
      file.bytesRead += length;
      yield* splitter.push(chunk.subarray(0, length));
    }
    yield splitter.end();
  } finally {
    closeSync(file.descriptor);
  }
}

/** Splits bytes into lines. A line of more than {@link MAX_LINE_BYTES} is not kept in memory. */
class LineSplitter {
  #lineStart: Buffer[] = [];
  #lineBytes = 0;

  /** Yields the lines that end in a chunk. */
  *push(chunk: Buffer): Generator<Line> {
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(LINE_FEED, start);
      if (end === -1) break;
      const line = chunk.subarray(start, end);
      yield { line: this.#lineBytes === 0 ? line : this.#takeLine(line), isEnded: true };
      start = end + 1;
    }
    this.#append(chunk.subarray(start));
  }

  /** Returns the last line, which may be empty. */
  end(): Line {
    return { line: this.#takeLine(Buffer.alloc(0)), isEnded: false };
  }

  #append(bytes: Buffer): void {
    this.#lineBytes += bytes.length;
    if (this.#lineBytes > MAX_LINE_BYTES) this.#lineStart = [];
    else this.#lineStart.push(bytes);
  }

  #takeLine(end: Buffer): Buffer | undefined {
    this.#append(end);
    const line = this.#lineBytes > MAX_LINE_BYTES ? undefined : Buffer.concat(this.#lineStart);
    this.#lineStart = [];
    this.#lineBytes = 0;
    return line;
  }
}

/** The position of a problem with the whole file, such as a missing file. */
const WHOLE_FILE = 0;

/** Returns a required source file that contains one record as a JSON object, such as `library.json`. */
export function jsonFile(path: string): SourceFile {
  return sourceFile(path, true, readJsonFile);
}

/**
 * Returns the source file of a library record, such as `library.json`. If `logo` is the name of a file in the same folder,
 * a `data:` address with the contents of this file replaces it.
 */
export function libraryFile(path: string): SourceFile {
  const file = jsonFile(path);
  return {
    ...file,
    *records() {
      for (const record of file.records()) {
        const library = 'value' in record ? (record.value as Partial<Library> | null) : undefined;
        const logo = library?.logo;
        if (typeof logo !== 'string' || logo.startsWith('data:')) yield record;
        else yield { position: record.position, ...withLogo(library ?? {}, dirname(path), logo) };
      }
    },
  };
}

const LOGO_TYPES: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

/** Returns a library with the logo in a file, or the problem of the file. */
function withLogo(library: object, folder: string, name: string): LogoResult {
  const type = LOGO_TYPES[extname(name).toLowerCase()];
  const expected = 'an SVG or PNG file';
  if (type === undefined || basename(name) !== name) {
    const place = 'in the folder of the library record';
    return { problem: `logo: expected the name of ${expected} ${place}, found ${describe(name)}` };
  }
  try {
    const bytes = readSmallFileSync(join(folder, name), { expected, maxBytes: MAX_LOGO_BYTES });
    if (!isImage(bytes, type)) return { problem: `logo: expected ${expected}, found other data` };
    return { value: { ...library, logo: `data:${type};base64,${bytes.toString('base64')}` } };
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return { problem: `logo: ${error.message}` };
  }
}

type LogoResult = { readonly value: object } | { readonly problem: string };

function isImage(bytes: Buffer, type: string): boolean {
  return type === 'image/png'
    ? bytes.subarray(1, 4).toString('latin1') === 'PNG'
    : /<svg[\s>]/.test(bytes.toString());
}

interface LinesOptions {
  /** Whether a missing file is an error. If not, a missing file is read as an empty file. Default: false. */
  readonly isRequired?: boolean;
  /** Whether error messages must not quote the lines of the file. Default: false. */
  readonly isSecret?: boolean;
  /**
   * Whether lines are appended to the file while it is read. A last line without a line break may then be incomplete,
   * and is read as a problem. Default: false.
   */
  readonly isAppended?: boolean;
  /** The maximum length of a line, up to 64 MiB. A longer line is read as a problem. Default: 64 MiB. */
  readonly maxLineBytes?: number;
}

/** Returns a source file that contains one JSON object per line, such as `titles.jsonl`. */
export function jsonLinesFile(path: string, options: LinesOptions = {}): SourceFile {
  return sourceFile(path, options.isRequired ?? false, (file) => readJsonLines(file, options));
}

/**
 * Returns a source file of text, such as `synonyms.txt`. Each record is a line, as a string.
 *
 * @param isRequired Whether a missing file is an error. If not, a missing file is read as an empty file. Default: false.
 */
export function textLinesFile(path: string, isRequired = false): SourceFile {
  return sourceFile(path, isRequired, readTextLines);
}

function sourceFile(
  path: string,
  isRequired: boolean,
  read: (file: FileBeingRead) => Iterable<SourceRecord>,
): SourceFile {
  let open: FileBeingRead | undefined;
  /** The size of the file in bytes, at least 1. */
  let size = 1;
  return {
    name: basename(path),
    place: (line) => (line === WHOLE_FILE ? path : `${path}:${line}`),
    readShare: () => Math.min(1, (open?.bytesRead ?? 0) / size),
    *records() {
      let descriptor: number;
      try {
        descriptor = openRegularFileSync(path, { expected: 'a file' });
      } catch (error) {
        if (!(error instanceof FileError)) throw error;
        const { problem, found } = error;
        if (isRequired || found !== 'nothing') yield { position: WHOLE_FILE, problem };
        return;
      }
      open = { descriptor, bytesRead: 0 };
      size = Math.max(1, fstatSync(descriptor).size);
      yield* read(open);
    },
  };
}
