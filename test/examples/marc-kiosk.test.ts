import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { freePort } from '../cli/free-port.js';
import { sendRequest } from '../http/test-server.js';
import { createExampleDirectory } from './example-directory.js';

it('The example marc-kiosk.sh serves pages that show where a book is, and writes a report', async () => {
  const { script, directory, env } = createExampleDirectory('marc-kiosk.sh', {
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
  let output = '';
  while (!output.includes('Serving at')) output += (await once(kiosk.stdout, 'data'))[0];

  const results = await sendRequest(port, '/search?q=whale');
  expect(results.status).toBe(200);
  const [, path] = /href="(\/item\/show\/[^"]+)"/.exec(results.text) ?? [];
  const title = await sendRequest(port, path);
  expect(title.text).toContain('East Side Branch');
  expect(JSON.parse(readFileSync(join(directory, 'report.json'), 'utf8'))).toMatchObject({
    records: 22,
    refused: [],
  });
});
