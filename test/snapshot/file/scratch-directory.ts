import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A directory that is gone when the test is over. */
export function scratchDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'carrel-test-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** What stands in a file: text as it is, bytes as they are, anything else a JSON value a line. */
export type FileContent = string | Uint8Array | readonly object[];

/** Writes files into a directory, making it where needed, and gives its path. */
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
