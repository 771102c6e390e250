import { copyFileSync, readdirSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { sendRequest } from '../http/test-server.js';
import { scratchDirectory } from '../snapshot/file/scratch-directory.js';
import { compile, ROOT, start } from './compiled.js';
import { runCarrel } from './run-carrel.js';

const EXPORT = join(ROOT, 'data/harbour.mrc');

/** Copies an export to a directory of its own, with a date. */
function exportNamed(name: string): string {
  const path = join(scratchDirectory(), name);
  copyFileSync(EXPORT, path);
  utimesSync(path, 0, Date.UTC(2026, 9, 31, 9, 30) / 1000);
  return path;
}

/** Serves record files, sends a request without an API key, and stops the server. */
async function served(cacheDir: string, ...args: string[]) {
  const options = ['--port', '0', '--cache-dir', cacheDir];
  const server = await start('carrel.js', ['serve', ...args, ...options], /Serving/, {
    CARREL_API_KEYS: '',
  });
  const id = /^(\S+): .* titles$/m.exec(server.stdout)?.[1];
  const { status } = await sendRequest(server.port, `/v1/titles?q=whale&library=${id}`);
  const { stderr } = await server.stop('SIGTERM');
  return { status, stdout: server.stdout, stderr };
}

describe('carrel serve of an export', () => {
  beforeAll(compile);

  it('builds a snapshot in the cache directory, serves it without a key, and keeps it when a later build stops', async () => {
    const path = exportNamed('North_Side-2026.utf8.mrc');
    const cacheDir = scratchDirectory();
    const { status, stdout, stderr } = await served(cacheDir, path);
    expect(status).toBe(200);
    expect(stdout).toMatch(/^north_side-2026: North Side-2026, \d+ titles$/m);
    expect(stdout).toContain('Serving at http://127.0.0.1:');
    expect(stderr).toMatch(
      /^library: 'north_side-2026', named 'North Side-2026', of 2026-10-31T09:30:00Z; --library FILE or --name NAME set others$/m,
    );
    expect(stderr).toMatch(/records read: .* titles/);
    expect(stderr).not.toContain('not compared');
    const cached = readdirSync(cacheDir);
    expect(cached).toContainEqual(expect.stringMatching(/^export-[\da-f]{16}\.snapshot$/));

    truncateSync(path, 5000);
    const options = ['--cache-dir', cacheDir, '--port', '0'];
    const stopped = await runCarrel('serve', path, ...options);
    expect(stopped.status).toBe(1);
    expect(stopped.stderr).toContain('expected all records, found an early end');
    expect(readdirSync(cacheDir)).toEqual(cached);
  });

  it('serves the library of --library, and accepts another name of the library for the same file', async () => {
    const cacheDir = scratchDirectory();
    const library = join(ROOT, 'data/harbour.library.json');
    const first = await served(cacheDir, EXPORT, '--library', library);
    expect(first.stdout).toMatch(/^harbour: /m);
    expect(first.status).toBe(200);
    // With a key, requests without a key are refused.
    const next = await served(cacheDir, EXPORT, '--name', 'Île de Ré', '--api-key', 'k');
    expect(next.stdout).toMatch(/^ile-de-re: Île de Ré, /m);
    expect(next.status).toBe(403);
  });
});

describe('carrel serve refuses', () => {
  it.each([
    [
      'an export with another path',
      [EXPORT, join(ROOT, 'data/alderwick')],
      `PATH: expected only record files of one library, found '${EXPORT}' and '${join(ROOT, 'data/alderwick')}'; build a snapshot of the record files with carrel build`,
    ],
    [
      'a missing export without a key',
      ['./missing export.mrc'],
      "PATH: expected a record file, found nothing at './missing export.mrc'",
    ],
    [
      'an export with a missing one',
      [EXPORT, 'missing.csv.gz'],
      "PATH: expected a record file, found nothing at 'missing.csv.gz'",
    ],
    [
      '--name without an export',
      [join(ROOT, 'data/alderwick'), '--name', 'A'],
      `--name: expected record files as PATH, found '${join(ROOT, 'data/alderwick')}'`,
    ],
    [
      'a blank --name',
      [EXPORT, '--name', ' '],
      '--name: expected the name of the library, found nothing',
    ],
    [
      '--name with --library',
      [EXPORT, '--name', 'A', '--library', 'library.json'],
      '--name: expected no --library, whose file has the name of the library, found both',
    ],
    [
      'an export on an address of the network without a key',
      [EXPORT, '--host', '0.0.0.0', '--pages'],
      'API keys: expected at least one, found none; use --api-key, --api-keys, CARREL_API_KEYS or --open',
    ],
  ])('%s', async (_, args, message) => {
    const { status, stderr } = await runCarrel('serve', ...args, '--port', '0');
    expect([status, stderr.split('\n')[0]]).toEqual([2, `carrel serve: ${message}`]);
  });

  it('an empty file whose name says that it is a snapshot, as a snapshot', async () => {
    const empty = join(scratchDirectory(), 'empty.snapshot');
    writeFileSync(empty, '');
    const { status, stderr } = await runCarrel('serve', empty, '--open', '--port', '0');
    expect([status, stderr]).toEqual([1, expect.stringContaining('snapshot')]);
  });
});
