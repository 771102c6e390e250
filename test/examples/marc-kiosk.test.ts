import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { freePort } from '../cli/free-port.js';
import { askPort } from '../http/served.js';
import { placeFor } from './script.js';

it('a kiosk built from MARC leads a reader to the shelf, and tells what became of each record', async () => {
  const { script, directory, env } = placeFor('marc-kiosk.sh', {
    'export.mrc': 'harbour.mrc',
    'library.json': 'harbour.library.json',
  });
  const port = await freePort();
  const kiosk = spawn(script, ['export.mrc', 'library.json', 'EAST'], {
    cwd: directory,
    env: { ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    kiosk.kill('SIGKILL');
  });
  for (let told = ''; !told.includes('Serving at'); ) told += (await once(kiosk.stdout, 'data'))[0];

  const results = await askPort(port, '/search?q=whale');
  expect(results.status).toBe(200);
  const [, path] = /href="(\/item\/show\/[^"]+)"/.exec(results.text) ?? [];
  const title = await askPort(port, path);
  expect(title.text).toContain('East Side Branch');
  expect(JSON.parse(readFileSync(join(directory, 'report.json'), 'utf8'))).toMatchObject({
    records: 22,
    refused: [],
  });
});
