import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { served } from '../http/served.js';
import { openedCatalog } from '../shared-data.js';

const run = promisify(execFile);
const CLIENT = join(import.meta.dirname, 'typed-client');
const wanted = [
  ...(existsSync(join(CLIENT, 'node_modules'))
    ? []
    : ["'npm ci --prefix test/examples/typed-client'"]),
  ...(process.env.CARREL_LONG ? [] : ["'npm run test:long'"]),
];
const why = wanted.length === 0 ? '' : ` (skipped: it wants ${wanted.join(' and ')})`;

it.skipIf(why !== '')(
  `a client with types generated from the description of the API works${why}`,
  async () => {
    await run('npm', ['run', 'compile'], { cwd: CLIENT });
    const { baseUrl } = await served([openedCatalog('alderwick')]);
    const { stdout } = await run(process.execPath, ['dist/client.js', baseUrl, 'demo'], {
      cwd: CLIENT,
    });
    expect(JSON.parse(stdout)).toEqual({
      count: 6,
      facets: expect.arrayContaining(['title_format', 'language', 'subject']),
      first: 'Moby Dick',
      availability: 'Available',
      missing: "No title 'no such title' found.",
      lists: 1,
    });
  },
);
