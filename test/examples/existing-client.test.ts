import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { startTestServer } from '../http/test-server.js';
import { openedCatalog } from '../shared-data.js';

const run = promisify(execFile);

it('An existing client of the API works with Carrel after a change of its address and API key', async () => {
  const { baseUrl } = await startTestServer([openedCatalog('alderwick')]);
  const client = join(import.meta.dirname, 'existing-client.mjs');
  const { stdout } = await run(process.execPath, [client], {
    env: { ...process.env, BASE_URL: baseUrl, API_KEY: 'demo' },
  });
  expect(stdout.trim().split('\n')).toEqual([
    '7 titles, 10 on each of 1 pages',
    'Audiobook CD: 1, as counted',
    'Board Book: 1, as counted',
    'Book: 1, as counted',
    'Downloadable Audiobook: 1, as counted',
    'eBook: 1, as counted',
    'Graphic Novel: 1, as counted',
    'Paperback: 1, as counted',
    'Just So Stories, Book, Available',
    'Alderwick Staff Picks wrote about The Boston Cooking-School Cook Book',
    'Ice: Reading toward the Poles: 7 items',
    "404 No session 'no-such-session' found.",
  ]);
});
