import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';

/** The compressed records of Project Gutenberg. The path is computed from the path of the compiled file. */
const GUTENBERG = fileURLToPath(new URL('../../../../bench/data/gutenberg/', import.meta.url));

/**
 * Writes the records of Project Gutenberg into a temporary source directory, and deletes the directory when
 * `use` has finished.
 */
export async function withGutenberg<T>(use: (directory: string) => Promise<T>): Promise<T> {
  const directory = mkdtempSync(join(tmpdir(), 'carrel-gutenberg-'));
  try {
    copyFileSync(join(GUTENBERG, 'library.json'), join(directory, 'library.json'));
    const compressed = readFileSync(join(GUTENBERG, 'titles.jsonl.br'));
    writeFileSync(join(directory, 'titles.jsonl'), brotliDecompressSync(compressed));
    return await use(directory);
  } finally {
    rmSync(directory, { recursive: true });
  }
}
