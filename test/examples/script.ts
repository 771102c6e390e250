import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { scratchDirectory } from '../snapshot/file/scratch-directory.js';

const ROOT = join(import.meta.dirname, '../..');

/** Where the script of an example is run. */
export interface Place {
  readonly script: string;
  readonly directory: string;
  /** The environment, in which `carrel` is a command. */
  readonly env: NodeJS.ProcessEnv;
}

/** An empty directory with files of `data`, by the names that they are to have. */
export function placeFor(example: string, files: Readonly<Record<string, string>>): Place {
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
