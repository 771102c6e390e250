import { statSync } from 'node:fs';
import { basename } from 'node:path';
import type { SourceFile, SourceRecord } from '../source.js';
import { readJsonFile, readJsonLines } from './json-lines.js';

/** The place of what concerns no line. */
const WHOLE_FILE = 0;

/** A file that must be there and holds one record as a JSON object: a library's `library.json`. */
export function jsonFile(path: string): SourceFile {
  return sourceFile(path, true, readJsonFile);
}

/** How a file with one record a line is read. */
interface LinesOptions {
  /** Whether it is an error that there is no such file; otherwise it has no records then. */
  readonly isRequired?: boolean;
  /** Whether messages must not quote its lines. */
  readonly isSecret?: boolean;
}

/** A file with one record a line. */
export function jsonLinesFile(
  path: string,
  { isRequired = false, isSecret = false }: LinesOptions = {},
): SourceFile {
  return sourceFile(path, isRequired, (lines) => readJsonLines(lines, isSecret));
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
        yield { position: WHOLE_FILE, problem: 'is a directory, wanted a file.' };
      } else if (stats !== undefined) {
        yield* read(path);
      } else if (isRequired) {
        yield { position: WHOLE_FILE, problem: 'there is no such file, and a source needs it.' };
      }
    },
  };
}
