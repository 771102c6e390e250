import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Library, Title } from '../../src/index.js';

const BLOCK_CHARS = 1 << 20;

/** The titles in a source directory. */
export interface TitleSource {
  readonly directory: string;
  /** Reads the titles. Each call reads the file from its beginning. */
  titles(): Generator<Title>;
}

/** Opens a source directory, whose `titles.jsonl` has at most 500 MB. */
export function titleSource(directory: string): TitleSource {
  return {
    directory,
    *titles() {
      const text = readFileSync(join(directory, 'titles.jsonl'), 'utf8').trimEnd();
      for (let start = 0, end = 0; end < text.length; start = end + 1) {
        end = text.indexOf('\n', start);
        if (end === -1) end = text.length;
        yield JSON.parse(text.slice(start, end)) as Title;
      }
    },
  };
}

/** Writes the files `library.json` and `titles.jsonl` into an existing directory. */
export function writeSource(directory: string, library: Library, titles: Iterable<Title>): void {
  writeFileSync(join(directory, 'library.json'), JSON.stringify(library));
  const file = openSync(join(directory, 'titles.jsonl'), 'w');
  let block = '';
  for (const title of titles) {
    block += `${JSON.stringify(title)}\n`;
    if (block.length < BLOCK_CHARS) continue;
    writeSync(file, block);
    block = '';
  }
  writeSync(file, block);
  closeSync(file);
}
