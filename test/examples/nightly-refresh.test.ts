import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { start } from '../cli/compiled.js';
import { sendRequest } from '../http/test-server.js';
import { DEMO } from '../shared-data.js';
import { createExampleDirectory } from './example-directory.js';

const run = promisify(execFile);
const records = readFileSync(join(DEMO, 'harbour.mrc'));
/** The first record of the export. An ISO 2709 record begins with its length in five digits. */
const firstRecord = records.subarray(0, Number(records.toString('latin1', 0, 5)));

it('The example nightly-refresh.sh replaces the served catalog, unless the download or the build fails', async () => {
  const exports: Record<string, Buffer> = { '/yesterday.mrc': firstRecord, '/today.mrc': records };
  const library = createServer(({ url = '' }, response) => {
    response.writeHead(exports[url] ? 200 : 404).end(exports[url]);
  });
  await new Promise<void>((resolve) => library.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void library.close());
  const { port: libraryPort } = library.address() as AddressInfo;
  const { script, directory, env } = createExampleDirectory('nightly-refresh.sh', {
    'library.json': 'harbour.library.json',
  });
  const refresh = (name: string) =>
    run(script, [`http://127.0.0.1:${libraryPort}/${name}.mrc`], { cwd: directory, env });

  await refresh('yesterday');
  const { port, waitForLog } = await start(
    'carrel.js',
    ['serve', join(directory, 'branch.snapshot'), '--open', '--port', '0', '--log', 'info'],
    /Serving at/,
  );
  const count = async () => {
    const { status, text } = await sendRequest(port, '/v1/titles?q=*&library=harbour');
    expect(status).toBe(200);
    return JSON.parse(text).count;
  };
  expect(await count()).toBe(1);

  await expect(refresh('no-such-export')).rejects.toThrow('404');
  exports['/today.mrc'] = Buffer.from('<html>Please sign in</html>');
  await expect(refresh('today')).rejects.toThrow(/carrel build/);
  exports['/today.mrc'] = records.subarray(0, -10);
  await expect(refresh('today')).rejects.toThrow(/expected all records, found an early end/);
  expect(await count()).toBe(1);

  exports['/today.mrc'] = records;
  const replaced = waitForLog(/"event":"catalogs? [a-z]+"/);
  await refresh('today');
  await replaced;
  expect(await count()).toBe(22);
});
