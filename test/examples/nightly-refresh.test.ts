import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { start } from '../cli/compiled.js';
import { askPort } from '../http/served.js';
import { DEMO } from '../shared-data.js';
import { placeFor } from './script.js';

const run = promisify(execFile);
const records = readFileSync(join(DEMO, 'harbour.mrc'));
/** A record of ISO 2709 begins with its length. */
const first = records.subarray(0, Number(records.toString('latin1', 0, 5)));

it('a nightly refresh replaces what is served, and whatever fails, nothing is replaced', async () => {
  const exports: Record<string, Buffer> = { '/yesterday.mrc': first, '/today.mrc': records };
  const library = createServer(({ url = '' }, response) => {
    response.writeHead(exports[url] ? 200 : 404).end(exports[url]);
  });
  await new Promise<void>((resolve) => library.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void library.close());
  const { port: libraryPort } = library.address() as AddressInfo;
  const { script, directory, env } = placeFor('nightly-refresh.sh', {
    'library.json': 'harbour.library.json',
  });
  const refresh = (name: string) =>
    run(script, [`http://127.0.0.1:${libraryPort}/${name}.mrc`], { cwd: directory, env });

  await refresh('yesterday');
  const { port, tells } = await start(
    'carrel.js',
    ['serve', join(directory, 'branch.snapshot'), '--open', '--port', '0', '--log', 'info'],
    /Serving at/,
  );
  const count = async () => {
    const { status, text } = await askPort(port, '/v1/titles?q=*&library=harbour');
    expect(status).toBe(200);
    return JSON.parse(text).count;
  };
  expect(await count()).toBe(1);

  await expect(refresh('no-such-export')).rejects.toThrow('404');
  exports['/today.mrc'] = Buffer.from('<html>Please sign in</html>');
  await expect(refresh('today')).rejects.toThrow(/carrel build/);
  expect(await count()).toBe(1);

  exports['/today.mrc'] = records;
  const replaced = tells(/"event":"catalogs? [a-z]+"/);
  await refresh('today');
  await replaced;
  expect(await count()).toBe(22);
});
