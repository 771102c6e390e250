import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { buildSnapshot } from '../../src/snapshot/file/writing/build-snapshot.js';
import { sendRequest } from '../http/test-server.js';
import { marcXml, startProvider } from '../import/oai/test-provider.js';
import { DEMO } from '../shared-data.js';
import { scratchDirectory } from '../snapshot/file/scratch-directory.js';
import { writeSource } from '../snapshot/file/source-files.js';
import { compile, ROOT } from './compiled.js';
import { freePort } from './free-port.js';

beforeAll(compile);

/** Whether this process may mount a disk in a namespace of its own. */
const canMount =
  spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' })
    .status === 0;

const DISK_BYTES = 256 * 1024;
const PAGE = 4096;

/** Copies the directory `before` to a disk of 256 kB at `disk`, runs a command, and copies the disk to `after`. */
const ON_SMALL_DISK = `mount -t tmpfs -o size=256k tmpfs disk && cp before/* disk && "$@"
status=$?; cp disk/* after; exit $status`;

/** Runs `carrel` in a directory with a small disk at `disk`. Returns its exit status and standard error. */
function carrelOnSmallDisk(directory: string, args: readonly string[]) {
  for (const name of ['disk', 'after']) mkdirSync(join(directory, name));
  const command = [process.execPath, join(ROOT, 'dist/cli/carrel.js'), ...args];
  return new Promise<{ status: number | null; stderr: string }>((resolve) => {
    const child = execFile(
      'unshare',
      ['-rm', 'sh', '-c', ON_SMALL_DISK, 'sh', ...command],
      { cwd: directory },
      (_error, _stdout, stderr) => resolve({ status: child.exitCode, stderr }),
    );
  });
}

/** Creates a directory with a directory `before` that contains a small snapshot and a file of changes. */
async function directoryWithFiles(): Promise<string> {
  const directory = scratchDirectory();
  mkdirSync(join(directory, 'before'));
  const source = writeSource(join(directory, 'source'));
  await buildSnapshot(source, join(directory, 'before/old.snapshot'));
  writeFileSync(
    join(directory, 'before/changes.jsonl'),
    '{"op":"delete","kind":"titles","id":"1"}\n',
  );
  return directory;
}

describe.skipIf(!canMount)('On a full disk (skipped where disks cannot be mounted)', () => {
  const problem = (path: string) =>
    `${path}: expected to write the file, found an error (ENOSPC: no space left on device, write)\n`;

  it.each([
    ['build', [join(DEMO, 'alderwick')]],
    ['compact', [join(DEMO, 'alderwick'), '--changes', 'before/changes.jsonl']],
  ])('carrel %s keeps the old file and leaves no other file', async (command, args) => {
    const directory = await directoryWithFiles();
    const all = [command, ...args, '-o', 'disk/old.snapshot', '--allow-library-change'];
    const { status, stderr } = await carrelOnSmallDisk(directory, all);
    expect(stderr).toContain(`carrel ${command}: ${problem('disk/old.snapshot')}`);
    expect(status).toBe(1);
    const [before, after] = ['before', 'after'].map((name) => filesIn(join(directory, name)));
    expect(after).toEqual(before);
  });

  it('carrel build keeps the old file if its report cannot be written', async () => {
    const directory = await directoryWithFiles();
    const before = readdirSync(join(directory, 'before')).map(
      (name) => statSync(join(directory, 'before', name)).size,
    );
    const free = before.reduce((left, size) => left - PAGE * Math.ceil(size / PAGE), DISK_BYTES);
    writeFileSync(join(directory, 'before/rest'), Buffer.alloc(free));
    const output = join(directory, 'old.snapshot');
    copyFileSync(join(directory, 'before/old.snapshot'), output);
    const old = readFileSync(output);
    const library = ['--library', join(DEMO, 'harbour.library.json'), '--allow-library-change'];
    const files = ['--report', 'disk/report.json', '-o', 'old.snapshot'];
    const all = ['build', join(DEMO, 'harbour.mrc'), ...library, ...files];
    const { status, stderr } = await carrelOnSmallDisk(directory, all);
    expect(stderr).toBe(`carrel build: ${problem('disk/report.json')}`);
    expect(status).toBe(1);
    expect(readFileSync(output)).toEqual(old);
    expect(readdirSync(directory).sort()).toEqual([
      'after',
      'before',
      'disk',
      'old.snapshot',
      'source',
    ]);
  });

  it('carrel harvest keeps the lines before, and does not write the state', async () => {
    const directory = await directoryWithFiles();
    const provider = await startProvider([
      {
        identifier: 'oai:harbour:1',
        datestamp: '2026-11-01T10:00:00Z',
        marc: marcXml('1', 'Sea '.repeat(1 << 16)),
      },
    ]);
    const files = ['-o', 'disk/changes.jsonl', '--state', 'disk/state.json'];
    const library = ['--library', join(DEMO, 'harbour.library.json')];
    const all = ['harvest', provider.address, ...files, ...library];
    const { status, stderr } = await carrelOnSmallDisk(directory, all);
    expect(stderr).toContain(`carrel harvest: ${problem('disk/changes.jsonl')}`);
    expect(status).toBe(1);
    expect(readdirSync(join(directory, 'after'))).toEqual(['changes.jsonl', 'old.snapshot']);
    const [before, after] = ['before', 'after'].map((name) =>
      readFileSync(join(directory, name, 'changes.jsonl'), 'utf8'),
    );
    expect(after.slice(0, before.length)).toBe(before);
  });
});

/** Runs `carrel` with a redirection, such as `>/dev/full`. */
function carrelTo(redirection: string, args: readonly string[]) {
  const command = [process.execPath, join(ROOT, 'dist/cli/carrel.js'), ...args];
  return new Promise<{ status: number | null; stdout: string; stderr: string }>((resolve) => {
    const child = execFile(
      'sh',
      ['-c', `"$@" ${redirection}`, 'sh', ...command],
      (_error, stdout, stderr) =>
        resolve({ status: child.exitCode, stdout, stderr: withoutProgress(stderr) }),
    );
  });
}

const FULL_OUTPUT =
  'carrel: standard output: expected to write the output, found an error (ENOSPC: no space left on device, write)\n';

/** Removes the lines that a long build prints every ten seconds. */
function withoutProgress(text: string): string {
  return text.replace(/^[\d,]+ titles.*\n/gm, '');
}

describe.skipIf(!existsSync('/dev/full'))('With a full disk as standard output', () => {
  it.each([
    ['openapi', ['openapi']],
    ['search', ['search', join(DEMO, 'alderwick'), 'whale', '--json']],
    ['inspect', ['inspect']],
    ['build', ['build', join(DEMO, 'alderwick'), '-o']],
    ['--version', ['--version']],
  ])('carrel %s ends with status 1', async (command, args) => {
    const file = join(scratchDirectory(), 'new.snapshot');
    if (command === 'inspect') await buildSnapshot(join(DEMO, 'alderwick'), file);
    const all = command === 'inspect' || command === 'build' ? [...args, file] : args;
    const { status, stderr } = await carrelTo('>/dev/full', all);
    expect([status, stderr]).toEqual([1, FULL_OUTPUT]);
    expect(existsSync(file)).toBe(command === 'inspect' || command === 'build');
  });

  it('carrel serve serves, and logs that its standard output is lost', async () => {
    const file = join(scratchDirectory(), 'alderwick.snapshot');
    await buildSnapshot(join(DEMO, 'alderwick'), file);
    const port = await freePort();
    const args = ['serve', file, '--api-key', 'k', '--port', String(port)];
    const script = join(ROOT, 'dist/cli/carrel.js');
    const command = 'exec "$@" >/dev/full';
    const child = spawn('sh', ['-c', command, 'sh', process.execPath, script, ...args]);
    onTestFinished(() => {
      child.kill('SIGKILL');
    });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text) => {
      stderr += text;
    });
    await expect.poll(() => stderr).toContain('"event":"standard output not written"');
    expect((await sendRequest(port, '/readyz')).status).toBe(200);
    child.kill('SIGTERM');
    expect(await once(child, 'close')).toEqual([0, null]);
  });
});

describe.skipIf(!existsSync('/dev/full'))('With a full disk as standard error', () => {
  it('a command has the same status and output', async () => {
    expect((await carrelTo('2>/dev/full', ['build'])).status).toBe(2);
    const same = ['changes', join(DEMO, 'alderwick'), join(DEMO, 'alderwick')];
    expect(await carrelTo('2>/dev/full', same)).toEqual({ status: 0, stdout: '', stderr: '' });
  });
});

describe.skipIf(!canMount)('With a disk that is too small for standard output', () => {
  it('a command ends with status 1', async () => {
    const directory = scratchDirectory();
    const mount = `cd '${directory}' && mkdir disk && mount -t tmpfs -o size=16k tmpfs disk && `;
    const script = [process.execPath, join(ROOT, 'dist/cli/carrel.js'), 'openapi'];
    const { status, stderr } = spawnSync(
      'unshare',
      ['-rm', 'sh', '-c', `${mount}"$@" >disk/openapi.json`, 'sh', ...script],
      { encoding: 'utf8' },
    );
    expect([status, stderr]).toEqual([1, FULL_OUTPUT]);
  });
});

/** Returns the names and contents of the files of a directory. */
function filesIn(directory: string): (readonly [string, Buffer])[] {
  return readdirSync(directory).map((name) => [name, readFileSync(join(directory, name))]);
}
