import { closeSync, openSync, readSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Library, Title } from '../../src/index.js';

const CHUNK_BYTES = 1 << 20;

/** The titles in a source directory. Titles are read one at a time, since they may not all fit in memory. */
export interface TitleSource {
  readonly directory: string;
  /** Reads the titles. Each call reads the file from its beginning. */
  titles(): Generator<Title>;
}

/** Opens a source directory. Every line of its `titles.jsonl` must end with a line feed. */
export function titleSource(directory: string): TitleSource {
  return {
    directory,
    *titles() {
      for (const line of linesOf(join(directory, 'titles.jsonl'))) yield JSON.parse(line) as Title;
    },
  };
}

/**
 * Writes the files `library.json` and `titles.jsonl` into an existing directory.
 *
 * @returns the size of `titles.jsonl` in bytes
 */
export function writeSource(directory: string, library: Library, titles: Iterable<Title>): number {
  writeFileSync(join(directory, 'library.json'), JSON.stringify(library));
  const file = openSync(join(directory, 'titles.jsonl'), 'w');
  let [bytes, pending] = [0, ''];
  for (const title of titles) {
    pending += `${JSON.stringify(title)}\n`;
    if (pending.length < CHUNK_BYTES) continue;
    bytes += writeSync(file, pending);
    pending = '';
  }
  bytes += writeSync(file, pending);
  closeSync(file);
  return bytes;
}

function* linesOf(path: string): Generator<string> {
  const file = openSync(path, 'r');
  const chunk = Buffer.alloc(CHUNK_BYTES);
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const length = readSync(file, chunk);
    if (length === 0) break;
    const lines = (rest + decoder.decode(chunk.subarray(0, length), { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
  closeSync(file);
}
