import { execFileSync } from 'node:child_process';
import { renameSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readApiKeys } from '../../src/cli/api-key-sources.js';
import { UsageError } from '../../src/cli/command-line.js';
import { buildSnapshot } from '../../src/snapshot/file/build-snapshot.js';
import { book, recordsOf } from '../catalog/catalog-of.js';
import { askPort } from '../http/served.js';
import { scratchDirectory } from '../snapshot/file/scratch-directory.js';
import { carrel, compile, type Running, start } from './compiled.js';

function fileOf(text: string): string {
  const file = join(scratchDirectory(), 'keys');
  writeFileSync(file, text);
  return file;
}

describe('API keys', () => {
  it('come from the command line, a file and the environment together', () => {
    const file = fileOf('\ufeff# of the branches\r\nharbour\r\n\r\n  hill  \n#lost\nwith#sign\n');
    expect(readApiKeys({ given: ['one'], file, environment: 'two, three\nfour' })).toEqual([
      ...['one', 'harbour', 'hill', 'with#sign', 'two', 'three', 'four'],
    ]);
  });

  it('must be somewhere, unless none are needed', () => {
    expect(() => readApiKeys({ given: [] })).toThrow(UsageError);
    expect(() => readApiKeys({ given: [], environment: ' , ' })).toThrow(
      'no API key is given; wanted --api-key, --api-keys, CARREL_API_KEYS, or --open for none.',
    );
    expect(readApiKeys({ given: [] }, true)).toEqual([]);
  });

  it('cannot come from a file that has none, or is not there', () => {
    const empty = fileOf('# nothing\n');
    expect(() => readApiKeys({ given: ['one'], file: empty })).toThrow(
      `${empty} has no API key; wanted one a line.`,
    );
    const missing = `${empty}.txt`;
    expect(() => readApiKeys({ given: [], file: missing })).toThrow(
      `${missing} does not exist; wanted a file with one API key a line.`,
    );
    const directory = scratchDirectory();
    expect(() => readApiKeys({ given: [], file: directory })).toThrow(
      `${directory} cannot be read (EISDIR); wanted a file with one API key a line.`,
    );
  });
});

describe('A server', () => {
  beforeAll(compile, 120_000);

  async function snapshot(): Promise<string> {
    const file = join(scratchDirectory(), 'harbour.snapshot');
    await buildSnapshot(recordsOf({ titles: [book('1', 'Typee')] }), file);
    return file;
  }

  async function statusFor({ port }: Running, key: string): Promise<number> {
    return (await askPort(port, `/v1/titles/1?api_key=${key}`)).status;
  }

  /** The statuses for a key from as many connections as reach every worker. */
  function statusesFor(server: Running, key: string): Promise<number[]> {
    return Promise.all([1, 2, 3, 4].map(() => statusFor(server, key)));
  }

  it.each([1, 2])('of %i processes reads its key file again on SIGHUP', async (workers) => {
    const keys = fileOf('old\nboth\n');
    const args = ['serve', await snapshot(), '--api-keys', keys, '--workers', String(workers)];
    const server = await start('carrel.js', [...args, '--port', '0', '--log', 'info'], /Serving/);
    expect(await statusesFor(server, 'old')).toEqual([200, 200, 200, 200]);
    writeFileSync(keys, 'new\nboth\n');
    const told = server.tells(/"event":"API keys read again".*\n/);
    server.signal('SIGHUP');
    expect(await told).toContain('"keys":2');
    expect(await statusesFor(server, 'new')).toEqual([200, 200, 200, 200]);
    expect(await statusesFor(server, 'both')).toEqual([200, 200, 200, 200]);
    expect(await statusesFor(server, 'old')).toEqual([403, 403, 403, 403]);
    writeFileSync(keys, '');
    const refused = server.tells(/"event":"API keys not read again".*\n/);
    server.signal('SIGHUP');
    expect(JSON.parse(`{${await refused}`).reason).toBe(
      `${keys} has no API key; wanted one a line.`,
    );
    expect(await statusesFor(server, 'new')).toEqual([200, 200, 200, 200]);
    const { status, stderr } = await server.stop('SIGTERM');
    expect(status).toBe(0);
    expect(stderr).not.toMatch(/api_key=|\bnew\b|\bboth\b/);
  });

  it.skipIf(process.platform !== 'linux')('says so when one of its workers cannot', async () => {
    const keys = fileOf('old\n');
    const args = ['serve', await snapshot(), '--api-keys', keys, '--workers', '2'];
    const server = await start('carrel.js', [...args, '--port', '0'], /Serving/);
    // A pipe tells when the first process reads, so that the others find another file.
    execFileSync('mkfifo', [`${keys}.pipe`]);
    renameSync(`${keys}.pipe`, keys);
    const refused = server.tells(/"event":"API keys not read again".*\n/);
    server.signal('SIGHUP');
    const pipe = await open(keys, 'w');
    writeFileSync(`${keys}.empty`, '');
    renameSync(`${keys}.empty`, keys);
    await pipe.writeFile('new\n');
    await pipe.close();
    expect(JSON.parse(`{${await refused}`).reason).toMatch(
      /^worker \d+: \S+ has no API key; wanted one a line\.$/,
    );
    await server.stop('SIGTERM');
  });

  it('takes its keys from the environment', async () => {
    const args = ['serve', await snapshot(), '--port', '0'];
    const server = await start('carrel.js', args, /Serving/, { CARREL_API_KEYS: 'a,b' });
    expect(await statusFor(server, 'b')).toBe(200);
    expect(await statusFor(server, 'a,b')).toBe(403);
    await server.stop('SIGTERM');
  });

  it('that is open needs none, and says so when it cannot be', async () => {
    const file = await snapshot();
    const server = await start('carrel.js', ['serve', file, '--open', '--port', '0'], /Serving/);
    expect((await askPort(server.port, '/v1/titles/1')).status).toBe(200);
    await server.stop('SIGTERM');
    const { status, stderr } = await carrel('serve', file, '--open', '--host', '0.0.0.0');
    expect([status, stderr.split('\n')[0]]).toEqual([
      2,
      'carrel serve: --open lets everybody in who reaches --host 0.0.0.0; wanted 127.0.0.1, ::1 or localhost.',
    ]);
  });

  it('of two processes tells the metrics of both together', async () => {
    const args = ['serve', await snapshot(), '--api-key', 'k', '--workers', '2', '--port', '0'];
    const server = await start('carrel.js', args, /Serving/);
    const statuses = await statusesFor(server, 'k');
    const { text } = await askPort(server.port, '/metrics');
    expect(text).toContain('\ncarrel_processes 2\n');
    const counted = `carrel_responses_total{operation="getTitle",status="200"} ${statuses.length}\n`;
    expect(text).toContain(counted);
    await server.stop('SIGTERM');
  });

  it('tells its limits when it is asked', async () => {
    const { stdout } = await carrel('serve', '--help', 'limits');
    expect(stdout).toContain('\n  requests-in-flight        1000  responses on their way; 503 for');
    const lines = stdout.trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(24);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100);
  });
});
