import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { startTestServer } from '../http/test-server.js';
import { openedCatalog } from '../shared-data.js';

const run = promisify(execFile);
const CLIENT = join(import.meta.dirname, 'typed-client');
const isInstalled = existsSync(join(CLIENT, 'node_modules'));
const reason = isInstalled ? '' : " (skipped: needs 'npm ci --prefix test/examples/typed-client')";

it.skipIf(!isInstalled)(
  `A client with types generated from the OpenAPI description compiles and runs${reason}`,
  async () => {
    await run('npm', ['run', 'compile'], { cwd: CLIENT });
    const { baseUrl } = await startTestServer([openedCatalog('alderwick')]);
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
