import { execFileSync } from 'node:child_process';
import { rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { UsageError } from '../../src/cli/command.js';
import { readApiKeys, shortKeysWarning } from '../../src/cli/serve/serve-options.js';
import { buildSnapshot } from '../../src/snapshot/file/writing/build-snapshot.js';
import { book, recordsOf } from '../catalog/catalog-of.js';
import { sendRequest } from '../http/test-server.js';
import { scratchDirectory } from '../snapshot/file/scratch-directory.js';
import { compile, type Running, start } from './compiled.js';

function writeKeyFile(text: string): string {
  const file = join(scratchDirectory(), 'keys');
  writeFileSync(file, text);
  return file;
}

describe('API keys', () => {
  it('are combined from the command line, a file and the environment', async () => {
    const file = writeKeyFile(
      '\ufeff# of the branches\r\nharbour\r\n\r\n  hill  \n#lost\nwith#sign\n',
    );
    expect(
      await readApiKeys({ commandLine: ['one'], file, environment: 'two, three\nfour' }),
    ).toEqual([...['one', 'harbour', 'hill', 'with#sign', 'two', 'three', 'four']]);
  });

  it('have a name before the first colon of their line', async () => {
    const file = writeKeyFile('hill: abc:def \nplain\nwest_2-b:xyz\n');
    expect(await readApiKeys({ commandLine: ['a:b'], file, environment: 'c:d' })).toEqual([
      'a:b',
      { name: 'hill', key: 'abc:def' },
      'plain',
      { name: 'west_2-b', key: 'xyz' },
      'c:d',
    ]);
    const upper = writeKeyFile('# names\nHill:TOPSECRET\n');
    await expect(readApiKeys({ commandLine: [], file: upper })).rejects.toThrow(
      `${upper}:2: expected a name of a-z, 0-9, _ and - before the colon, found other text`,
    );
    const empty = writeKeyFile('hill:\n');
    await expect(readApiKeys({ commandLine: [], file: empty })).rejects.toThrow(
      `${empty}:1: expected a key after the colon, found nothing`,
    );
  });

  it('of fewer than 16 characters cause a warning', () => {
    const long = 'x'.repeat(16);
    expect(shortKeysWarning([long, { name: 'hill', key: long }])).toBe(undefined);
    const short = [{ name: 'hill', key: 'abc' }, 'secret', long, { name: 'west', key: 'def' }];
    expect(shortKeysWarning(short)).toBe(
      "API keys: expected at least 16 characters, found fewer in 'hill', 'west', 1 without a name; use longer keys",
    );
  });

  it('are required, unless the caller makes them optional', async () => {
    await expect(readApiKeys({ commandLine: [] })).rejects.toThrow(UsageError);
    await expect(readApiKeys({ commandLine: [], environment: ' , ' })).rejects.toThrow(
      'API keys: expected at least one, found none; use --api-key, --api-keys, CARREL_API_KEYS or --open',
    );
    expect(await readApiKeys({ commandLine: [] }, true)).toEqual([]);
  });

  it('cannot be read from a missing or unreadable file, or from a file without keys', async () => {
    const empty = writeKeyFile('# nothing\n');
    await expect(readApiKeys({ commandLine: ['one'], file: empty })).rejects.toThrow(
      `${empty}: expected one API key per line, found none`,
    );
    const missing = `${empty}.txt`;
    await expect(readApiKeys({ commandLine: [], file: missing })).rejects.toThrow(
      `${missing}: expected a file with one API key per line, found nothing`,
    );
    const directory = scratchDirectory();
    await expect(readApiKeys({ commandLine: [], file: directory })).rejects.toThrow(
      `${directory}: expected a file with one API key per line, found a directory`,
    );
    writeFileSync(missing, '');
    truncateSync(missing, 2 ** 31);
    await expect(readApiKeys({ commandLine: [], file: missing })).rejects.toThrow(
      `${missing}: expected a file with one API key per line (at most 1048576 bytes), found 2147483648 bytes`,
    );
  });
});

describe('carrel serve', () => {
  beforeAll(compile);

  async function snapshot(): Promise<string> {
    const file = join(scratchDirectory(), 'harbour.snapshot');
    await buildSnapshot(recordsOf({ titles: [book('1', 'Typee')] }), file);
    return file;
  }

  async function statusFor({ port }: Running, key: string): Promise<number> {
    return (await sendRequest(port, `/v1/titles/1?api_key=${key}`)).status;
  }

  /** Sends four requests with a key at the same time. */
  function statusesFor(server: Running, key: string): Promise<number[]> {
    return Promise.all([1, 2, 3, 4].map(() => statusFor(server, key)));
  }

  it.each([1, 2])('with --workers %i reloads its API keys on SIGHUP', async (workers) => {
    const keys = writeKeyFile('old\nboth\n');
    const args = ['serve', await snapshot(), '--api-keys', keys, '--workers', String(workers)];
    const server = await start('carrel.js', [...args, '--port', '0', '--log', 'info'], /Serving/);
    expect(await statusesFor(server, 'old')).toEqual([200, 200, 200, 200]);
    writeFileSync(keys, 'new\nboth\n');
    const reloaded = server.waitForLog(/"event":"API keys reloaded".*\n/);
    server.signal('SIGHUP');
    expect(await reloaded).toContain('"keys":2');
    expect(await statusesFor(server, 'new')).toEqual([200, 200, 200, 200]);
    expect(await statusesFor(server, 'both')).toEqual([200, 200, 200, 200]);
    expect(await statusesFor(server, 'old')).toEqual([403, 403, 403, 403]);
    writeFileSync(keys, '');
    const refused = server.waitForLog(/"event":"API keys not reloaded".*\n/);
    server.signal('SIGHUP');
    expect(JSON.parse(`{${await refused}`).reason).toBe(
      `${keys}: expected one API key per line, found none`,
    );
    rmSync(keys);
    execFileSync('mkfifo', [keys]);
    const pipe = server.waitForLog(/"event":"API keys not reloaded".*\n/);
    server.signal('SIGHUP');
    expect(await pipe).toContain('expected a file with one API key per line, found a named pipe');
    expect(await statusesFor(server, 'new')).toEqual([200, 200, 200, 200]);
    const { status, stderr } = await server.stop('SIGTERM');
    expect(status).toBe(0);
    expect(stderr).not.toMatch(/api_key=|\bnew\b|\bboth\b/);
  });

  it.each([
    ['127.0.0.1', false],
    ['0.0.0.0', true],
  ])('on the host %s warns of short API keys: %s', async (host, warns) => {
    const keys = writeKeyFile('hill:TOPSECRET\n');
    const args = [
      'serve',
      await snapshot(),
      '--api-keys',
      keys,
      '--port',
      '0',
      '--host',
      host,
      '--pages',
      '--accept-shrink',
    ];
    const { stderr } = await (await start('carrel.js', args, /Serving/)).stop('SIGTERM');
    const warning = warns ? expect.stringContaining("found fewer in 'hill'") : undefined;
    expect((stderr === '' ? {} : JSON.parse(stderr)).reason).toEqual(warning);
    expect(stderr).not.toContain('TOPSECRET');
  });

  it('reads API keys from the environment', async () => {
    const args = ['serve', await snapshot(), '--port', '0'];
    const server = await start('carrel.js', args, /Serving/, { CARREL_API_KEYS: 'a,b' });
    expect(await statusFor(server, 'b')).toBe(200);
    expect(await statusFor(server, 'a,b')).toBe(403);
    await server.stop('SIGTERM');
  });

  it('with --open accepts requests without a key', async () => {
    const file = await snapshot();
    const server = await start('carrel.js', ['serve', file, '--open', '--port', '0'], /Serving/);
    expect((await sendRequest(server.port, '/v1/titles/1')).status).toBe(200);
    await server.stop('SIGTERM');
  });
});
