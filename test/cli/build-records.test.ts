import { execFileSync, spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openCatalog } from '../../src/snapshot/file/open-catalog.js';
import { iso2709 } from '../import/marc/iso2709-bytes.js';
import {
  type FileContent,
  scratchDirectory,
  writeFiles,
} from '../snapshot/file/scratch-directory.js';
import { SMALL_SOURCE } from '../snapshot/file/source-files.js';
import { carrel, compile } from './compiled.js';

beforeAll(compile, 120_000);

const LIBRARY = JSON.stringify({
  ...JSON.parse(SMALL_SOURCE['library.json']),
  branches: [{ id: 'MAIN', name: 'Main Library' }],
});

const BOOKS = ['Moby-Dick', 'Typee', 'Omoo'].map((title, index) =>
  iso2709([
    ['001', `b${index + 1}`],
    ['040', '  $aDLC'],
    ['245', `00$a${title}.`],
    ['952', `  $aMAIN$bMAIN$oF MEL$70${index === 2 ? '$01' : ''}`],
  ]),
);

/**
 * Writes files and a library.json into a temporary directory. Returns `at`, which returns the path of a file,
 * `output`, the path of the snapshot to build, and `args`, the options `--library` and `-o` of `carrel build`.
 */
function files(content: Record<string, FileContent>) {
  const directory = writeFiles(scratchDirectory(), { 'library.json': LIBRARY, ...content });
  const at = (name: string) => join(directory, name);
  const output = at('harbour.snapshot');
  return { at, output, args: ['--library', at('library.json'), '-o', output] };
}

describe('carrel build with record files', () => {
  it('keeps the MARC records with --keep-marc', async () => {
    const { at, output, args } = files({ 'export.mrc': Buffer.concat(BOOKS) });
    const { status } = await carrel('build', at('export.mrc'), '--keep-marc', ...args);
    expect(status).toBe(0);
    const { marc } = openCatalog(output).titles.pick(0, ['marc']);
    expect(marc?.fields.map(({ tag }) => tag)).toEqual(['001', '040', '245', '952']);
  });

  it('builds a snapshot and prints a summary', async () => {
    const { at, output, args } = files({ 'export.mrc': Buffer.concat(BOOKS) });
    const { status, stdout, stderr } = await carrel('build', at('export.mrc'), ...args);
    expect(stderr).toBe(
      [
        '3 records read: 3 titles, 0 refused',
        'holdings: 3 read with the profile koha, 1 withdrawn and omitted',
        'unused fields: 040 (3)',
        '',
      ].join('\n'),
    );
    expect(status).toBe(0);
    expect(stdout).toContain(`${output}: 3 titles of 'harbour', `);
    expect(openCatalog(output).titles.size).toBe(3);
  });

  it('writes the date of --date into the snapshot, or the current time for now', async () => {
    const { at, output, args } = files({ 'export.mrc': Buffer.concat(BOOKS) });
    const built = await carrel(
      'build',
      at('export.mrc'),
      ...args,
      '--date',
      '2026-12-24T00:00:00Z',
    );
    expect(built.status).toBe(0);
    expect(openCatalog(output).library.snapshot_date).toBe('2026-12-24T00:00:00Z');
    const before = Date.now() - 1000;
    await carrel('build', at('export.mrc'), ...args, '--date', 'now');
    const date = Date.parse(openCatalog(output).library.snapshot_date);
    expect(date).toBeGreaterThan(before);
    expect(date).toBeLessThanOrEqual(Date.now());
  });

  it('writes a report on all records to the file of --report', async () => {
    const odd = [BOOKS[0], iso2709([['245', '00$aUnnumbered.']]), iso2709([['001', 'x']])];
    const { at, output, args } = files({ 'export.mrc': Buffer.concat([...BOOKS, ...odd]) });
    const report = at('report.json');
    const { status, stderr } = await carrel(
      ...['build', at('export.mrc'), ...args, '--report', report, '--lenient'],
    );
    expect(status).toBe(0);
    const file = at('export.mrc');
    expect(JSON.parse(readFileSync(report, 'utf8'))).toEqual({
      snapshot: output,
      files: [{ name: file, records: 6 }],
      records: 6,
      titles: 5,
      deleted: 0,
      suppressed: 0,
      holdings_records: 0,
      joined_rows: 0,
      refused: [
        {
          file,
          number: 6,
          id: 'x',
          problem: '245: expected a title in subfield a, found no title in any field',
        },
      ],
      repaired: 0,
      repairs: [],
      links_omitted: 0,
      broken_links: [],
      duplicates: [{ file, number: 4, id: 'b1', given: 'b1-2' }],
      without_id: [{ file, number: 5, given: 'record-5' }],
      holdings: { profile: 'koha', copies: 4, withdrawn: 1, without_branch: 0 },
      unused_fields: { '040': 4 },
      warnings: [],
    });
    expect(stderr).toContain(`refused: ${file}, record 6 (x): 245: expected a title in subfield a`);
    expect(stderr).toContain(`duplicate id: ${file}, record 4 (b1): new id b1-2\n`);
    expect(stderr).toContain(`no id: ${file}, record 5: new id record-5\n`);
  });

  it('writes no snapshot if more than 1 % of the records are refused', async () => {
    const { at, output, args } = files({
      'export.mrc': Buffer.concat([...BOOKS, iso2709([['001', 'x']])]),
    });
    writeFileSync(output, 'before');
    const report = at('report.json');
    const result = await carrel('build', at('export.mrc'), ...args, '--report', report);
    expect(result).toEqual({
      status: 1,
      stdout: '',
      stderr: [
        'carrel build: expected at most 1 refused record in 100, found 1 in 4; use --lenient (in a program, isLenient) to build without the refused records',
        `${at('export.mrc')}, record 4 (x): 245: expected a title in subfield a, found no title in any field`,
        '',
      ].join('\n'),
    });
    expect(readFileSync(output, 'utf8')).toBe('before');
    expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({ snapshot: null, records: 4 });
  });

  it('writes no snapshot of half a file, unless --lenient is used', async () => {
    const records = Array.from({ length: 150 }, () => BOOKS[0]);
    const whole = Buffer.concat(records);
    const { at, output, args } = files({
      'export.mrc': whole.subarray(0, whole.length - BOOKS[0].length / 2),
    });
    const refused = await carrel('build', at('export.mrc'), ...args);
    expect({ ...refused, stderr: refused.stderr.split('\n')[0] }).toEqual({
      status: 1,
      stdout: '',
      stderr: `carrel build: ${at('export.mrc')}: expected all records, found an early end; export or copy the records again, or use --lenient (in a program, isLenient) to build without the rest`,
    });
    expect(existsSync(output)).toBe(false);
    expect((await carrel('build', at('export.mrc'), ...args, '--lenient')).status).toBe(0);
    expect(openCatalog(output).titles.size).toBe(149);
  });

  it('refuses to replace a snapshot that has many more titles, unless --max-shrink is raised', async () => {
    const { at, output, args } = files({
      'all.mrc': Buffer.concat(BOOKS),
      'two.mrc': Buffer.concat(BOOKS.slice(1)),
    });
    await carrel('build', at('all.mrc'), ...args);
    const before = readFileSync(output);
    const report = at('report.json');
    for (const more of [['--report', report], ['--check']]) {
      expect(await carrel('build', at('two.mrc'), ...args, ...more)).toEqual({
        status: 1,
        stdout: '',
        stderr: `carrel build: ${output}: expected at least 3 titles (10 % fewer than the 3 titles of the catalog that it replaces), found 2; check the source, or raise --max-shrink\n`,
      });
      expect(readFileSync(output)).toEqual(before);
    }
    expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({ snapshot: null, titles: 2 });
    const { status } = await carrel('build', at('two.mrc'), ...args, '--max-shrink', '34');
    expect(status).toBe(0);
    expect(openCatalog(output).titles.size).toBe(2);
  });

  it('refuses fewer titles than --min-titles, by default an empty catalog', async () => {
    const deleted = Buffer.from(BOOKS[0]);
    deleted.write('d', 5);
    const { at, output, args } = files({ 'a.mrc': deleted, 'b.mrc': Buffer.concat(BOOKS) });
    expect((await carrel('build', at('a.mrc'), ...args)).stderr).toBe(
      `carrel build: ${output}: expected at least 1 title, found 0; check the source, or lower --min-titles\n`,
    );
    expect((await carrel('build', at('b.mrc'), ...args, '--min-titles', '4')).status).toBe(1);
    expect(existsSync(output)).toBe(false);
    expect((await carrel('build', at('a.mrc'), ...args, '--min-titles', '0')).status).toBe(0);
  });

  it('refuses to replace a file that is unreadable or of another library', async () => {
    const { at, output, args } = files({ 'export.mrc': Buffer.concat(BOOKS) });
    const build = (...more: string[]) => carrel('build', at('export.mrc'), ...args, ...more);
    for (const word of [
      ['--min-titles', '1'],
      ['--max-shrink', '100'],
    ]) {
      writeFileSync(output, 'before');
      expect(await build()).toMatchObject({
        status: 1,
        stderr: expect.stringContaining(
          `carrel build: ${output}: expected a snapshot to compare the number of titles with, found an unreadable file (expected a Carrel snapshot, found other data; `,
        ),
      });
      expect(readFileSync(output, 'utf8')).toBe('before');
      expect((await build(...word)).status).toBe(0);
    }
    writeFileSync(at('library.json'), LIBRARY.replace('"harbour"', '"hill"'));
    expect(await build('--max-shrink', '100', '--min-titles', '0')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(
        `carrel build: ${output}: expected the library 'harbour', found 'hill'; check the file, or accept the other library with --allow-library-change\n`,
      ),
    });
    expect((await build('--allow-library-change')).status).toBe(0);
    expect(openCatalog(output).library.id).toBe('hill');
  });

  it('writes nothing with --check, and reports what a build would report', async () => {
    const { at, output, args } = files({ 'export.mrc': Buffer.concat(BOOKS) });
    const names = () => readdirSync(at('.')).sort();
    const before = names();
    const checked = await carrel('build', at('export.mrc'), ...args, '--check');
    expect(checked.status).toBe(0);
    const withoutOutput = await carrel(
      ...['build', at('export.mrc'), '--library', at('library.json'), '--check'],
    );
    expect(withoutOutput.status).toBe(0);
    expect(names()).toEqual(before);
    const built = await carrel('build', at('export.mrc'), ...args);
    const size = readFileSync(output).length.toLocaleString('en-US');
    for (const { stdout, stderr } of [checked, withoutOutput]) {
      expect(stdout).toContain(`nothing written: 3 titles of 'harbour', ${size} bytes, in `);
      expect(stderr).toBe(built.stderr);
    }
    const folder = await carrel(
      ...['build', at('export.mrc'), '--library', at('library.json'), '--check', '-o', at('.')],
    );
    expect(folder.status).toBe(1);
  });

  it('refuses a symbolic link to a named pipe as output, and keeps the pipe', async () => {
    const { at, output, args } = files({ 'export.mrc': Buffer.concat(BOOKS) });
    execFileSync('mkfifo', [at('pipe')]);
    symlinkSync('pipe', output);
    expect(await carrel('build', at('export.mrc'), ...args)).toEqual({
      status: 1,
      stdout: '',
      stderr: `carrel build: ${output}: expected a regular file or a new path, found a named pipe; choose another path\n`,
    });
    expect(statSync(output).isFIFO()).toBe(true);
  });

  it.each([
    ['a.mrc', '\ufffdPNG {}', /a\.mrc: expected MARC records .*, found text$/m],
    ['b.mrc', '{"titles": []}', /b\.mrc: expected MARC records .*, found JSON$/m],
    ['c.mrc', '', /c\.mrc: expected MARC records .*, found an empty file$/m],
    [
      'd.csv',
      'id,title\n1,"Emma\n',
      /d\.csv: expected every quotation mark to be closed, found an unclosed one after line 1/,
    ],
  ])('refuses %s with the content %j in a message of one line', async (name, content, message) => {
    const { at, output, args } = files({ [name]: content });
    const { status, stdout, stderr } = await carrel('build', at(name), ...args);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(message);
    expect(stderr.trimEnd().split('\n').length).toBe(1);
    expect(existsSync(output)).toBe(false);
  });

  it('reads the columns file of --columns, and reports three errors of an invalid columns file together', async () => {
    const { at, output, args } = files({
      'books.csv': 'Nr;Titel;Ort\n1;Emma;MAIN\n',
      'columns.json': '{"columns": {"Nr": "id", "Titel": "title", "Ort": "branch"}}',
      'bad.json': '{"columns": {"Nr": "number"}, "column": {}, "always": {"formatt": "DVD"}}',
    });
    const built = await carrel('build', at('books.csv'), ...args, '--columns', at('columns.json'));
    expect(built.status).toBe(0);
    expect(openCatalog(output).titles.size).toBe(1);
    const bad = await carrel('build', at('books.csv'), ...args, '--columns', at('bad.json'));
    expect(bad.status).toBe(1);
    expect(bad.stderr).toContain('bad.json: columns.Nr: expected one of id, title, ');
    expect(bad.stderr).toContain(
      `${at('bad.json')}: column: expected one of the fields columns, separators, always, found an unknown field\n`,
    );
    expect(bad.stderr).toContain(`${at('bad.json')}: always.formatt: expected one of the fields `);
    expect(bad.stderr.match(/bad\.json/g)).toHaveLength(3);
  });

  it('reports rows of a .csv file with their line numbers', async () => {
    const { at, args } = files({
      'books.csv': 'id,title\n1,Emma\n1,Persuasion\n\n7,\n,Sanditon\n',
    });
    const report = at('report.json');
    const { stderr } = await carrel(
      ...['build', at('books.csv'), ...args, '--report', report, '--lenient'],
    );
    const file = at('books.csv');
    expect(stderr).toBe(
      [
        '4 records read: 3 titles, 1 refused',
        `refused: ${file}:5 (7): title: expected a title, found nothing`,
        `duplicate id: ${file}:3 (1): new id 1-2, because the row before differs in title`,
        `no id: ${file}:6: new id record-4`,
        '',
      ].join('\n'),
    );
    expect(JSON.parse(readFileSync(report, 'utf8')).without_id).toEqual([
      { file, line: 6, given: 'record-4' },
    ]);
  });

  it('reads holdings with the holdings profile in a file', async () => {
    const { at, args } = files({
      'export.mrc': iso2709([
        ['001', '1'],
        ['245', '00$aEmma.'],
        ['991', '  $lMAIN$cF AUS'],
      ]),
      'profile.json': '{"field": "991", "branch": "l", "call_number": "c"}',
    });
    const profile = at('profile.json');
    const { stderr } = await carrel('build', at('export.mrc'), ...args, '--holdings', profile);
    expect(stderr).toContain(`holdings: 1 read with the profile ${profile}\n`);
  });

  it('reports five errors of a file with a holdings profile together', async () => {
    const { at, args } = files({
      'export.mrc': Buffer.concat(BOOKS),
      'profile.json': '{"field": "95", "branch": "$a", "suppressed": {"subfield": "nn"}}',
    });
    const file = at('profile.json');
    const { stderr } = await carrel('build', at('export.mrc'), ...args, '--holdings', file);
    expect(stderr.trimEnd().split('\n').sort()).toEqual(
      [
        `carrel build: ${file}: field: expected the tag of a field such as "952" or "ITM", found the string "95"`,
        `${file}: branch: expected codes of subfields such as "ab", found the string "$a"`,
        `${file}: suppressed.field: expected the tag of a field such as "952" or "ITM", found nothing`,
        `${file}: suppressed.subfield: expected the code of a subfield such as "n", found the string "nn"`,
        `${file}: suppressed.values: expected an array, found nothing`,
      ].sort(),
    );
  });

  it('joins holdings records in another file to titles', async () => {
    const holdings = iso2709([
      ['001', 'h1'],
      ['004', 'b1'],
      ['852', '0 $bMAIN$hPS2384'],
    ]);
    holdings.write('x', 6);
    const { at, args } = files({
      'titles.mrc': iso2709([
        ['001', 'b1'],
        ['245', '00$aTypee.'],
      ]),
      'holdings.mrc': holdings,
    });
    const { stderr } = await carrel('build', at('titles.mrc'), at('holdings.mrc'), ...args);
    expect(stderr).toBe(
      [
        '2 records read: 1 title, 0 refused, 1 holdings record joined to titles',
        'holdings: 1 read with the profile 852',
        '',
      ].join('\n'),
    );
  });

  it('warns that it does not read the titles in the directory of --with', async () => {
    const { at, args } = files({
      'export.mrc': Buffer.concat(BOOKS),
      'more/titles.jsonl': [{ id: '1', title: 'Mardi', format: { id: 'BK' } }],
      'more/users.jsonl': [{ id: 1, name: 'ishmael' }],
    });
    const { status, stderr } = await carrel(
      'build',
      at('export.mrc'),
      ...args,
      '--with',
      at('more'),
    );
    expect(status).toBe(0);
    expect(stderr).toContain(
      `warning: ${at('more/titles.jsonl')}: not read, because the titles come from the record files\n`,
    );
  });

  it('reads records from standard input, and accepts --columns for standard input', () => {
    const { at, output, args } = files({});
    const script = join(import.meta.dirname, '../../dist/cli/carrel.js');
    const { status } = spawnSync(process.execPath, [script, 'build', '-', ...args], {
      input: Buffer.concat(BOOKS),
    });
    expect(status).toBe(0);
    expect(openCatalog(output).titles.size).toBe(3);
    const table = spawnSync(
      process.execPath,
      [script, 'build', '-', ...args, '--columns', at('columns.json')],
      { input: 'id,title\n1,Emma\n' },
    );
    expect(table.stderr.toString()).toContain('columns.json: expected a file, found nothing');
  });

  it('refuses to overwrite the file that it reads as standard input', () => {
    const { at, args } = files({ 'export.mrc': Buffer.concat(BOOKS) });
    const script = join(import.meta.dirname, '../../dist/cli/carrel.js');
    const input = openSync(at('export.mrc'), 'r');
    const { status, stderr } = spawnSync(
      process.execPath,
      [script, 'build', '-', ...args.slice(0, 2), '-o', at('export.mrc')],
      { stdio: [input, 'pipe', 'pipe'] },
    );
    closeSync(input);
    expect(status).toBe(2);
    expect(stderr.toString()).toMatch(
      /--output: expected a file that is not also read, found '\S+export\.mrc'\n/,
    );
    expect(readFileSync(at('export.mrc'))).toEqual(Buffer.concat(BOOKS));
  });
});
