import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, renameSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { GENERATED_LIBRARY, generateTitles } from '../../bench/generated-catalog.js';
import { API_KEY, mixedRequests } from '../../bench/serving/mixed-requests.js';
import { openCatalog } from '../../src/snapshot/file/open-catalog.js';
import { buildSnapshot } from '../../src/snapshot/file/writing/build-snapshot.js';
import { compile, ROOT } from '../cli/compiled.js';
import { configured, configureNginx } from '../cli/nginx.js';
import { scratchDirectory } from '../snapshot/file/scratch-directory.js';
import { acceptedAnswers } from '../soak/expected-answers.js';
import { createHosts, type Host } from './host-network.js';
import { timedLoad } from './timed-load.js';

const BASE_URL = 'https://catalog.example.org';

/** Builds the snapshot of a library whose title ids begin with the first letter of its name. Returns the last id. */
async function build(library: string, file: string, seed: number, count = 2000): Promise<string> {
  const titles = Array.from(generateTitles(count, seed), (title) => ({
    ...title,
    id: library[0] + title.id,
  }));
  await buildSnapshot({ library: { ...GENERATED_LIBRARY, id: library }, titles }, file);
  return titles[count - 1].id;
}

/** Returns the status of a response, or 0 if there is none within a second. */
function statusOf(url: string): Promise<number> {
  return new Promise((resolve) => {
    const request = get(url, { agent: false, timeout: 1000 }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(0));
  });
}

async function waitFor200(url: string): Promise<void> {
  await expect.poll(() => statusOf(url), { timeout: 30_000, interval: 100 }).toBe(200);
}

it.runIf(process.env.CARREL_CLUSTER === '1')(
  'Two proxies and four servers of snapshots in a store answer correctly while hosts fail',
  async () => {
    compile();
    const hosts = createHosts([
      ...(['store', 'proxy1', 'proxy2'] as const),
      ...(['east1', 'east2', 'west1', 'west2'] as const),
    ]);

    // The store publishes the files of a directory.
    const stored = join(scratchDirectory(), 'stored');
    mkdirSync(stored);
    const next = join(scratchDirectory(), 'next.snapshot');
    await build('east', join(stored, 'east.snapshot'), 1);
    await build('west', join(stored, 'west.snapshot'), 2);
    const newId = await build('east', next, 3, 2001);
    const startStore = () =>
      hosts.store.run(['nginx', ...configureNginx(`server { listen 80; root ${stored}; }`, false)]);
    const store = startStore();
    await waitFor200(`http://${hosts.store.address}/east.snapshot`);

    const running = new Map<Host, ChildProcess>();
    const startServer = async (host: Host, library: string) => {
      const directory = scratchDirectory();
      const start = () => {
        const address = `http://${hosts.store.address}/${library}.snapshot`;
        const options = ['--host=0.0.0.0', '--no-pages', `--base-url=${BASE_URL}`];
        const cache = `--cache-dir=${directory}`;
        const script = join(ROOT, 'dist/cli/carrel.js');
        const args = ['serve', address, cache, `--api-key=${API_KEY}`, '--cache=0', ...options];
        running.set(host, host.run([process.execPath, script, ...args]));
        return waitFor200(`http://${host.address}:8080/readyz`);
      };
      await start();
      return start;
    };
    const restartEast1 = await startServer(hosts.east1, 'east');
    await startServer(hosts.east2, 'east');
    const restartWest1 = await startServer(hosts.west1, 'west');
    await startServer(hosts.west2, 'west');

    const addresses = (...replicas: Host[]) => replicas.map(({ address }) => `${address}:8080`);
    const east = addresses(hosts.east1, hosts.east2);
    const west = addresses(hosts.west1, hosts.west2);
    const servers = { every_library: [...east, ...west], alderwick: east, meridian: west };
    const routes = configured('80', servers)
      .replace('\\\\alderwick', '\\\\east')
      .replace('\\\\meridian', '\\\\west')
      .replace('.*101\\\\z', 'e')
      .replace('.*102\\\\z', 'w')
      .replace(/ *limit_req .*\n/, '');
    const proxies = [hosts.proxy1, hosts.proxy2];
    for (const proxy of proxies) {
      proxy.run(['nginx', ...configureNginx(routes, false)]);
      const ready = `http://${proxy.address}/v1/titles?q=a&library=east&api_key=${API_KEY}`;
      await waitFor200(ready);
    }

    const [eastCatalog, westCatalog, nextEast] = [
      join(stored, 'east.snapshot'),
      join(stored, 'west.snapshot'),
      next,
    ].map((file) => openCatalog(file));
    const accepted = new Map([
      ...acceptedAnswers([eastCatalog, nextEast], mixedRequests(eastCatalog), BASE_URL),
      ...acceptedAnswers([westCatalog], mixedRequests(westCatalog), BASE_URL),
    ]);
    const load = timedLoad(
      proxies.map(({ address }) => `http://${address}`),
      2,
      accepted,
    );
    await delay(2000);

    load.begin('a server is killed');
    running.get(hosts.east1)?.kill('SIGKILL');
    await delay(3000);
    load.begin('it returns');
    await restartEast1();
    await delay(3000);

    load.begin('a server is cut off');
    hosts.east2.disconnect();
    await delay(8000);

    load.begin('a server is slow');
    const slow = running.get(hosts.west2);
    for (let i = 0; i < 10; i++) {
      slow?.kill('SIGSTOP');
      await delay(400);
      slow?.kill('SIGCONT');
      await delay(100);
    }

    load.begin('a snapshot is rolled out');
    renameSync(next, join(stored, 'east.snapshot'));
    const begin = performance.now();
    running.get(hosts.east1)?.kill('SIGHUP');
    await waitFor200(`http://${hosts.east1.address}:8080/v1/titles/${newId}?api_key=${API_KEY}`);
    const rolloutMs = performance.now() - begin;

    load.begin('the store is gone');
    store.kill('SIGTERM');
    await once(store, 'exit');
    running.get(hosts.west1)?.kill('SIGKILL');
    await restartWest1();
    await delay(2000);
    await load.stop();

    const report = load.phases.map(
      ({ name, right, refused, slowestMs }) =>
        `${name}: ${right} right, ${refused} refused (503), slowest ${Math.round(slowestMs)} ms`,
    );
    process.stdout.write(`${report.join('\n')}\nrollout: ${Math.round(rolloutMs)} ms\n`);
    expect(load.phases.flatMap(({ wrong }) => wrong)).toEqual([]);
    for (const { right } of load.phases) expect(right).toBeGreaterThan(0);
  },
  120_000,
);
