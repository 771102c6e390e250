import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../src/snapshot/file/writing/build-snapshot.js';
import { SEGMENT_SIZE } from '../../src/snapshot/indexing/index-texts.js';
import { book, recordsOf } from '../catalog/catalog-of.js';
import { sendRequest } from '../http/test-server.js';
import { isLong } from '../long-tests.js';
import { scratchDirectory } from '../snapshot/file/scratch-directory.js';
import { writeRecords } from '../snapshot/file/source-files.js';
import { validated } from '../v1/validated-operations.js';
import { carrel, compile, ROOT, start } from './compiled.js';
import { freePort } from './free-port.js';

const DIRECTORY = mkdtempSync(join(tmpdir(), 'carrel-test-'));
const SNAPSHOT = join(DIRECTORY, 'harbour.snapshot');

beforeAll(compile);
beforeAll(() => buildSnapshot(recordsOf({ titles: [book('1', 'Typee')] }), SNAPSHOT));
afterAll(() => rmSync(DIRECTORY, { recursive: true }));

describe('The process of carrel', () => {
  it('has the exit status 0, 1 or 2, and prints errors to standard error', async () => {
    expect(await carrel('search', SNAPSHOT, 'typee')).toEqual({
      status: 0,
      stdout: '1 title\n1  Typee  Book\n',
      stderr: '',
    });
    expect(await carrel('search', 'missing.snapshot', 'typee')).toEqual({
      status: 1,
      stdout: '',
      stderr: 'carrel search: missing.snapshot: expected a snapshot file, found nothing\n',
    });
    expect(await carrel('search', SNAPSHOT)).toEqual({
      status: 2,
      stdout: '',
      stderr:
        "carrel search: QUERY: expected the words to search for, or * for every title, found nothing\nTry 'carrel search --help'.\n",
    });
  });

  it('prints no error when its standard output is closed', async () => {
    const script = join(ROOT, 'dist/cli/carrel.js');
    const child = spawn(process.execPath, [script, 'search', SNAPSHOT, '*', '--json']);
    child.stdout.destroy();
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text) => {
      stderr += text;
    });
    await once(child, 'close');
    expect(stderr).toBe('');
  });
});

describe('carrel build', () => {
  it.runIf(isLong)('writes the same bytes with one or two threads', async () => {
    const directory = scratchDirectory();
    const titles = Array.from({ length: SEGMENT_SIZE + 1 }, (_, number) =>
      book(String(number), `Volume ${number % 97} of ${number % 89}`),
    );
    writeRecords(directory, recordsOf({ titles }));
    const buildWith = async (threads: string) => {
      const file = join(directory, `${threads}.snapshot`);
      await carrel('build', directory, '-o', file, '--threads', threads);
      return readFileSync(file);
    };
    const withOneThread = await buildWith('1');
    expect((await buildWith('2')).equals(withOneThread)).toBe(true);
  });

  it.runIf(isLong)(
    'rejects with the error that a source throws while threads are indexing',
    async () => {
      const { buildSnapshot } = await import(pathToFileURL(join(ROOT, 'dist/index.js')).href);
      function* titles() {
        yield book('1', 'Index');
        yield book('2', 'Index');
        throw new Error('The disk was pulled out.');
      }
      const source = { ...recordsOf({}), titles: titles() };
      const file = join(scratchDirectory(), 'harbour.snapshot');
      const built = buildSnapshot(source, file, { threads: 2, segmentSize: 1 });
      await expect(built).rejects.toThrow(new Error('The disk was pulled out.'));
    },
  );
});

describe('carrel serve', () => {
  const ARGS = ['--api-key', 'one', '--api-key', 'two', '--port', '0', '--accept-shrink'];

  it.each(isLong ? (['SIGTERM', 'SIGINT'] as const) : (['SIGTERM'] as const))(
    'serves until %s, then exits with status 0',
    async (signal) => {
      const server = await start('carrel.js', ['serve', SNAPSHOT, ...ARGS], /Serving at .*\n/);
      expect(server.stdout).toBe(
        `harbour: Harbour Library, 1 title\nServing at http://127.0.0.1:${server.port}\n`,
      );
      for (const key of ['one', 'two']) {
        const { status, text } = await sendRequest(server.port, `/v1/titles/1?api_key=${key}`);
        expect(status).toBe(200);
        expect(validated('title', JSON.parse(text)) as object).toMatchObject({
          title: { details_url: `http://127.0.0.1:${server.port}/item/show/1` },
        });
      }
      expect((await sendRequest(server.port, '/v1/titles/1?api_key=three')).status).toBe(403);
      const silent = connect(server.port, '127.0.0.1');
      await once(silent, 'connect');
      expect(await server.stop(signal)).toEqual({ status: 0, stderr: '' });
      silent.destroy();
    },
  );

  it('begins links with the address of --base-url', async () => {
    const port = await freePort();
    const args = ['--port', String(port), '--base-url', 'https://api.example.org/', '--open'];
    const server = await start('carrel.js', ['serve', SNAPSHOT, ...args], /Serving at .*\n/);
    expect(server.stdout).toContain('Serving at https://api.example.org/\n');
    const { text } = await sendRequest(port, '/v1/titles/1');
    expect(JSON.parse(text).title.details_url).toBe('https://api.example.org/item/show/1');
    expect((await server.stop('SIGTERM')).status).toBe(0);
  });
});

describe('npm start', () => {
  const NAMES = [
    'titles',
    'title',
    'userContent',
    'contentOfUser',
    'list',
    'listsOfUser',
    'session',
  ] as const;

  it.runIf(isLong)(
    'serves the demo and prints one request per operation, which returns 200',
    async () => {
      const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
      expect(scripts.start).toBe('node dist/cli/demo.js');
      const server = await start('demo.js', [], /Press Ctrl-C to stop the server\.\n/, {
        PORT: '0',
      });
      const requests = [...server.stdout.matchAll(/^ {2}curl '(\S+)'$/gm)].map(([, url]) => url);
      expect(requests).toHaveLength(7);
      for (const [index, url] of requests.entries()) {
        const { origin, pathname, search } = new URL(url);
        expect(origin).toBe(`http://127.0.0.1:${server.port}`);
        const { status, text } = await sendRequest(server.port, `${pathname}${search}`);
        expect(`${status} ${pathname}`).toBe(`200 ${pathname}`);
        const body = validated(NAMES[index], JSON.parse(text)) as { count?: number };
        expect(body.count).not.toBe(0);
      }
      expect(await server.stop('SIGTERM')).toEqual({ status: 0, stderr: '' });
    },
  );

  it('refuses an invalid PORT', async () => {
    await expect(start('demo.js', [], /Ctrl-C/, { PORT: 'eighty' })).rejects.toThrow(
      "carrel: PORT: expected a whole number from 0 to 65535, found 'eighty'",
    );
  });
});
