import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { build } from 'vite';
import { expect, it, onTestFinished } from 'vitest';
import { buildSnapshot } from '../../src/snapshot/file/writing/build-snapshot.js';
import { describeInChromium, openContext, useChromium } from '../kiosk/chromium/chromium.js';
import { DEMO } from '../shared-data.js';
import { scratchDirectory } from '../snapshot/file/scratch-directory.js';

const EXAMPLE = join(import.meta.dirname, 'service-worker');
const TYPES: Record<string, string> = { html: 'text/html', js: 'text/javascript' };

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

useChromium();

describeInChromium('a page with a service worker', () => {
  it('searches the catalog after the server has stopped', async () => {
    const server = await serveFiles(await buildSite());
    const context = await openContext();
    onTestFinished(() => context.close());
    const page = await context.newPage();
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
  });
});
