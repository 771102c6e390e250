import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import type { SourceFile, SourceRecord } from '../source/source.js';

const CHUNK_BYTES = 1 << 20;
const LINE_FEED = 0x0a;

/**
 * Reads the records of a file with one JSON object per line. Positions are line numbers from 1. Blank lines
 * are skipped.
 *
 * @param isSecret whether error messages must not quote the lines
 */
function* readJsonLines(path: string, isSecret: boolean): Generator<SourceRecord> {
  let position = 0;
  for (const line of readLines(path)) {
    position++;
    const record = parse(line, position, 'one JSON object per line', isSecret);
    if (record !== undefined) yield record;
  }
}

/** Reads the record of a file with one JSON object. The position of the record is 1. */
function* readJsonFile(path: string): Generator<SourceRecord> {
  const lines = [...readLines(path)];
  const record = parse(
    Buffer.concat(lines.flatMap((line) => [line, NEW_LINE])),
    1,
    'a JSON object',
  );
  yield record ?? { position: 1, problem: 'expected a JSON object, found nothing' };
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
function* readTextLines(path: string): Generator<SourceRecord> {
  let position = 0;
  for (const line of readLines(path)) {
    position++;
    try {
      yield { position, value: decoder.decode(line) };
    } catch {
      yield { position, problem: 'expected text in UTF-8, found bytes that are not UTF-8' };
    }
  }
}

/** Yields the bytes of each line of a file, without the line feed. Reads chunks of 1 MiB. */
function* readLines(path: string): Generator<Buffer> {
  const file = openSync(path, 'r');
  try {
    let lineStart: Buffer[] = [];
    for (;;) {
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      const length = readSync(file, chunk, 0, CHUNK_BYTES, null);
      if (length === 0) break;
      let start = 0;
      for (;;) {
        const end = chunk.indexOf(LINE_FEED, start);
        if (end === -1 || end >= length) break;
        const line = chunk.subarray(start, end);
        yield lineStart.length === 0 ? line : Buffer.concat([...lineStart, line]);
        lineStart = [];
        start = end + 1;
      }
      lineStart.push(chunk.subarray(start, length));
    }
    yield Buffer.concat(lineStart);
  } finally {
    closeSync(file);
  }
}

/** The position of a problem with the whole file, such as a missing file. */
const WHOLE_FILE = 0;

/** Returns a required source file that contains one record as a JSON object, such as `library.json`. */
export function jsonFile(path: string): SourceFile {
  return sourceFile(path, true, readJsonFile);
}

/** Options of {@link jsonLinesFile}. */
interface LinesOptions {
  /** Whether a missing file is an error. If not, a missing file is read as an empty file. Default: false. */
  readonly isRequired?: boolean;
  /** Whether error messages must not quote the lines of the file. Default: false. */
  readonly isSecret?: boolean;
}

/** Returns a source file that contains one JSON object per line, such as `titles.jsonl`. */
export function jsonLinesFile(
  path: string,
  { isRequired = false, isSecret = false }: LinesOptions = {},
): SourceFile {
  return sourceFile(path, isRequired, (file) => readJsonLines(file, isSecret));
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
  read: (path: string) => Iterable<SourceRecord>,
): SourceFile {
  return {
    name: basename(path),
    place: (line) => (line === WHOLE_FILE ? path : `${path}:${line}`),
    *records() {
      const stats = statSync(path, { throwIfNoEntry: false });
      if (stats?.isDirectory()) {
        yield { position: WHOLE_FILE, problem: 'expected a file, found a directory' };
      } else if (stats !== undefined) {
        yield* read(path);
      } else if (isRequired) {
        yield {
          position: WHOLE_FILE,
          problem: 'expected a file, found nothing',
        };
      }
    },
  };
}
