import {
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { recordImport } from '../../src/cli/record-import.js';
import { openCatalog } from '../../src/snapshot/file/open-catalog.js';
import { book, recordsOf } from '../catalog/catalog-of.js';
import { iso2709 } from '../import/marc/iso2709-bytes.js';
import {
  type FileContent,
  scratchDirectory,
  writeFiles,
} from '../snapshot/file/scratch-directory.js';
import { SMALL_SOURCE, writeRecords, writeSource } from '../snapshot/file/source-files.js';
import { runCarrel } from './run-carrel.js';

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

const ALL_AVAILABLE =
  'holdings: expected copies of several statuses, found 2, all available; check the samples, and for MARC records the profile (--holdings)';

/** Writes a source directory with two books, and returns its path. */
function source(): string {
  return writeRecords(
    scratchDirectory(),
    recordsOf({ titles: [book('1', 'Moby-Dick'), book('2', 'Typee')] }),
  );
}

describe('carrel build', () => {
  it('prints the file, the number of titles, the size and the time in one line', async () => {
    const file = join(scratchDirectory(), 'harbour.snapshot');
    const { status, stdout, stderr } = await runCarrel('build', source(), '--output', file);
    const size = readFileSync(file).length.toLocaleString('en-US');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(
      new RegExp(`^${file}: 2 titles of 'harbour', ${size} bytes, in \\d+\\.\\d s\n$`),
    );
    expect(openCatalog(file).titles.size).toBe(2);
  });

  it('prints warnings to standard error and builds the snapshot', async () => {
    const directory = scratchDirectory();
    writeSource(directory, {
      'titles.jsonl': [{ id: '1', title: 'Emma', format: { id: 'BK' }, shelf: 3 }],
    });
    const file = join(directory, 'harbour.snapshot');
    const { status, stdout, stderr } = await runCarrel('build', directory, '-o', file);
    expect(status).toBe(0);
    expect(stderr).toBe("warning: titles.jsonl: unknown field 'shelf' ignored (1 time)\n");
    expect(stdout).toContain(": 1 title of 'harbour', ");
    expect(await runCarrel('build', directory, '-o', file, '--quiet')).toEqual({
      status: 0,
      stdout: '',
      stderr,
    });
  });

  it('refuses a SOURCE that does not exist', async () => {
    const directory = source();
    const [missing, file] = [join(directory, 'missing'), join(directory, 'x.snapshot')];
    expect(await runCarrel('build', missing, '-o', file)).toEqual({
      status: 1,
      stdout: '',
      stderr: `carrel build: ${missing}: expected a directory with library.json and titles.jsonl, or a record file, found nothing\n`,
    });
    expect(existsSync(file)).toBe(false);
  });

  it('writes the date of --date into the snapshot', async () => {
    const file = join(scratchDirectory(), 'a.snapshot');
    const dateAfter = async (...args: string[]) => {
      expect((await runCarrel('build', source(), '-o', file, ...args)).status).toBe(0);
      return openCatalog(file).library.snapshot_date;
    };
    const date = '2026-12-24T00:00:00Z';
    expect(await dateAfter('--date', date)).toBe(date);
    expect(await dateAfter('--date', 'now', '--check')).toBe(date);
    const before = Math.floor(Date.now() / 1000) * 1000;
    const now = Date.parse(await dateAfter('--date', 'now'));
    expect(now).toBeGreaterThanOrEqual(before);
    expect(now).toBeLessThanOrEqual(Date.now());
  });

  it('refuses to overwrite a file that it reads, under any path of the file', async () => {
    const directory = source();
    const at = (name: string) => join(directory, name);
    writeFileSync(at('h.csv'), 'id,title\n1,Emma\n');
    writeFileSync(at('map.json'), '{"columns": {"id": "id", "title": "title"}}');
    writeFileSync(at('copies.json'), '{"field": "952", "branch": "a"}');
    linkSync(at('h.csv'), at('linked.csv'));
    symlinkSync('.', at('here'));
    const settings = [
      ...['--library', at('library.json'), '--with', directory],
      ...['--columns', at('map.json'), '--holdings', at('copies.json')],
    ];
    for (const [sources, name] of [
      [[directory], 'titles.jsonl'],
      [[directory], 'here/library.json'],
      [[directory], 'synonyms.txt'],
      [[directory, '--synonyms', at('h.csv')], 'h.csv'],
      [[at('h.csv'), ...settings], 'h.csv'],
      [[at('h.csv'), ...settings], 'linked.csv'],
      [[at('h.csv'), ...settings], 'library.json'],
      [[at('h.csv'), ...settings], 'map.json'],
      [[at('h.csv'), ...settings], 'copies.json'],
      [[at('h.csv'), ...settings], 'users.jsonl'],
    ] as const) {
      const before = existsSync(at(name)) && readFileSync(at(name), 'utf8');
      const { status, stderr } = await runCarrel('build', ...sources, '-o', at(name));
      expect(status).toBe(2);
      expect(stderr).toContain(
        `carrel build: --output: expected a file that is not also read, found '${at(name)}'\n`,
      );
      expect(existsSync(at(name)) && readFileSync(at(name), 'utf8')).toBe(before);
    }
    const report = ['--report', at('h.csv')];
    const { stderr } = await runCarrel(
      ...['build', at('h.csv'), ...settings, '-o', at('h.snapshot'), ...report],
    );
    expect(stderr).toContain(
      `carrel build: --report: expected a file that is not also read, found '${at('h.csv')}'\n`,
    );
  });

  it('does not write the report over the snapshot', async () => {
    const directory = source();
    const [records, file] = [join(directory, 'h.csv'), join(directory, 'h.snapshot')];
    writeFileSync(records, 'id,title\n1,Emma\n');
    symlinkSync('.', join(directory, 'here'));
    for (const report of [file, join(directory, 'here', 'h.snapshot')]) {
      const { status, stderr } = await runCarrel(
        ...['build', records, '--library', join(directory, 'library.json')],
        ...['-o', file, '--report', report],
      );
      expect(status).toBe(2);
      expect(stderr).toContain(
        `carrel build: --report: expected a file that is not also written by --output, found '${report}'\n`,
      );
    }
    expect(existsSync(file)).toBe(false);
  });
});

describe('carrel build with record files', () => {
  it('keeps the MARC records with --keep-marc', async () => {
    const { at, output, args } = files({ 'export.mrc': Buffer.concat(BOOKS) });
    const { status } = await runCarrel('build', at('export.mrc'), '--keep-marc', ...args);
    expect(status).toBe(0);
    const { marc } = openCatalog(output).titles.pick(0, ['marc']);
    expect(marc?.fields.map(({ tag }) => tag)).toEqual(['001', '040', '245', '952']);
  });

  it('builds a snapshot and prints a summary', async () => {
    const { at, output, args } = files({ 'export.mrc': Buffer.concat(BOOKS) });
    const { status, stdout, stderr } = await runCarrel('build', at('export.mrc'), ...args);
    expect(stderr).toBe(
      [
        '3 records read: 3 titles, 0 refused',
        'holdings: 3 read with the profile koha, 1 withdrawn and omitted',
        'statuses: 100.0 % AVAILABLE',
        "copy of 'Moby-Dick' (b1): Main Library, F MEL, Available",
        "copy of 'Typee' (b2): Main Library, F MEL, Available",
        `warning: ${ALL_AVAILABLE}`,
        'unused fields: 040 (3)',
        '',
      ].join('\n'),
    );
    expect(status).toBe(0);
    expect(stdout).toContain(`${output}: 3 titles of 'harbour', `);
    expect(openCatalog(output).titles.size).toBe(3);
  });

  it('prints only the warnings about records with --quiet', async () => {
    const record = iso2709([
      ['001', '1'],
      ['245', '00$aEmma.'],
      ['952', '  $aCPL$bCPL$p30001'],
    ]);
    const { at, args } = files({ 'export.mrc': record });
    const { status, stdout, stderr } = await runCarrel(
      ...['build', at('export.mrc'), ...args, '--quiet'],
    );
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
    expect(stderr).toMatch(/^warning: holdings: expected .*\n(?:warning: .*\n)*$/);
  });

  it('prints which profiles nearly fit if it reads no holdings', async () => {
    const { at, args } = files({
      'export.mrc': iso2709([
        ['001', '1'],
        ['245', '00$aEmma.'],
        ['952', '  $a20070314$bPUL'],
      ]),
    });
    const { stderr } = await runCarrel('build', at('export.mrc'), ...args);
    expect(stderr).toContain(
      'holdings: none, because no profile fits the records: 0 of 1 fields 952 fit folio, 0 of 1 fields 952 fit koha; --holdings chooses a profile\n',
    );
  });

  it('writes a report on all records to the file of --report', async () => {
    const odd = [BOOKS[0], iso2709([['245', '00$aUnnumbered.']]), iso2709([['001', 'x']])];
    const { at, output, args } = files({ 'export.mrc': Buffer.concat([...BOOKS, ...odd]) });
    const report = at('report.json');
    const { status, stderr } = await runCarrel(
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
      subjects_searched: {},
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
      decoded: {},
      links_omitted: 0,
      broken_links: [],
      duplicates: [{ file, number: 4, id: 'b1', given: 'b1-2' }],
      without_id: [{ file, number: 5, given: 'record-5' }],
      holdings: {
        profile: 'koha',
        fits: ['0 of 4 fields 952 fit folio', '4 of 4 fields 952 fit koha'],
        copies: 4,
        withdrawn: 1,
        without_branch: 0,
        statuses: { AVAILABLE: 1 },
        samples: ['b1', 'b2', 'b1-2'].map((id) => ({
          id,
          title: id === 'b2' ? 'Typee' : 'Moby-Dick',
          branch: 'Main Library',
          status: 'Available',
          call_number: 'F MEL',
        })),
        warnings: [ALL_AVAILABLE.replace('2', '3')],
      },
      unused_fields: { '040': 4 },
      warnings: [ALL_AVAILABLE.replace('2', '3')],
    });
    expect(stderr).toContain(`refused: ${file}, record 6 (x): 245: expected a title in subfield a`);
    expect(stderr).toContain(`duplicate id: ${file}, record 4 (b1): new id b1-2\n`);
    expect(stderr).toContain(`no id: ${file}, record 5: new id record-5\n`);
  });

  it('refuses to replace a snapshot that has many more titles, unless --max-shrink is raised', async () => {
    const { at, output, args } = files({
      'all.mrc': Buffer.concat(BOOKS),
      'two.mrc': Buffer.concat(BOOKS.slice(1)),
    });
    await runCarrel('build', at('all.mrc'), ...args);
    const before = readFileSync(output);
    const report = at('report.json');
    for (const more of [['--report', report], ['--check']]) {
      expect(await runCarrel('build', at('two.mrc'), ...args, ...more)).toEqual({
        status: 1,
        stdout: '',
        stderr: `carrel build: ${output}: expected at least 3 titles (10 % fewer than the 3 titles of the catalog that it replaces), found 2; check the source, or raise --max-shrink\n`,
      });
      expect(readFileSync(output)).toEqual(before);
    }
    expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({ snapshot: null, titles: 2 });
    const { status } = await runCarrel('build', at('two.mrc'), ...args, '--max-shrink', '34');
    expect(status).toBe(0);
    expect(openCatalog(output).titles.size).toBe(2);
  });

  it('refuses fewer titles than --min-titles, by default an empty catalog', async () => {
    const deleted = Buffer.from(BOOKS[0]);
    deleted.write('d', 5);
    const { at, output, args } = files({ 'a.mrc': deleted, 'b.mrc': Buffer.concat(BOOKS) });
    expect((await runCarrel('build', at('a.mrc'), ...args)).stderr).toBe(
      `carrel build: ${output}: expected at least 1 title, found 0; check the source, or lower --min-titles\n`,
    );
    expect((await runCarrel('build', at('b.mrc'), ...args, '--min-titles', '4')).status).toBe(1);
    expect(existsSync(output)).toBe(false);
    expect((await runCarrel('build', at('a.mrc'), ...args, '--min-titles', '0')).status).toBe(0);
  });

  it('refuses to replace a file that is unreadable or of another library', async () => {
    const { at, output, args } = files({ 'export.mrc': Buffer.concat(BOOKS) });
    const build = (...more: string[]) => runCarrel('build', at('export.mrc'), ...args, ...more);
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
    const checked = await runCarrel('build', at('export.mrc'), ...args, '--check');
    expect(checked.status).toBe(0);
    const withoutOutput = await runCarrel(
      ...['build', at('export.mrc'), '--library', at('library.json'), '--check'],
    );
    expect(withoutOutput.status).toBe(0);
    expect(names()).toEqual(before);
    const built = await runCarrel('build', at('export.mrc'), ...args);
    const size = readFileSync(output).length.toLocaleString('en-US');
    for (const { stdout, stderr } of [checked, withoutOutput]) {
      expect(stdout).toContain(`nothing written: 3 titles of 'harbour', ${size} bytes, in `);
      expect(stderr).toBe(built.stderr);
    }
    const folder = await runCarrel(
      ...['build', at('export.mrc'), '--library', at('library.json'), '--check', '-o', at('.')],
    );
    expect(folder.status).toBe(1);
  });

  it('reads the columns file of --columns, and reports three errors of an invalid columns file together', async () => {
    const { at, output, args } = files({
      'books.csv': 'Nr;Titel;Ort\n1;Emma;MAIN\n',
      'columns.json': '{"columns": {"Nr": "id", "Titel": "title", "Ort": "branch"}}',
      'bad.json': '{"columns": {"Nr": "number"}, "column": {}, "always": {"formatt": "DVD"}}',
    });
    const built = await runCarrel(
      'build',
      at('books.csv'),
      ...args,
      '--columns',
      at('columns.json'),
    );
    expect(built.status).toBe(0);
    expect(openCatalog(output).titles.size).toBe(1);
    const bad = await runCarrel('build', at('books.csv'), ...args, '--columns', at('bad.json'));
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
    const { stderr } = await runCarrel(
      ...['build', at('books.csv'), ...args, '--report', report, '--lenient'],
    );
    const file = at('books.csv');
    expect(stderr).toBe(
      [
        '4 records read: 3 titles, 1 refused',
        `refused: ${file}:5 (7): title: expected a title, found nothing`,
        `duplicate id: ${file}:3 (1): new id 1-2, because the row before differs in title`,
        `no id: ${file}:6: new id record-4`,
        'holdings: none',
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
    const { stderr } = await runCarrel('build', at('export.mrc'), ...args, '--holdings', profile);
    expect(stderr).toContain(`holdings: 1 read with the profile ${profile}\n`);
  });

  it('reports five errors of a file with a holdings profile together', async () => {
    const { at, args } = files({
      'export.mrc': Buffer.concat(BOOKS),
      'profile.json': '{"field": "95", "branch": "$a", "suppressed": {"subfield": "nn"}}',
    });
    const file = at('profile.json');
    const { stderr } = await runCarrel('build', at('export.mrc'), ...args, '--holdings', file);
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
    const { stderr } = await runCarrel('build', at('titles.mrc'), at('holdings.mrc'), ...args);
    expect(stderr).toBe(
      [
        '2 records read: 1 title, 0 refused, 1 holdings record joined to titles',
        'holdings: 1 read with the profile 852',
        'statuses: 100.0 % AVAILABLE',
        "copy of 'Typee' (b1): Main Library, PS2384, Available",
        `warning: ${ALL_AVAILABLE.replace('2', '1')}`,
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
    const { status, stderr } = await runCarrel(
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

  it('knows which share of record files was read', async () => {
    const { at } = files({ 'export.mrc': BOOKS[0] });
    const { titles } = recordImport([at('export.mrc')], { library: at('library.json') }).source;
    expect(titles.readShare?.()).toBe(0);
    for await (const record of titles.records()) expect(record).toHaveProperty('value');
    expect(titles.readShare?.()).toBe(1);
    expect(recordImport(['-'], { library: at('library.json') }).source.titles.readShare).toBe(
      undefined,
    );
  });
});
