import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync, truncateSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { createLocalFiles } from '../../src/snapshot/file/addresses/local-files.js';
import { openCatalog } from '../../src/snapshot/file/open-catalog.js';
import { SEED } from '../random-seed.js';
import { signingKey, snapshotBytes } from '../snapshot/file/addresses/snapshots.js';
import { startStore } from '../snapshot/file/addresses/test-store.js';
import { scratchDirectory } from '../snapshot/file/scratch-directory.js';
import { compile, ROOT, start } from './compiled.js';

beforeAll(compile);

/** The number of power cuts. `npm run test:longest` makes 200. */
const CUTS = Number(process.env.CARREL_CUTS ?? 6);

/** The maximum number of events in the cache directory before a power cut. A whole replacement causes about as many. */
const MAX_EVENTS = 16;
/** The maximum time from the last of these events to the power cut. */
const MAX_DELAY_MS = 30;
/** The maximum time that a power cut waits for the events. */
const MAX_WAIT_MS = 5000;

/** Returns the name of the first title in a version of the snapshot. */
const titleOf = (version: number) => `Title${version} 0`;

it(
  `A server starts with a good snapshot after each of ${CUTS} power cuts while it replaces the snapshot`,
  async () => {
    const store = await startStore();
    const directory = scratchDirectory();
    const cacheDir = join(directory, 'cache');
    const { publicKey, sign } = signingKey();
    writeFileSync(join(directory, 'public.pem'), publicKey);
    const address = `${store.address}a`;
    const args = ['serve', address, '--api-key', 'k', '--no-pages', '--port', '0'];
    args.push('--cache-dir', cacheDir, '--trust', join(directory, 'public.pem'));
    /** Opens the file that a server without a network would serve first, and returns its first title. */
    const titleInCache = () => {
      const { paths, stop } = createLocalFiles([address], { cacheDir, onProblem() {} });
      stop();
      return openCatalog(paths[0], { trust: [publicKey] }).titles.get(0).title;
    };
    const put = async (version: number) => {
      const bytes = await snapshotBytes(`Title${version}`, 300);
      store.files.set('a', bytes).set('a.sig', sign(bytes));
      return bytes.length;
    };

    let version = 0;
    await put(version);
    await (await start('carrel.js', args, /Serving/)).stop('SIGTERM');
    let served = titleInCache();
    expect(served).toBe(titleOf(0));
    const cut = fc.record({
      events: fc.integer({ min: 1, max: MAX_EVENTS }),
      delayMs: fc.integer({ min: 0, max: MAX_DELAY_MS }),
    });
    for (const [i, { events, delayMs }] of fc
      .sample(cut, { numRuns: CUTS, seed: SEED })
      .entries()) {
      // Every other download stops in the middle, and the next one continues it.
      const isStalled = i % 2 === 0;
      if (isStalled) version++;
      const bytes = await put(version);
      store.faultOf = ({ path }) => (path === 'a' && isStalled ? { stallAfter: 20_000 } : {});
      const server = spawn(process.execPath, [join(ROOT, 'dist/cli/carrel.js'), ...args]);
      const ended = once(server, 'exit');
      const watched = watch(cacheDir);
      for (let seen = 0; seen < (isStalled ? 1 : events); seen++) {
        const late = delay(MAX_WAIT_MS, 'late', { ref: false });
        if ((await Promise.race([once(watched, 'change'), late])) === 'late') break;
      }
      watched.close();
      await delay(delayMs);
      server.kill('SIGKILL');
      await ended;
      expect(server.signalCode).toBe('SIGKILL');
      // A power cut can lose or clear the last bytes of a file that was not flushed to disk.
      for (const name of readdirSync(cacheDir).filter((file) => file.endsWith('.part'))) {
        const part = join(cacheDir, name);
        const { size } = statSync(part);
        if (size >= bytes) continue;
        truncateSync(part, Math.floor(size / 2));
        if (i % 4 === 0) truncateSync(part, size);
      }
      const next = titleInCache();
      expect([served, titleOf(version)]).toContain(next);
      served = next;
    }
    store.faultOf = () => ({});
    version++;
    await put(version);
    const server = await start('carrel.js', args, /Serving/);
    await expect.poll(titleInCache).toBe(titleOf(version));
    expect((await server.stop('SIGTERM')).status).toBe(0);
  },
  60_000 + CUTS * 15_000,
);
