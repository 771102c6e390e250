import { execFile } from 'node:child_process';
import { appendFileSync, closeSync, openSync, readSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openCatalog } from 'carrel';
import {
  addition,
  type BenchChange,
  circulation,
  revision,
  shuffledTitles,
} from './random-changes.js';

const MAKERS = { circulation, revision, addition };

/** Changes of several titles of a snapshot. */
export interface RandomChanges {
  /** The path of the snapshot. The changes are made from its titles, without earlier changes. */
  readonly snapshot: string;
  readonly kind: keyof typeof MAKERS;
  /** The place of the first title in {@link shuffledTitles}. */
  readonly start: number;
  /** The number of titles, at least 1. */
  readonly count: number;
}

/** Changes that can be appended to a file. */
export interface PreparedAppend {
  /** The last of the changes. */
  readonly last: BenchChange;
  append(): void;
}

/** The number of changes that are written together. */
const BLOCK_LINES = 10_000;
const BLOCK_BYTES = 2 ** 20;

/**
 * Makes changes in another process. In this process, they would be garbage that a server does not have.
 *
 * @param file the file that the changes are appended to
 */
export async function prepareAppend(changes: RandomChanges, file: string): Promise<PreparedAppend> {
  const lines = `${file}.next`;
  const args = [fileURLToPath(import.meta.url), JSON.stringify(changes), lines];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return { last: JSON.parse(stdout), append: () => move(lines, file) };
}

/** Moves the bytes of a file to the end of another file, with little memory. */
function move(from: string, to: string): void {
  const block = Buffer.alloc(BLOCK_BYTES);
  const source = openSync(from, 'r');
  for (let length = readSync(source, block); length > 0; length = readSync(source, block)) {
    appendFileSync(to, block.subarray(0, length));
  }
  closeSync(source);
  rmSync(from);
}

/** Writes changes to a file, and returns the last one. */
function write({ snapshot, kind, start, count }: RandomChanges, file: string): BenchChange {
  const catalog = openCatalog(snapshot);
  const numbers = shuffledTitles(catalog).slice(start, start + count);
  const make = MAKERS[kind];
  for (let first = 0; first < numbers.length; first += BLOCK_LINES) {
    const lines = numbers
      .slice(first, first + BLOCK_LINES)
      .map((number) => `${JSON.stringify(make(catalog, number))}\n`);
    appendFileSync(file, lines.join(''));
  }
  return make(catalog, numbers[numbers.length - 1]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , changes, file] = process.argv;
  process.stdout.write(JSON.stringify(write(JSON.parse(changes), file)));
}
