import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { served } from '../http/served.js';
import { openedCatalog } from '../shared-data.js';

const run = promisify(execFile);

it('a client of the API as it is specified has its answers from Carrel under another address and key', async () => {
  const { baseUrl } = await served([openedCatalog('alderwick')]);
  const client = join(import.meta.dirname, 'existing-client.mjs');
  const { stdout } = await run(process.execPath, [client], {
    env: { ...process.env, BASE_URL: baseUrl, API_KEY: 'demo' },
  });
  expect(stdout.trim().split('\n')).toEqual([
    '7 titles, 10 on each of 1 pages',
    'Audiobook CD: 1, and so it is',
    'Board Book: 1, and so it is',
    'Book: 1, and so it is',
    'Downloadable Audiobook: 1, and so it is',
    'eBook: 1, and so it is',
    'Graphic Novel: 1, and so it is',
    'Paperback: 1, and so it is',
    'Just So Stories, Book, Available',
    'Alderwick Staff Picks wrote about The Boston Cooking-School Cook Book',
    'Free and Legal: Where Our E-Books and Recordings Come From: 7 items',
    "404 No session 'no-such-session' found.",
  ]);
});
