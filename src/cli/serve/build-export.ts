/*
 * Builds the snapshot that `carrel serve` serves for record files, such as an export of a library system. The library has
 * the name and the date of the first file, unless the command line says otherwise. `carrel build` builds the snapshot.
 */

import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { formatInstant } from '../../base/instant.js';
import { normalizeUnicode } from '../../base/normalize-unicode.js';
import type { Library } from '../../catalog/records/library.js';
import { cacheDirectory } from '../../snapshot/file/addresses/local-files.js';
import { type BuildValues, buildSources } from '../build.js';
import { printError } from '../standard-streams.js';

/** The values of the command line of `carrel serve` that the build uses. */
export type ExportValues = Pick<BuildValues, 'library' | 'holdings' | 'lenient'> &
  Pick<BuildValues, 'max-shrink' | 'min-titles'> & {
    readonly name: string | undefined;
    readonly 'cache-dir': string | undefined;
    readonly 'accept-shrink': boolean;
  };

/**
 * Builds a snapshot of record files in the cache directory, and prints what `carrel build` prints. A later build of the
 * same files replaces the snapshot, and is compared with it.
 *
 * @param paths paths of record files of one library
 * @returns the path of the snapshot
 * @throws Error if the build fails; an earlier snapshot is unchanged
 */
export async function buildExport(
  paths: readonly string[],
  { name, 'cache-dir': cacheDir, 'accept-shrink': acceptsShrink, ...values }: ExportValues,
): Promise<string> {
  const library = values.library === undefined ? unnamedLibrary(paths, name) : undefined;
  const key = createHash('sha256').update(paths.map((path) => resolve(path)).join('\n'));
  const file = `export-${key.digest('hex').slice(0, 16)}.snapshot`;
  const output = join(cacheDirectory(cacheDir), file);
  if (library !== undefined) {
    const { id, snapshot_date: date } = library;
    printError(
      `library: '${id}', named '${library.name}', of ${date}; --library FILE or --name NAME set others`,
    );
  }
  await buildSources(
    {
      ...values,
      'max-shrink': acceptsShrink ? 100 : values['max-shrink'],
      // The earlier snapshot is of the same files, so another id only comes from the command line.
      'allow-library-change': true,
      unnamedLibrary: library,
      output,
    },
    paths,
  );
  return output;
}

/**
 * Returns a library with the name of the first file, and the date of the newest file.
 *
 * @param name Default: the name of the first file.
 * @example `North_Side-2026.mrc.gz` is the library `north_side-2026` with the name "North Side-2026"
 */
function unnamedLibrary(paths: readonly string[], name: string | undefined): Library {
  const stem = basename(paths[0]).replace(/(?<=.)(?:\.[a-z]\w{0,7})+$/i, '');
  const id = normalizeUnicode(name ?? stem, 'NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9_]+/g, '-')
    .replace(/^[-_]+|[-_]+$/g, '');
  const newest = Math.max(...paths.map((path) => statSync(path).mtimeMs));
  return {
    id: id === '' ? 'library' : id,
    name: name ?? stem.replaceAll('_', ' ').replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()),
    snapshot_date: formatInstant(newest),
  };
}
