import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import type { Catalog } from '../../../src/catalog/catalog.js';
import type { KioskOptions } from '../../../src/kiosk/page-view.js';
import { snapshotSections } from '../../../src/snapshot/changes/catalog-source.js';
import { writeSections } from '../../../src/snapshot/format/container/write-sections.js';
import { carrel, compile } from '../../cli/compiled.js';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
};

/** The files of a site, by their paths in the folder. */
export type SiteFiles = ReadonlyMap<string, Buffer>;

/** A host of static files. */
export interface FileHost {
  /** The address of the host, without a slash at the end. */
  readonly address: string;
  /** The paths that were requested, in order. */
  readonly requested: readonly string[];
  close(): Promise<void>;
}

/**
 * Serves a folder as hosts of static files do: an unknown path is answered with the file `404.html` of the folder.
 *
 * @param folder the path of the folder, such as `/` or `/catalog/`
 * @param files returns the files of the folder
 * @param untilSent returns a promise; a file is sent when the promise resolves
 */
export async function hostFiles(
  folder: string,
  files: () => SiteFiles,
  untilSent: (path: string) => Promise<void> = async () => {},
): Promise<FileHost> {
  const requested: string[] = [];
  const server = createServer(async ({ url = '' }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    requested.push(pathname);
    const isInside = pathname.startsWith(folder);
    const path = pathname.slice(folder.length) || 'index.html';
    await untilSent(path);
    const body = isInside ? files().get(path) : undefined;
    const type = TYPES[extname(body === undefined ? '404.html' : path)];
    response.writeHead(body === undefined ? 404 : 200, {
      'Content-Type': type ?? 'application/octet-stream',
      'Cache-Control': 'max-age=600',
    });
    response.end(body ?? files().get('404.html'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requested,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** The sites that were written, by their catalogs and options. */
const written = new Map<string, SiteFiles>();

/** Writes a site with `carrel site`, and returns its files. A site of the same catalogs and options is written once. */
export async function writeTestSite(
  catalogs: readonly Catalog[],
  { branch, idleMinutes, remoteCovers }: KioskOptions = {},
): Promise<SiteFiles> {
  const options = [
    ...(branch === undefined ? [] : ['--branch', branch]),
    ...(idleMinutes === undefined ? [] : ['--kiosk', String(idleMinutes)]),
    ...(remoteCovers ? ['--covers', 'remote'] : []),
  ];
  const key = [...catalogs.map(({ fingerprint }) => fingerprint), ...options].join(' ');
  const known = written.get(key);
  if (known !== undefined) return known;
  compile();
  const directory = mkdtempSync(join(tmpdir(), 'carrel-test-'));
  try {
    const paths = catalogs.map((catalog) => {
      const path = join(directory, `${catalog.library.id}.snapshot`);
      writeFileSync(path, Buffer.concat([...writeSections(snapshotSections(catalog))]));
      return path;
    });
    const site = join(directory, 'site');
    const { status, stderr } = await carrel('site', ...paths, '-o', site, ...options);
    if (status !== 0) throw new Error(stderr);
    const files = filesIn(site);
    written.set(key, files);
    return files;
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** Returns the files in a folder and in the folders below it. */
function filesIn(folder: string): SiteFiles {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = paths.filter((path) => statSync(join(folder, path)).isFile());
  return new Map(files.map((path) => [path, readFileSync(join(folder, path))]));
}

/**
 * Visits a site and then cuts the browser off from the network, so that only the service worker can answer further
 * requests.
 *
 * @returns the address of the site, without a slash at the end
 */
export async function installSite(context: BrowserContext, files: SiteFiles): Promise<string> {
  const host = await hostFiles('/', () => files);
  const page = await context.newPage();
  await page.goto(`${host.address}/`);
  await page.locator('.header').waitFor();
  await page.close();
  await host.close();
  await context.setOffline(true);
  return host.address;
}
