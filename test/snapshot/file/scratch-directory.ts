import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Creates a temporary directory that is deleted after the test. */
export function scratchDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'carrel-test-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** The content of a file: a string or bytes to write unchanged, or objects to write as lines of JSON. */
export type FileContent = string | Uint8Array | readonly object[];

/** Writes files into a directory, and returns its path. Creates the directory if it is missing. */
export function writeFiles(
  directory: string,
  files: Readonly<Record<string, FileContent>>,
): string {
  for (const [name, content] of Object.entries(files)) {
    const path = join(directory, name);
    mkdirSync(dirname(path), { recursive: true });
    const isRaw = typeof content === 'string' || content instanceof Uint8Array;
    writeFileSync(path, isRaw ? content : content.map((value) => JSON.stringify(value)).join('\n'));
  }
  return directory;
}
