import { closeSync, openSync, readSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Library, Title } from '../src/index.js';

const CHUNK = 1 << 20;

/** Titles on disk, in the source format: too many, perhaps, to be in memory. */
export interface TitleSource {
  /** A source directory. */
  readonly directory: string;
  /** The titles one after the other, read anew at each call. */
  titles(): Generator<Title>;
}

/** The source in a directory that {@link writeSource} filled. */
export function titleSource(directory: string): TitleSource {
  return {
    directory,
    *titles() {
      for (const line of linesOf(join(directory, 'titles.jsonl'))) yield JSON.parse(line) as Title;
    },
  };
}

/** Writes titles as they come, and says how many bytes of JSON they are. */
export function writeSource(directory: string, library: Library, titles: Iterable<Title>): number {
  writeFileSync(join(directory, 'library.json'), JSON.stringify(library));
  const file = openSync(join(directory, 'titles.jsonl'), 'w');
  let [bytes, pending] = [0, ''];
  for (const title of titles) {
    pending += `${JSON.stringify(title)}\n`;
    if (pending.length < CHUNK) continue;
    bytes += writeSync(file, pending);
    pending = '';
  }
  bytes += writeSync(file, pending);
  closeSync(file);
  return bytes;
}

function* linesOf(path: string): Generator<string> {
  const file = openSync(path, 'r');
  const chunk = Buffer.alloc(CHUNK);
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const length = readSync(file, chunk);
    if (length === 0) break;
    const lines = (rest + decoder.decode(chunk.subarray(0, length), { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  closeSync(file);
}
