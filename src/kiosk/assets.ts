import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A file that pages are made with. */
export interface Asset {
  readonly type: string;
  readonly body: Uint8Array;
}

/** The files that pages are made with, under addresses that change with what is in any of them. */
export interface Assets {
  /** The path of a file, such as `/assets/1f3870be274f6c49/kiosk.css`. */
  path(name: string): string;
  /** The file at a path. */
  at(path: string): Asset | undefined;
}

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};
const HASH_LENGTH = 16;

/** Reads the files beside this program: styles, scripts and an icon. */
export function readAssets(): Assets {
  const directory = new URL('./assets/', import.meta.url);
  const files = readdirSync(fileURLToPath(directory))
    .filter((name) => Object.hasOwn(TYPES, extname(name)))
    .sort()
    .map((name) => ({ name, body: readFileSync(new URL(name, directory)) }));
  const hash = createHash('sha256');
  for (const { name, body } of files) hash.update(`${name} ${body.length}\n`).update(body);
  const folder = `/assets/${hash.digest('hex').slice(0, HASH_LENGTH)}`;
  const byPath = new Map<string, Asset>(
    files.map(({ name, body }) => [`${folder}/${name}`, { type: TYPES[extname(name)], body }]),
  );
  return {
    path: (name) => `${folder}/${name}`,
    at: (path) => byPath.get(path),
  };
}
