import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { build } from 'vite';
import { expect, it, onTestFinished } from 'vitest';
import { buildSnapshot } from '../../src/snapshot/file/build-snapshot.js';
import { DEMO } from '../shared-data.js';
import { scratchDirectory } from '../snapshot/file/scratch-directory.js';

const CHROMIUM = '/usr/bin/chromium';
const EXAMPLE = join(import.meta.dirname, 'service-worker');
const TYPES: Record<string, string> = { html: 'text/html', js: 'text/javascript' };
const isInstalled = existsSync(CHROMIUM);

/** Bundles the worker and builds a demo snapshot. Returns the files of the example by URL path. */
async function buildSite(): Promise<Record<string, Buffer>> {
  const directory = scratchDirectory();
  await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      outDir: directory,
      lib: { entry: join(EXAMPLE, 'worker.js'), formats: ['es'], fileName: () => 'worker.js' },
    },
  });
  await buildSnapshot(join(DEMO, 'alderwick'), join(directory, 'alderwick.snapshot'));
  return {
    '/': readFileSync(join(EXAMPLE, 'index.html')),
    '/page.js': readFileSync(join(EXAMPLE, 'page.js')),
    '/worker.js': readFileSync(join(directory, 'worker.js')),
    '/alderwick.snapshot': readFileSync(join(directory, 'alderwick.snapshot')),
  };
}

async function serveFiles(files: Record<string, Buffer>): Promise<Server> {
  const server = createServer(({ url = '' }, response) => {
    const type = TYPES[url === '/' ? 'html' : (url.split('.').pop() ?? '')];
    response.writeHead(files[url] ? 200 : 404, {
      'Content-Type': type ?? 'application/octet-stream',
    });
    response.end(files[url]);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return server;
}

it.skipIf(!isInstalled)(
  `A page with a service worker searches the catalog after the server has stopped${isInstalled ? '' : ` (skipped: ${CHROMIUM} not found)`}`,
  async () => {
    const server = await serveFiles(await buildSite());
    const browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: ['--no-sandbox', '--disable-quic', '--disable-background-networking'],
    });
    onTestFinished(() => browser.close());
    const page = await browser.newPage();
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    await page.goto(address);
    await page.getByText('Ready, with or without a network.').waitFor();

    server.close();
    server.closeAllConnections();
    await expect(fetch(address)).rejects.toThrow();

    await page.reload();
    await page.getByText('Ready, with or without a network.').waitFor();
    await page.getByRole('searchbox').fill('moby dick');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByText('Moby-Dick, Herman Melville').first().waitFor();
    expect(await page.getByRole('status').textContent()).toBe('6 found');
  },
);
