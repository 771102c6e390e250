import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildSnapshot, type SourceRecords } from '../../src/index.js';
import { book, recordsOf } from '../catalog/catalog-of.js';
import { DEMO } from '../shared-data.js';
import { arraysOf, makeBatch, readRecords } from '../snapshot/changes/naive-source.js';
import { anyChange } from '../snapshot/changes/random-changes.js';
import { scratchDirectory } from '../snapshot/file/scratch-directory.js';
import { runCarrel } from './run-carrel.js';

const RECORDS = recordsOf({
  titles: [book('1', 'Moby-Dick'), book('2', 'Typee')],
  users: [{ id: 1, name: 'ishmael' }],
  sessions: [{ id: 'secret', user: 1 }],
});

/** Builds a snapshot of records in a new directory, and returns its path. */
async function snapshotOf(records: SourceRecords): Promise<string> {
  const file = join(scratchDirectory(), 'old.snapshot');
  await buildSnapshot(records, file);
  return file;
}

/** Writes a file of changes in a new directory, and returns its path. */
function changesFile(text: string): string {
  const file = join(scratchDirectory(), 'changes.jsonl');
  writeFileSync(file, text);
  return file;
}

function linesOf(values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}

/** Runs the command, and returns the standard output and standard error without the time. */
async function run(...args: string[]) {
  const { status, stdout, stderr } = await runCarrel('compact', ...args);
  expect(status, stderr).toBe(0);
  return { stdout: stdout.replace(/ in \S+ s\n/, ' in N s\n'), stderr };
}

describe('carrel compact', () => {
  it('writes the same bytes as a build from the changed source', async () => {
    const records = readRecords(join(DEMO, 'alderwick'));
    const [makers] = fc.sample(fc.array(anyChange, { minLength: 60, maxLength: 60 }), 1);
    const { changes, skipped, changed } = makeBatch(arraysOf(records), makers);
    const snapshot = await snapshotOf(records);
    const output = join(scratchDirectory(), 'new.snapshot');
    const { stdout } = await run(
      snapshot,
      '--changes',
      changesFile(linesOf(changes)),
      '-o',
      output,
    );
    expect(stdout).toContain(
      `${60 - skipped.length} changes applied, ${skipped.length} skipped, 0 before`,
    );
    const built = await snapshotOf(changed);
    expect(readFileSync(output).equals(readFileSync(built))).toBe(true);
  });

  it('replaces the snapshot, and reports skipped lines with file and line', async () => {
    const snapshot = await snapshotOf(RECORDS);
    const title = { id: '3', title: 'Omoo', format: { id: 'BK' }, shelf: 7 };
    const changes = changesFile(
      `\n${linesOf([
        { op: 'put', kind: 'titles', record: title },
        { op: 'delete', kind: 'lists', id: 'l' },
        { op: 'delete', kind: 'titles', id: '1', at: '2026-10-31T00:00:00Z' },
        { op: 'delete', kind: 'titles', id: '1', library: 'hill' },
      ])}secret\n{"op":"delete","kind":"titles","id":"2"}`,
    );
    const { stdout, stderr } = await run(snapshot, '--changes', changes, '-o', snapshot);
    expect(stderr).toBe(
      `skipped: ${changes}:3: id: expected the id of a list, found 'l'\n` +
        `skipped: ${changes}:6: expected one JSON object per line, found text that is not JSON\n` +
        `skipped: ${changes}:7: expected a line break at the end of the line, found the end of the file\n` +
        "warning: changes.jsonl: unknown field 'record.shelf' ignored (1 time)\n",
    );
    const built = await snapshotOf({ ...RECORDS, titles: [...RECORDS.titles, book('3', 'Omoo')] });
    const bytes = readFileSync(built);
    expect(readFileSync(snapshot).equals(bytes)).toBe(true);
    expect(stdout).toBe(
      '1 change applied, 3 skipped, 1 before the date of the snapshot, 1 of other libraries\n' +
        `${snapshot}: 3 titles of 'harbour', ${bytes.length.toLocaleString('en')} bytes, in N s\n`,
    );
  });

  it('skips the lines that are too long for carrel serve', async () => {
    const put = { op: 'put', kind: 'titles', record: book('3', 'Omoo') };
    const changes = changesFile(`${JSON.stringify(put)}${' '.repeat(4 * 1024 * 1024)}\n`);
    const output = join(scratchDirectory(), 'new.snapshot');
    const { stdout, stderr } = await run(
      await snapshotOf(RECORDS),
      ...['--changes', changes, '-o', output],
    );
    expect(stdout).toContain('0 changes applied, 1 skipped');
    expect(stderr).toBe(
      `skipped: ${changes}:1: expected a line of at most 4194304 bytes, found more\n`,
    );
  });

  it('lists 20 skipped lines, and counts the others', async () => {
    const changes = changesFile('{}\n'.repeat(23));
    const snapshot = await snapshotOf(RECORDS);
    const { stderr } = await run(snapshot, '--changes', changes, '-o', snapshot);
    expect(stderr.trimEnd().split('\n').slice(19)).toEqual([
      `skipped: ${changes}:20: op: expected one of holdings, put, delete, found nothing`,
      'skipped: 3 more lines',
    ]);
    const quiet = await run(snapshot, '--changes', changes, '-o', snapshot, '--quiet');
    expect(quiet).toEqual({ stdout: '', stderr });
  });

  it('refuses changes that delete more than 10 % of the titles', async () => {
    const snapshot = await snapshotOf(RECORDS);
    const bytes = readFileSync(snapshot);
    const changes = changesFile(linesOf([{ op: 'delete', kind: 'titles', id: '1' }]));
    const output = join(scratchDirectory(), 'new.snapshot');
    const args = [snapshot, '--changes', changes, '-o', output];
    expect((await runCarrel('compact', ...args)).stderr).toContain(
      `${output}: expected at least 2 titles (10 % fewer than the 2 titles of the catalog that it replaces), found 1; check the source, or raise --max-shrink`,
    );
    await run(...args, '--max-shrink', '50');
    expect(readFileSync(snapshot).equals(bytes)).toBe(true);
  });

  it('refuses a missing file of changes', async () => {
    const snapshot = await snapshotOf(RECORDS);
    const changes = join(scratchDirectory(), 'changes.jsonl');
    const { stderr } = await runCarrel('compact', snapshot, '--changes', changes, '-o', snapshot);
    expect(stderr).toBe(`carrel compact: ${changes}: expected a file, found nothing\n`);
  });
});
