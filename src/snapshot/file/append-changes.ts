/*
 * Checks changes, and appends the valid ones to a changes file. `changes-file.ts` reads the lines, and
 * `followed-catalog.ts` applies them to an open catalog.
 */

import { type FileHandle, open } from 'node:fs/promises';
import { formatInstant, parseInstant } from '../../base/instant.js';
import type { Catalog } from '../../catalog/catalog.js';
import type { SkippedChange } from '../changes/apply-changes.js';
import type { Change } from '../changes/change.js';
import { createChangeChecker } from '../changes/change-checker.js';
import { createLineChecker, MAX_LINE_BYTES } from './changes-file.js';
import { writeError } from './writing/write-atomically.js';

/** The result of appending changes to a changes file. */
export interface AppendedChanges {
  /** The number of changes that were written to the file. */
  readonly appended: number;
  /** The changes that are invalid or older than the snapshot, which were not written. */
  readonly skipped: readonly SkippedChange[];
}

const LINE_FEED = 0x0a;

/**
 * Checks changes, and appends the valid changes to a changes file, one line each. A change without a time (`at`) gets
 * the current time. Creates a missing file. If the last line of the file has no line break, adds one first. The lines are
 * on disk when the promise is resolved.
 *
 * @throws Error with the path and the cause, such as a full disk
 */
export async function appendChanges(
  path: string,
  catalogs: readonly Catalog[],
  changes: Iterable<Change>,
): Promise<AppendedChanges> {
  const problemOf = createChangeCheck(path, catalogs);
  const now = Date.now();
  const lines: string[] = [];
  const skipped: SkippedChange[] = [];
  let index = 0;
  for (const change of changes) {
    const { line, problem } = lineOf(change, catalogs, now, problemOf);
    if (line !== undefined) lines.push(`${line}\n`);
    else skipped.push({ index, problem });
    index++;
  }
  if (lines.length > 0) {
    const file = await open(path, 'a+');
    try {
      await writeAtOnce(file, Buffer.from((await lineBreakFor(file)) + lines.join('')));
      await file.sync();
    } catch (error) {
      throw writeError(path, error);
    } finally {
      await file.close();
    }
  }
  return { appended: lines.length, skipped };
}

/**
 * Writes bytes at the end of a file in one call of the operating system. `appendFile` writes pieces of 512 KiB, between
 * which another process could write.
 */
async function writeAtOnce(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length; ) done += (await file.write(bytes, done)).bytesWritten;
}

/** Creates a function that returns the problem of a change, or undefined if a catalog will apply it. */
function createChangeCheck(
  path: string,
  catalogs: readonly Catalog[],
): (change: Change) => string | undefined {
  const ids = catalogs.map(({ library }) => library.id);
  const needsLibrary = catalogs.length > 1;
  const checks = catalogs.map(({ library }) => {
    const otherLibraries = ids.filter((id) => id !== library.id);
    const file = { path, needsLibrary, otherLibraries };
    return { library, check: createLineChecker(file, library, createChangeChecker(library)) };
  });
  return (change) => {
    for (const { library, check } of checks) {
      const checked = check({ line: 0, value: change });
      if (checked.status === 'valid') return undefined;
      if (checked.status === 'invalid') return checked.problem;
      if (checked.status === 'superseded') {
        return `at: expected a time from ${library.snapshot_date} on, found ${change.at}`;
      }
    }
    return undefined;
  };
}

type Line =
  | { readonly line: string; readonly problem?: undefined }
  | { readonly line?: undefined; readonly problem: string };

/**
 * Returns the line of a change with a time, or its problem. The check reads the same values as a reader of the line.
 */
function lineOf(
  change: Change,
  catalogs: readonly Catalog[],
  now: number,
  problemOf: (change: Change) => string | undefined,
): Line {
  let line: string;
  try {
    line = JSON.stringify(change ?? null);
  } catch (error) {
    return {
      problem: `expected values of JSON, found another value (${(error as Error).message})`,
    };
  }
  const value = JSON.parse(line);
  if (value instanceof Object && !Array.isArray(value) && value.at === undefined) {
    value.at = timeOf(value, catalogs, now);
    line = JSON.stringify(value);
  }
  const problem = problemOf(value) ?? lengthProblem(line);
  return problem === undefined ? { line } : { problem };
}

/**
 * Returns the current time, or the `snapshot_date` of the library of a change if that is later, so that the change is
 * applied to the open catalog.
 */
function timeOf(change: Change, catalogs: readonly Catalog[], now: number): string {
  const catalog = catalogs.find(({ library }) => library.id === change.library) ?? catalogs[0];
  const time = formatInstant(now);
  const date = catalog?.library.snapshot_date ?? time;
  return parseInstant(date) > parseInstant(time) ? date : time;
}

function lengthProblem(line: string): string | undefined {
  const length = Buffer.byteLength(line);
  if (length <= MAX_LINE_BYTES) return undefined;
  return `expected a line of at most ${MAX_LINE_BYTES} bytes, found ${length}`;
}

async function lineBreakFor(file: FileHandle): Promise<string> {
  const { size } = await file.stat();
  if (size === 0) return '';
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0] === LINE_FEED ? '' : '\n';
}
