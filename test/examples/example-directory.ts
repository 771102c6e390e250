import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { scratchDirectory } from '../snapshot/file/scratch-directory.js';

const ROOT = join(import.meta.dirname, '../..');

/** A directory in which the script of an example runs. */
export interface ExampleDirectory {
  readonly script: string;
  readonly directory: string;
  /** An environment in which `carrel` is a command. */
  readonly env: NodeJS.ProcessEnv;
}

/**
 * Creates a directory for the script of an example.
 *
 * @param files the names of the files in `data` to copy, by the names of the copies
 */
export function createExampleDirectory(
  example: string,
  files: Readonly<Record<string, string>>,
): ExampleDirectory {
  const directory = scratchDirectory();
  for (const [name, data] of Object.entries(files)) {
    copyFileSync(join(ROOT, 'data', data), join(directory, name));
  }
  const bin = join(directory, 'bin');
  mkdirSync(bin);
  const command = join(bin, 'carrel');
  writeFileSync(
    command,
    `#!/bin/sh\nexec "${process.execPath}" "${ROOT}/dist/cli/carrel.js" "$@"\n`,
  );
  chmodSync(command, 0o755);
  return {
    script: join(import.meta.dirname, example),
    directory,
    env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` },
  };
}
