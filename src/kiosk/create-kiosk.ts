/** Creates the pages with assets from the file system. The other files of the pages do not need Node. */

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { moduleUrl } from '../snapshot/worker-options.js';
import type { Site } from '../web/web-request.js';
import type { KioskOptions } from './page-view.js';
import { createPages } from './routes.js';

/**
 * Creates the web pages of the catalog: the home page, search results, an advanced search form, titles, kept MARC
 * records, lists, the content of each user, and the search help. The site also serves generated covers, search
 * suggestions and assets. Pass the result to `createRequestListener` as `site`.
 *
 * The server renders the pages. The pages set no cookies, need no API key and work without JavaScript. A
 * request for an unknown path or id returns a page with status 404. A request with an invalid search
 * parameter or `page` returns a page with status 400. An invalid `locale` is ignored. A listener that is used as middleware
 * calls `next` for unknown paths.
 *
 * @throws TypeError if an option has the wrong type
 *
 * @example
 * createRequestListener({ catalogs, apiKeys, baseUrl, site: createKiosk({ branch: 'MAIN' }) });
 */
export function createKiosk(options: KioskOptions = {}): Site {
  const files = readAssets();
  const folder = assetFolder(files);
  const byPath = new Map(
    files.map(({ name, body }) => [
      `${folder}/${name}`,
      { contentType: CONTENT_TYPES[extname(name)], body },
    ]),
  );
  return createPages(options, {
    pathOf: (name) => `${folder}/${name}`,
    find: (path) => byPath.get(path),
  });
}

/** A file of the pages, by name. */
export interface AssetFile {
  readonly name: string;
  readonly body: Uint8Array;
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
};
const HASH_DIGITS = 16;

/**
 * Reads the style sheets, scripts and icons in the `assets` folder next to this module, or next to the bundle that
 * includes this module.
 *
 * @throws Error if the folder is missing
 */
export function readAssets(): readonly AssetFile[] {
  const directory = new URL('./assets/', moduleUrl(import.meta.url));
  if (!existsSync(directory)) {
    throw new Error(
      `${fileURLToPath(directory)}: expected the style sheets and scripts of the pages, found nothing; mark 'carrel' as external in the bundler, or copy the folder dist/kiosk/assets of the package to this path`,
    );
  }
  return readdirSync(fileURLToPath(directory))
    .filter((name) => Object.hasOwn(CONTENT_TYPES, extname(name)))
    .sort()
    .map((name) => ({ name, body: readFileSync(new URL(name, directory)) }));
}

/** Returns the path of a folder for files. The path contains a hash of the names and contents of the files. */
export function assetFolder(files: readonly AssetFile[]): string {
  const hash = createHash('sha256');
  for (const { name, body } of files) hash.update(`${name} ${body.length}\n`).update(body);
  return `/assets/${hash.digest('hex').slice(0, HASH_DIGITS)}`;
}
