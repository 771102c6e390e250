import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { namedListenError } from '../../src/cli/serve/run-server.js';
import { inspectSnapshot } from '../../src/snapshot/file/inspect-snapshot.js';
import { openCatalog } from '../../src/snapshot/file/open-catalog.js';
import { buildSnapshot } from '../../src/snapshot/file/writing/build-snapshot.js';
import { SEGMENT_SIZE } from '../../src/snapshot/indexing/index-texts.js';
import { book, recordsOf } from '../catalog/catalog-of.js';
import { sendRequest } from '../http/test-server.js';
import { isLong } from '../long-tests.js';
import { scratchDirectory } from '../snapshot/file/scratch-directory.js';
import { writeRecords, writeSource } from '../snapshot/file/source-files.js';
import { searchTitles, validated } from '../v1/validated-operations.js';
import { carrel, compile, start } from './compiled.js';
import { freePort } from './free-port.js';

const ROOT = join(import.meta.dirname, '../..');
const COMMANDS = [
  'build',
  'serve',
  'search',
  'inspect',
  'compact',
  'changes',
  'harvest',
  'sign',
  'openapi',
];

const DIRECTORY = mkdtempSync(join(tmpdir(), 'carrel-test-'));
/** The snapshot of a {@link source}. */
const SNAPSHOT = join(DIRECTORY, 'harbour.snapshot');

beforeAll(compile, 120_000);
beforeAll(async () => {
  await buildSnapshot(records(), SNAPSHOT);
});
afterAll(() => rmSync(DIRECTORY, { recursive: true }));

/** Returns the records of a library with four books. */
function records() {
  return recordsOf({
    titles: [
      book('1', 'Moby-Dick', {
        sub_title: 'or, The Whale',
        authors: [{ name: 'Herman Melville' }, { name: 'Tom Quirk' }],
      }),
      book('2', 'Typee', { authors: [{ name: 'Herman Melville' }] }),
      book('3', 'Beowulf'),
      book('4', 'Emma', { authors: [{ name: 'Jane Austen' }], subjects: ['Melville'] }),
    ],
  });
}

/** Writes a source directory with four books, and returns its path. */
function source(): string {
  return writeRecords(scratchDirectory(), records());
}

describe('carrel', () => {
  it('prints its help and exits with status 2 if it has no arguments', async () => {
    const { status, stdout, stderr } = await carrel();
    expect({ status, stderr }).toEqual({ status: 2, stderr: '' });
    for (const command of COMMANDS) expect(stdout).toContain(`carrel ${command} `);
  });

  it('prints help of at most 40 lines and 80 columns', async () => {
    for (const args of [['--help'], ['build', 'x', '-h']]) {
      const { status, stdout, stderr } = await carrel(...args);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      const lines = stdout.trimEnd().split('\n');
      expect(lines[0]).toMatch(/^carrel/);
      expect(lines.length).toBeLessThanOrEqual(40);
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
    }
  });

  it('prints the help of a command for the unknown topic constructor', async () => {
    const { status, stdout, stderr } = await carrel('serve', '--help', 'constructor');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^carrel serve /);
  });

  it('prints its version', async () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    expect(await carrel('--version')).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
  });

  it.each(['find', '__proto__'])("refuses the unknown command '%s'", async (name) => {
    expect(await carrel(name)).toEqual({
      status: 2,
      stdout: '',
      stderr: `carrel: command: expected build, serve, search, inspect, compact, changes, harvest, sign, openapi or site, found '${name}'\n`,
    });
  });

  it('reports an invalid command line on standard error and exits with status 2', async () => {
    expect(await carrel('search', 'missing.snapshot', 'whale', '--limit', '0')).toEqual({
      status: 2,
      stdout: '',
      stderr: `carrel search: --limit: expected a whole number from 1 to 100, found '0'\nTry 'carrel search --help'.\n`,
    });
  });

  it('reports a missing file on standard error and exits with status 1', async () => {
    expect(await carrel('search', 'missing.snapshot', 'whale')).toEqual({
      status: 1,
      stdout: '',
      stderr: 'carrel search: missing.snapshot: expected a snapshot file, found nothing\n',
    });
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

  it('prints the file, the number of titles, the size and the time in one line', async () => {
    const file = join(scratchDirectory(), 'harbour.snapshot');
    const { status, stdout, stderr } = await carrel('build', source(), '--output', file);
    const size = new Intl.NumberFormat('en-US').format(readFileSync(file).length);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(
      new RegExp(`^${file}: 4 titles of 'harbour', ${size} bytes, in \\d+\\.\\d s\n$`),
    );
    expect(openCatalog(file).titles.size).toBe(4);
  });

  it('prints warnings to standard error and builds the snapshot', async () => {
    const directory = scratchDirectory();
    writeSource(directory, {
      'titles.jsonl': [{ id: '1', title: 'Emma', format: { id: 'BK' }, shelf: 3 }],
    });
    const file = join(directory, 'harbour.snapshot');
    const { status, stdout, stderr } = await carrel('build', directory, '-o', file);
    expect(status).toBe(0);
    expect(stderr).toBe("warning: titles.jsonl: unknown field 'shelf' ignored (1 time)\n");
    expect(stdout).toContain(": 1 title of 'harbour', ");
  });

  it('reports two errors of a source together, and keeps the existing snapshot', async () => {
    const directory = scratchDirectory();
    writeSource(directory, { 'titles.jsonl': '{"id":"1"}\n{' });
    const file = join(directory, 'harbour.snapshot');
    writeFileSync(file, 'before');
    const { status, stdout, stderr } = await carrel('build', directory, '-o', file);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain(
      `carrel build: ${directory}/titles.jsonl:1: title: expected a non-empty string, found nothing\n`,
    );
    expect(stderr).toContain(
      `${directory}/titles.jsonl:2: expected one JSON object per line, found text that is not JSON (`,
    );
    expect(readFileSync(file, 'utf8')).toBe('before');
    expect(readdirSync(directory).filter((name) => name.includes('tmp'))).toEqual([]);
  });
});

describe('carrel search', () => {
  it('prints the number of titles and one line per title', async () => {
    expect(await carrel('search', SNAPSHOT, 'melville')).toEqual({
      status: 0,
      stdout: [
        '3 titles',
        '2  Typee  Herman Melville  Book',
        '1  Moby-Dick: or, The Whale  Herman Melville; Tom Quirk  Book',
        '4  Emma  Jane Austen  Book',
        '',
      ].join('\n'),
      stderr: '',
    });
  });

  it('with --json prints the response body of the API', async () => {
    const args = ['--json', '--type', 'author', '--limit', '1'];
    const { status, stdout } = await carrel('search', SNAPSHOT, 'melville', ...args);
    expect(status).toBe(0);
    const params = { q: 'melville', library: 'harbour', search_type: 'author', limit: 1 } as const;
    const context = { baseUrl: 'http://localhost:8080' };
    expect(validated('titles', JSON.parse(stdout))).toEqual(
      searchTitles([openCatalog(SNAPSHOT)], params, context),
    );
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

describe('carrel inspect', () => {
  it('prints the contents of a snapshot, with one line per section', async () => {
    const { status, stdout, stderr } = await carrel('inspect', SNAPSHOT);
    const lines = stdout.trimEnd().split('\n');
    const size = new Intl.NumberFormat('en-US').format(readFileSync(SNAPSHOT).length);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const { sections, fingerprint, synonyms } = inspectSnapshot(SNAPSHOT);
    expect(synonyms).toBeGreaterThan(1000);
    expect(lines.slice(0, 6)).toEqual([
      `${SNAPSHOT}: snapshot with format version 9, ${size} bytes, undamaged`,
      'library   harbour: Harbour Library, as of 2026-11-01T00:00:00Z',
      `snapshot  ${fingerprint}`,
      'records   4 titles, 0 users, 0 user content, 0 lists, 0 sessions',
      `synonyms  of ${new Intl.NumberFormat('en-US').format(synonyms)} words and phrases`,
      'sections',
    ]);
    expect(lines.length).toBe(6 + sections.length);
    sections.forEach(({ name, checksum }, index) => {
      expect(lines[6 + index].trim().split(/\s+/)[0]).toBe(name);
      expect(lines[6 + index].endsWith(checksum)).toBe(true);
    });
  });

  it('with --json prints the contents as JSON', async () => {
    const { status, stdout } = await carrel('inspect', SNAPSHOT, '--json');
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toEqual(JSON.parse(JSON.stringify(inspectSnapshot(SNAPSHOT))));
  });

  it('refuses a damaged file', async () => {
    const file = join(scratchDirectory(), 'harbour.snapshot');
    const bytes = readFileSync(SNAPSHOT);
    bytes[bytes.length - 1] ^= 1;
    writeFileSync(file, bytes);
    const { status, stdout, stderr } = await carrel('inspect', file);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^carrel inspect: \S+: damaged: section '/);
  });
});

describe('carrel serve', () => {
  const ARGS = ['--api-key', 'one', '--api-key', 'two', '--port', '0', '--accept-shrink'];

  it.each(isLong ? (['SIGTERM', 'SIGINT'] as const) : (['SIGTERM'] as const))(
    'serves until %s, then exits with status 0',
    async (signal) => {
      const server = await start('carrel.js', ['serve', SNAPSHOT, ...ARGS], /Serving at .*\n/);
      expect(server.stdout).toBe(
        `harbour: Harbour Library, 4 titles\nServing at http://127.0.0.1:${server.port}\n`,
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
    const args = [
      '--api-key',
      'one',
      '--port',
      String(port),
      '--base-url',
      'https://api.example.org/',
    ];
    const server = await start('carrel.js', ['serve', source(), ...args], /Serving at .*\n/);
    expect(server.stdout).toContain('Serving at https://api.example.org/\n');
    const { text } = await sendRequest(port, '/v1/titles/1?api_key=one');
    expect(JSON.parse(text).title.details_url).toBe('https://api.example.org/item/show/1');
    expect((await server.stop('SIGTERM')).status).toBe(0);
  });

  it('exits with status 1 for two snapshots of the same library', async () => {
    const copy = join(scratchDirectory(), 'copy.snapshot');
    copyFileSync(SNAPSHOT, copy);
    expect(await carrel('serve', SNAPSHOT, copy, ...ARGS)).toEqual({
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
    expect(await carrel(...args, port)).toEqual(inUse);
    expect(await carrel(...args, '0', '--monitoring', `127.0.0.1:${port}`)).toEqual(inUse);
    other.close();
  });

  it.each(['127.0.0.1', '0.0.0.0'])(
    'exits with status 1 when --monitoring names the address of --host %s and --port',
    async (host) => {
      const port = String(await freePort());
      const args = [SNAPSHOT, '--api-key', 'k', '--no-pages', '--host', host, '--port', port];
      expect(await carrel('serve', ...args, '--monitoring', `127.0.0.1:${port}`)).toEqual({
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
    expect(await carrel('serve', ...args)).toEqual({
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

  it.each([
    ['limits', '\n  requests-in-flight            1000  503; counts unfinished responses\n'],
    ['network', '\n  --listen unix:PATH\n'],
  ])('with --help %s prints this topic', async (topic, line) => {
    const { stdout } = await carrel('serve', '--help', topic);
    expect(stdout).toContain(line);
    const lines = stdout.trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(40);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
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
