import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  createReadStream,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../src/snapshot/file/writing/build-snapshot.js';
import { book, recordsOf } from '../catalog/catalog-of.js';
import { iso2709 } from '../import/marc/iso2709-bytes.js';
import { marcXml, startProvider } from '../import/oai/test-provider.js';
import { scratchDirectory } from '../snapshot/file/scratch-directory.js';
import { writeRecords } from '../snapshot/file/source-files.js';
import { compile, ROOT } from './compiled.js';

beforeAll(compile);

/** Runs `carrel` in an empty directory, which must be empty afterwards too, with the bytes of a file as standard input. */
async function run(args: readonly string[], input?: string) {
  const [cwd, temporary] = [scratchDirectory(), scratchDirectory()];
  const script = join(ROOT, 'dist/cli/carrel.js');
  const child = spawn(process.execPath, [script, ...args], {
    cwd,
    env: { ...process.env, TMPDIR: temporary },
  });
  const sent =
    input === undefined
      ? child.stdin.end()
      : pipeline(createReadStream(input), child.stdin).catch(() => {});
  const [stdout, stderr, [status]] = await Promise.all([
    buffer(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
    sent,
  ]);
  expect(readdirSync(cwd).concat(readdirSync(temporary))).toEqual([]);
  return { status, stdout, stderr };
}

const TITLES = [book('1', 'Moby-Dick'), book('2', 'Typee')];

/** Writes a source directory, its snapshot, and a record file with the same titles. */
async function files() {
  const directory = scratchDirectory();
  const source = writeRecords(scratchDirectory(), recordsOf({ titles: TITLES }));
  const snapshot = join(directory, 'harbour.snapshot');
  await buildSnapshot(source, snapshot);
  const csv = join(directory, 'titles.csv');
  writeFileSync(csv, 'id,title\n1,Moby-Dick\n2,Typee\n');
  const columns = join(directory, 'columns.json');
  writeFileSync(columns, '{"columns":{}}');
  return { directory, source, snapshot, csv, columns, library: join(source, 'library.json') };
}

describe('As the name of a file, -', () => {
  it('is standard output for build and compact, which write the bytes of a file, and their summary elsewhere', async () => {
    const { directory, source, snapshot } = await files();
    const built = await run(['build', source, '-o', '-']);
    expect(built).toMatchObject({
      status: 0,
      stderr: expect.stringMatching(/^standard output: 2 titles of 'harbour', /),
    });
    expect(built.stdout.equals(readFileSync(snapshot))).toBe(true);
    const changes = join(directory, 'changes.jsonl');
    writeFileSync(changes, '');
    const compacted = await run(['compact', snapshot, '--changes', changes, '-o', '-']);
    expect(compacted.stderr).toMatch(
      /^0 changes applied.*\nstandard output: 2 titles of 'harbour', /,
    );
    expect(compacted.stdout.equals(readFileSync(snapshot))).toBe(true);
    const failed = await run(['build', source, '-o', '-', '--min-titles', '3']);
    expect([failed.status, failed.stdout.length]).toEqual([1, 0]);
  });

  it('is standard input for build, search and inspect', async () => {
    const { snapshot, csv, columns, library } = await files();
    const args = ['build', '-', '--columns', columns, '--library', library, '-o', '-'];
    const built = await run(args, csv);
    expect(built.stderr).toMatch(/^2 records read: 2 titles, 0 refused\n/);
    expect(built.stdout.equals(readFileSync(snapshot))).toBe(true);
    const found = await run(['search', '-', 'typee'], snapshot);
    expect(found).toMatchObject({ status: 0, stdout: Buffer.from('1 title\n2  Typee  Book\n') });
    const inspected = await run(['inspect', '-', '--verify'], snapshot);
    expect(inspected.stdout.toString()).toMatch(
      /^standard input: snapshot with format version \d+, .* undamaged\nlibrary {3}harbour/,
    );
    for (const [command, ...more] of [['search', 'typee'], ['inspect'], ['inspect', '--verify']]) {
      expect(await run([command, '-', ...more], library)).toMatchObject({
        status: 1,
        stderr: expect.stringMatching(`^carrel ${command}: standard input: expected `),
      });
    }
    expect((await run(['changes', '-', '-', '--library', library], csv)).stderr).toMatch(
      /OLD NEW: expected standard input \(-\) at most once, found it twice/,
    );
  });

  it('is standard input for build with titles in the source format, which are checked like titles of a directory', async () => {
    const { directory, source, snapshot, library } = await files();
    const args = ['build', '-', '--library', library, '-o', '-'];
    const titles = join(source, 'titles.jsonl');
    const built = await run(args, titles);
    expect(built.stderr).toMatch(/^standard output: 2 titles of 'harbour', /);
    expect(built.stdout.equals(readFileSync(snapshot))).toBe(true);
    const [packed, damaged] = ['titles.gz', 'damaged.jsonl'].map((name) => join(directory, name));
    writeFileSync(packed, gzipSync(readFileSync(titles)));
    expect((await run(args, packed)).stdout.equals(built.stdout)).toBe(true);
    writeFileSync(damaged, '{"id":"1","title":"Moby-Dick","format":{"id":"BK"}}\n\n{"id":"2"');
    expect(await run(args, damaged)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(
        /^carrel build: standard input:3: expected one JSON object per line, found text that is not JSON/,
      ),
    });
    expect((await run([...args, '--keep-marc'], titles)).stderr).toMatch(
      /^carrel build: --keep-marc: expected MARC records in standard input, found titles in the source format\n/,
    );
  });

  it('is standard input for build with titles in the source format that begin with a byte order mark', async () => {
    const { directory, source, snapshot, library } = await files();
    const marked = join(directory, 'marked.jsonl');
    for (const start of ['\ufeff', '\ufeff\n']) {
      writeFileSync(marked, start + readFileSync(join(source, 'titles.jsonl'), 'utf8'));
      const built = await run(['build', '-', '--library', library, '-o', '-'], marked);
      expect(built.stderr).toMatch(/^standard output: 2 titles of 'harbour', /);
      expect(built.stdout.equals(readFileSync(snapshot))).toBe(true);
    }
  });

  it('is standard output for the report of build, changes and harvest, whose summary is on standard error', async () => {
    const { directory, source, csv, library } = await files();
    const reported = await run([
      'build',
      csv,
      '--library',
      library,
      '-o',
      join(directory, 's'),
      '--report',
      '-',
    ]);
    expect(JSON.parse(reported.stdout.toString())).toMatchObject({ titles: 2 });
    expect(reported.stderr).toMatch(/2 titles of 'harbour'/);
    const older = writeRecords(scratchDirectory(), recordsOf({ titles: TITLES.slice(0, 1) }));
    const changed = await run(['changes', older, source, '-o', '-']);
    expect(JSON.parse(changed.stdout.toString())).toMatchObject({ op: 'put', record: { id: '2' } });
    const provider = await startProvider([
      { identifier: 'oai:1', datestamp: '2026-11-01', marc: marcXml('1', 'Moby-Dick') },
    ]);
    const state = join(directory, 'state.json');
    const harvested = await run([
      'harvest',
      provider.address,
      '--library',
      library,
      '-o',
      '-',
      '--state',
      state,
      '--holdings',
      'none',
    ]);
    expect(JSON.parse(harvested.stdout.toString())).toMatchObject({ record: { id: '1' } });
    expect(harvested.stderr).toBe(
      "standard output: 1 title of 'harbour' added or replaced, 0 deleted, 0 records skipped\n",
    );
    expect(existsSync(state)).toBe(true);
    expect(
      (await run(['harvest', provider.address, '--library', library, '-o', '-', '--state', state]))
        .status,
    ).toBe(0);
  });

  it('is standard input for build with MARC records', async () => {
    const { directory, library } = await files();
    const record = join(directory, 'export.mrc');
    writeFileSync(
      record,
      iso2709([
        ['001', 'b1'],
        ['245', '00$aTypee.'],
      ]),
    );
    const built = await run(['build', '-', '--library', library, '-o', '-'], record);
    expect(built.stderr).toMatch(/^1 record read: 1 title, 0 refused\n/);
  });

  it('is written to one file at most, and not to a file that is also read', async () => {
    const { csv, library } = await files();
    const both = await run(['build', csv, '--library', library, '-o', '-', '--report', '-']);
    expect(both).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(
        "--report: expected a file that is not also written by --output, found '-'",
      ),
    });
    const script = join(ROOT, 'dist/cli/carrel.js');
    const input = openSync(csv, 'r');
    const { status, stderr } = spawnSync(
      process.execPath,
      [script, 'build', '-', '--library', library, '-o', csv],
      { stdio: [input, 'pipe', 'pipe'] },
    );
    closeSync(input);
    expect(status).toBe(2);
    expect(stderr.toString()).toContain(
      `--output: expected a file that is not also read, found '${csv}'\n`,
    );
    expect(readFileSync(csv, 'utf8')).toContain('Typee');
  });
});
