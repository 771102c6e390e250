import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A style sheet, script or icon of the pages. */
export interface Asset {
  /** The value of `Content-Type`. */
  readonly contentType: string;
  readonly body: Uint8Array;
}

/**
 * The style sheets, scripts and icons of the pages. The path of each file contains a hash of all the
 * files, so clients can cache a file without revalidation.
 */
export interface Assets {
  /** Returns the path of a file, such as `/assets/1f3870be274f6c49/kiosk.css`. */
  pathOf(name: string): string;
  /** Returns the file at a path, or undefined if there is none. */
  find(path: string): Asset | undefined;
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};
const HASH_DIGITS = 16;

/** Reads the style sheets, scripts and icons in the `assets` folder next to this module. */
export function readAssets(): Assets {
  const directory = new URL('./assets/', import.meta.url);
  const files = readdirSync(fileURLToPath(directory))
    .filter((name) => Object.hasOwn(CONTENT_TYPES, extname(name)))
    .sort()
    .map((name) => ({ name, body: readFileSync(new URL(name, directory)) }));
  const hash = createHash('sha256');
  for (const { name, body } of files) hash.update(`${name} ${body.length}\n`).update(body);
  const folder = `/assets/${hash.digest('hex').slice(0, HASH_DIGITS)}`;
  const byPath = new Map<string, Asset>(
    files.map(({ name, body }) => [
      `${folder}/${name}`,
      { contentType: CONTENT_TYPES[extname(name)], body },
    ]),
  );
  return {
    pathOf: (name) => `${folder}/${name}`,
    find: (path) => byPath.get(path),
  };
}
