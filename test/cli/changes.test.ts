import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../src/snapshot/file/writing/build-snapshot.js';
import { book, recordsOf, type SmallLibrary } from '../catalog/catalog-of.js';
import { iso2709 } from '../import/marc/iso2709-bytes.js';
import { scratchDirectory } from '../snapshot/file/scratch-directory.js';
import { writeRecords } from '../snapshot/file/source-files.js';
import { runCarrel } from './run-carrel.js';

const DATA = join(import.meta.dirname, '../../data');

/** Runs the command, and expects exit status 0. */
async function run(...args: string[]) {
  const outcome = await runCarrel('changes', ...args);
  expect(outcome.status, outcome.stderr).toBe(0);
  return outcome;
}

const source = (records: SmallLibrary) => writeRecords(scratchDirectory(), recordsOf(records));

describe('carrel changes', () => {
  it('prints the changes between two source directories', async () => {
    const older = source({ titles: [book('1', 'Typee'), book('2', 'Omoo')] });
    const newer = source({
      titles: [
        book('1', 'Typee', { holdings: [{ branch: 'MAIN', status: 'AVAILABLE' }] }),
        book('3', 'Mardi'),
      ],
    });
    const { stdout, stderr } = await run(older, newer);
    const place = '"library":"harbour","at":"2026-11-01T00:00:00Z"';
    expect(stdout).toBe(
      [
        `{"op":"holdings","title":"1","holdings":[{"branch":"MAIN","status":"AVAILABLE"}],${place}}\n`,
        `{"op":"put","kind":"titles","record":{"id":"3","title":"Mardi","format":{"id":"BK"}},${place}}\n`,
        `{"op":"delete","kind":"titles","id":"2",${place}}\n`,
      ].join(''),
    );
    expect(stderr).toContain(
      "1 record of 'harbour' added or replaced, 1 deleted, 1 change of holdings\n",
    );
  });

  it('compares MARC records only if both sides contain them', async () => {
    const marc = (text: string) => ({
      marc: {
        leader: '0'.repeat(24),
        fields: [{ tag: '245', subfields: [{ code: 'a', value: text }] }],
      },
    });
    const with2 = (a: object, b: object) =>
      source({ titles: [book('1', 'Typee', a), book('2', 'Omoo', b)] });
    const holdings = [{ branch: 'MAIN', status: 'AVAILABLE' }];
    const [none, both, one, changed, lent] = [
      with2({}, {}),
      with2(marc('Typee'), marc('Omoo')),
      with2(marc('Typee'), {}),
      with2(marc('Typee'), marc('Omoo.')),
      with2({ holdings }, {}),
    ];
    const opsOf = ({ stdout }: { stdout: string }) =>
      stdout
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
        .map(({ op, title, record }) => `${op} ${title ?? record.id}`);
    const left = 'MARC records: not compared, because the other side does not contain them\n';
    for (const [older, newer, ops, warned] of [
      [both, none, [], both],
      [none, both, [], both],
      [both, lent, ['holdings 1'], both],
      [both, changed, ['put 2'], undefined],
      [both, one, ['put 2'], undefined],
      [none, lent, ['holdings 1'], undefined],
    ] as const) {
      const outcome = await run(older, newer);
      expect(opsOf(outcome)).toEqual(ops);
      const warning = warned && `warning: ${warned}: ${left}`;
      expect(outcome.stderr.match(/warning: .*MARC.*\n/g)?.join('')).toBe(warning);
    }
  });

  it('appends to a file, and refuses a source that lost many titles', async () => {
    const titles = Array.from({ length: 10 }, (_, id) => book(String(id), 'Typee'));
    const [older, newer, output] = [
      source({ titles }),
      source({ titles: titles.slice(2) }),
      join(scratchDirectory(), 'c'),
    ];
    expect(await runCarrel('changes', older, newer, '-o', output)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/expected at least 9 titles .*raise --max-shrink\n$/),
    });
    expect(existsSync(output)).toBe(false);
    writeFileSync(output, '{}\n');
    const { stdout } = await run(older, newer, '-o', output, '--max-shrink', '20');
    expect(stdout).toBe(
      `${output}: 0 records of 'harbour' added or replaced, 2 deleted, 0 changes of holdings\n`,
    );
    expect(readFileSync(output, 'utf8').split('\n')).toHaveLength(4);
  });

  it('finds no changes between a source directory and its snapshot', async () => {
    const directory = join(DATA, 'meridian');
    const snapshot = join(scratchDirectory(), 'a.snapshot');
    await buildSnapshot(directory, snapshot);
    for (const sides of [
      [directory, snapshot],
      [snapshot, directory],
    ]) {
      const { stdout, stderr } = await run(...sides);
      expect(stdout).toBe('');
      expect(stderr).toContain(
        `warning: ${directory}: sessions: not compared, because the other side does not contain them\n`,
      );
    }
  });

  it('compares only the titles of record files', async () => {
    const library = join(DATA, 'harbour.library.json');
    const marc = join(DATA, 'harbour.mrc');
    const snapshot = join(scratchDirectory(), 'a.snapshot');
    const older = source({ titles: [book('1', 'Typee')], users: [{ id: 1, name: 'ishmael' }] });
    await buildSnapshot(older, snapshot);
    const { stdout, stderr } = await run(snapshot, marc, '--library', library);
    expect(stdout.match(/"op":"put","kind":"titles"/g)).toHaveLength(22);
    expect(stdout).toContain('{"op":"delete","kind":"titles","id":"1"');
    expect(stdout).not.toContain('"kind":"users"');
    expect(stderr).toContain(`${snapshot}: users, user_content, lists: not compared`);
    expect(stderr).toContain('22 titles, 0 refused');
    expect((await run(marc, marc, '--library', library)).stdout).toBe('');
  });

  it('reads record files with the holdings profile of a snapshot or of OLD', async () => {
    const library = join(DATA, 'harbour.library.json');
    const directory = scratchDirectory();
    const [both, symphony, snapshot] = ['both.mrc', 'symphony.mrc', 'a.snapshot'].map((name) =>
      join(directory, name),
    );
    const fields = [
      ['001', '1'],
      ['245', '00$aEmma.'],
      ['999', '  $aF AUS$lSTACKS$mMAIN$kLOST'],
    ] as const;
    writeFileSync(symphony, iso2709(fields.map(([tag, content]) => [tag, content])));
    const sierra = ['945', '  $aF AUS$lmain $s-'] as const;
    writeFileSync(both, iso2709([...fields, sierra].map(([tag, content]) => [tag, content])));
    const built = await runCarrel('build', symphony, '--library', library, '-o', snapshot);
    expect(built.status, built.stderr).toBe(0);
    for (const sides of [
      [snapshot, both],
      [both, snapshot],
      [symphony, both],
    ]) {
      expect((await run(...sides, '--library', library)).stdout).toBe('');
    }
    const other = ['--library', library, '--holdings', 'sierra'];
    expect((await run(snapshot, both, ...other)).stdout).toContain('"branch":"main"');
    expect((await runCarrel('inspect', snapshot)).stdout).toContain(
      'holdings  read with the profile symphony\n',
    );
  });

  it('needs --holdings for a snapshot whose profile was in a file that is missing', async () => {
    const library = join(DATA, 'harbour.library.json');
    const snapshot = join(scratchDirectory(), 'a.snapshot');
    const titles = [book('1', 'Typee')];
    const holdings = ['missing.json'];
    await buildSnapshot({ ...recordsOf({ titles }), holdings }, snapshot);
    const marc = join(DATA, 'harbour.mrc');
    const stderr = `carrel changes: --holdings: expected the file with the holdings profile of ${snapshot}, found no 'missing.json'; give its path with --holdings\n`;
    expect(await runCarrel('changes', snapshot, marc, '--library', library)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(stderr),
    });
  });

  it.each<[string[], string]>([
    [[DATA], 'OLD NEW: expected two sources, found 1'],
    [[DATA, DATA, DATA], 'OLD NEW: expected two sources, found 3'],
    [[DATA, DATA, '-o', ''], '--output: expected a file to append to, found nothing'],
    [[DATA, DATA, '--max-shrink', 'all'], '--max-shrink: expected a whole number'],
    [[DATA, join(DATA, 'harbour.mrc')], '--library: expected a JSON file, found nothing'],
  ])('%j: %s', async (args, message) => {
    const stderr = expect.stringContaining(`carrel changes: ${message}`);
    expect(await runCarrel('changes', ...args)).toMatchObject({ status: 2, stderr });
  });

  it('refuses to append to a file that it reads', async () => {
    const older = source({});
    const titles = join(older, 'titles.jsonl');
    expect((await runCarrel('changes', older, source({}), '-o', titles)).stderr).toContain(
      'expected a file that is not also read',
    );
  });

  it('names a source that does not exist', async () => {
    expect((await runCarrel('changes', 'missing.mrc', DATA)).stderr).toMatch(/missing\.mrc/);
  });
});
