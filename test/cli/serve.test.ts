import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { namedListenError } from '../../src/cli/serve/run-server.js';
import { buildSnapshot } from '../../src/snapshot/file/writing/build-snapshot.js';
import { book, recordsOf } from '../catalog/catalog-of.js';
import { scratchDirectory } from '../snapshot/file/scratch-directory.js';
import { freePort } from './free-port.js';
import { runCarrel } from './run-carrel.js';

const DIRECTORY = mkdtempSync(join(tmpdir(), 'carrel-test-'));
const SNAPSHOT = join(DIRECTORY, 'harbour.snapshot');

beforeAll(() => buildSnapshot(recordsOf({ titles: [book('1', 'Typee')] }), SNAPSHOT));
afterAll(() => rmSync(DIRECTORY, { recursive: true }));

describe('carrel serve', () => {
  it('exits with status 1 for two snapshots of the same library', async () => {
    const copy = join(scratchDirectory(), 'copy.snapshot');
    copyFileSync(SNAPSHOT, copy);
    expect(await runCarrel('serve', SNAPSHOT, copy, '--open', '--port', '0')).toEqual({
      status: 1,
      stdout: '',
      stderr: `carrel serve: ${SNAPSHOT} and ${copy}: expected different library ids, found 'harbour' in both; open only one of the two, or change the id in one of them\n`,
    });
  });

  it('exits with status 1 when its port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const port = String((other.address() as AddressInfo).port);
    const inUse = {
      status: 1,
      stdout: '',
      stderr: `carrel serve: port ${port} of 127.0.0.1: expected a free port, found it in use; choose another port\n`,
    };
    const args = ['serve', SNAPSHOT, '--api-key', 'k', '--port'];
    expect(await runCarrel(...args, port)).toEqual(inUse);
    expect(await runCarrel(...args, '0', '--monitoring', `127.0.0.1:${port}`)).toEqual(inUse);
    other.close();
  });

  it.each(['127.0.0.1', '0.0.0.0'])(
    'exits with status 1 when --monitoring names the address of --host %s and --port',
    async (host) => {
      const port = String(await freePort());
      const args = [SNAPSHOT, '--api-key', 'k', '--no-pages', '--host', host, '--port', port];
      expect(await runCarrel('serve', ...args, '--monitoring', `127.0.0.1:${port}`)).toEqual({
        status: 1,
        stdout: '',
        stderr: `carrel serve: --port and --monitoring: expected two addresses, found port ${port} of 127.0.0.1 in both; choose another port for one of them\n`,
      });
    },
  );

  it.each([
    [
      ['--host', '192.0.2.1'],
      "--host: expected an address of this machine, found '192.0.2.1'; use 127.0.0.1, or 0.0.0.0 for all addresses",
    ],
    [
      ['--monitoring', '192.0.2.1:9090'],
      "--monitoring: expected an address of this machine, found '192.0.2.1'; use 127.0.0.1, or 0.0.0.0 for all addresses",
    ],
    [
      ['--host', 'carrel.invalid'],
      "--host: expected a host with a known address, found 'carrel.invalid'; use an address of this machine, such as 127.0.0.1",
    ],
    [
      ['--monitoring', 'carrel.invalid:9090'],
      "--monitoring: expected a host with a known address, found 'carrel.invalid'; use an address of this machine, such as 127.0.0.1",
    ],
  ])('exits with status 1 for an address that it cannot use, with %j', async (options, message) => {
    const args = [SNAPSHOT, '--api-key', 'k', '--no-pages', '--port', '0', ...options];
    expect(await runCarrel('serve', ...args)).toEqual({
      status: 1,
      stdout: '',
      stderr: `carrel serve: ${message}\n`,
    });
  });

  it.each([
    [
      'EACCES',
      { address: '127.0.0.1', port: 80 },
      '--port: expected a port that this user may listen on, found 80 of 127.0.0.1; use a port from 1024',
    ],
    [
      'EACCES',
      { address: '127.0.0.2', port: 80 },
      '--monitoring: expected a port that this user may listen on, found 80 of 127.0.0.2; use a port from 1024',
    ],
    [
      'EADDRINUSE',
      { address: '127.0.0.1', port: 80 },
      'port 80 of 127.0.0.1: expected a free port, found it in use; choose another port',
    ],
    [
      'EADDRINUSE',
      { address: '127.0.0.2', port: 80 },
      'port 80 of 127.0.0.2: expected a free port, found it in use; choose another port',
    ],
    ['ENOENT', { address: '/run/carrel.sock', port: -1 }, 'listen ENOENT'],
  ])('names the address of an error %s at %j', async (code, place, message) => {
    const error = Object.assign(new Error(`listen ${code}`), { code, syscall: 'listen', ...place });
    const monitoring = { host: '127.0.0.2', port: 80 };
    const named = await namedListenError(error, { host: '127.0.0.1', port: 80, monitoring });
    expect(named.message).toBe(message);
  });
});
