import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { scratchDirectory } from '../snapshot/file/scratch-directory.js';

const ROOT = join(import.meta.dirname, '../..');

/** An example script and a temporary directory to run the script in. */
export interface ExampleDirectory {
  /** The absolute path of the script. */
  readonly script: string;
  readonly directory: string;
  /** Environment variables with a PATH on which `carrel` is a command. */
  readonly env: NodeJS.ProcessEnv;
}

/**
 * Creates a temporary directory for an example script, and copies demo data into the directory.
 *
 * @param example the file name of the script in `test/examples`
 * @param files maps the name of each copy to the name of the file in `data`
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
