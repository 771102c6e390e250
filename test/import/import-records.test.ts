import { execFileSync } from 'node:child_process';
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RecordFileError } from '../../src/import/file/record-file-error.js';
import { type ImportOptions, importRecords } from '../../src/import/import-records.js';
import { TooManyRefusedError } from '../../src/import/too-many-refused-error.js';
import { buildSnapshot } from '../../src/snapshot/file/build-snapshot.js';
import { openCatalog } from '../../src/snapshot/file/open-catalog.js';
import { DEMO } from '../shared-data.js';
import {
  type FileContent,
  scratchDirectory,
  writeFiles,
} from '../snapshot/file/scratch-directory.js';
import { SMALL_SOURCE } from '../snapshot/file/source-files.js';
import { getTitle, searchTitles } from '../v1/validated.js';
import { type FieldToWrite, iso2709 } from './marc/iso2709-bytes.js';

const context = { baseUrl: 'http://localhost:8080' };

/** A record of a book. */
function record(id: string, title: string, ...more: FieldToWrite[]): Buffer {
  const number: FieldToWrite[] = id === '' ? [] : [['001', id]];
  return iso2709([...number, ['245', `00$a${title}.`], ...more]);
}

/** A record with other characters in its leader. */
function withLeader(bytes: Buffer, position: number, code: string): Buffer {
  const changed = Buffer.from(bytes);
  changed.write(code, position, 'latin1');
  return changed;
}

/** A holdings record of the record with a number. */
function holdings(id: string, of: string, ...fields: FieldToWrite[]): Buffer {
  return withLeader(iso2709([['001', id], ['004', of], ...fields]), 6, 'x');
}

/** Imports files of records into a library, and gives what it says of them and the catalog. */
async function imported(
  files: Record<string, FileContent>,
  options: Partial<ImportOptions> = {},
  others: Record<string, FileContent> = {},
) {
  const directory = scratchDirectory();
  const { 'library.json': library } = SMALL_SOURCE;
  writeFiles(directory, { 'library.json': library, ...others, ...files });
  const paths = Object.keys(files).map((name) => join(directory, name));
  const { source, report } = importRecords(paths, {
    library: join(directory, 'library.json'),
    ...options,
    ...(options.with === undefined ? {} : { with: join(directory, options.with) }),
  });
  const file = join(directory, 'harbour.snapshot');
  const build = buildSnapshot(source, file, { threads: 1 });
  return {
    report,
    build,
    directory,
    open: async () => {
      await build;
      return openCatalog(file);
    },
  };
}

describe('an import', () => {
  it('makes a title of each record, from files of every form', async () => {
    const xml = `<record xmlns="http://www.loc.gov/MARC21/slim"><leader>00000nam a2200000 a 4500</leader>
      <controlfield tag="001">3</controlfield>
      <datafield tag="245" ind1="0" ind2="0"><subfield code="a">Omoo.</subfield></datafield></record>`;
    const { report, open } = await imported({
      'a.mrc': Buffer.concat([record('1', 'Moby-Dick'), record('2', 'Typee')]),
      'b.xml.gz': gzipSync(xml),
      'c.csv': 'id;title\n4;Mardi\n',
    });
    const catalog = await open();
    const titles = ['1', '2', '3', '4'].map((id) => getTitle([catalog], id, context).title.title);
    expect(titles).toEqual(['Moby-Dick', 'Typee', 'Omoo', 'Mardi']);
    expect(report.files.map(({ records }) => records)).toEqual([2, 1, 1]);
    expect(report).toMatchObject({ records: 4, titles: 4, refused: [], deleted: 0 });
  });

  it('makes the same snapshot of the same records, whatever their form', async () => {
    const bytes = Buffer.concat([record('1', 'Moby-Dick'), record('2', 'Typee')]);
    const [plain, packed] = [
      await imported({ 'a.mrc': bytes }),
      await imported({ 'b.mrc.gz': gzipSync(bytes) }),
    ];
    expect((await plain.open()).fingerprint).toBe((await packed.open()).fingerprint);
  });

  it('takes ids from another field where it is told to', async () => {
    const { open, report } = await imported(
      { 'a.mrc': record('u1', 'Moby-Dick', ['035', '  $a(OCoLC)7$bx']) },
      { id: { tag: '035', code: 'a' } },
    );
    expect(getTitle([await open()], '(OCoLC)7', context).title.title).toBe('Moby-Dick');
    expect(report.unused_fields).toEqual({});
  });

  it('gives a second record of an id another, and says so', async () => {
    const titles = ['Moby-Dick', 'Typee', 'Omoo'].map((title) => record('7', title));
    const { report, open } = await imported({
      'a.mrc': Buffer.concat([...titles, record('7-2', 'Mardi')]),
    });
    const catalog = await open();
    const ids = ['7', '7-2', '7-3', '7-2-2'];
    expect(ids.map((id) => getTitle([catalog], id, context).title.title)).toEqual([
      'Moby-Dick',
      'Typee',
      'Omoo',
      'Mardi',
    ]);
    expect(report.duplicates.map(({ number, id, given }) => [number, id, given])).toEqual([
      [2, '7', '7-2'],
      [3, '7', '7-3'],
      [4, '7-2', '7-2-2'],
    ]);
  });

  it('gives a record without an id one by its place, and says so', async () => {
    const { report, open } = await imported({
      'a.mrc': Buffer.concat([record('1', 'Typee'), record('', 'Moby-Dick')]),
    });
    expect(getTitle([await open()], 'record-2', context).title.title).toBe('Moby-Dick');
    expect(report.without_id).toEqual([
      { file: report.files[0].name, number: 2, given: 'record-2' },
    ]);
  });

  it('leaves out deleted records, and counts them', async () => {
    const { report, build } = await imported({
      'a.mrc': Buffer.concat([record('1', 'Typee'), withLeader(record('2', 'Omoo'), 5, 'd')]),
    });
    expect((await build).counts.titles).toBe(1);
    expect(report).toMatchObject({ records: 2, titles: 1, deleted: 1, refused: [] });
  });

  it('gives a record the copies in the holdings records right behind it', async () => {
    const { report, open } = await imported({
      'a.mrc': Buffer.concat([
        record('1', 'Typee'),
        holdings('h1', '1', ['852', '0 $bMAIN$cStacks$hPS2384$i.T8'], ['014', '  $aodd']),
        holdings('h2', ' 1', ['852', '0 $bEAST$cReading room$hPS2384$i.T8']),
        withLeader(holdings('h3', '1', ['852', '0 $bWEST']), 5, 'd'),
        record('2', 'Omoo'),
      ]),
    });
    const catalog = await open();
    expect(catalog.titles.get(0).holdings).toMatchObject([
      { branch: 'MAIN', collection: 'Stacks', call_number: 'PS2384 .T8' },
      { branch: 'EAST', collection: 'Reading room', call_number: 'PS2384 .T8' },
    ]);
    expect(report).toMatchObject({
      records: 5,
      titles: 2,
      holdings_records: 3,
      refused: [],
      holdings: { profile: '852', copies: 2 },
      unused_fields: {},
    });
    expect(report.files[0].records).toBe(5);
  });

  it('gives records the copies in a file of holdings records, in whichever order they are given', async () => {
    const files = {
      'titles.mrc': Buffer.concat([
        record('1', 'Typee'),
        record('2', 'Omoo'),
        record('2', 'Mardi'),
      ]),
      'holdings.mrc': Buffer.concat([
        holdings('h2', '2', ['852', '0 $bEAST$hPS2']),
        holdings('h1', '1', ['852', '0 $bMAIN$hPS1']),
        holdings('h3', '2', ['852', '0 $bMAIN$hPS3']),
        holdings('h4', '4', ['852', '0 $bMAIN$hPS4']),
      ]),
    };
    for (const names of [
      ['titles.mrc', 'holdings.mrc'],
      ['holdings.mrc', 'titles.mrc'],
    ] as const) {
      const given = Object.fromEntries(names.map((name) => [name, files[name]]));
      const { report, open, directory } = await imported(given, { isLenient: true });
      const { titles } = await open();
      expect([0, 1, 2].map((n) => titles.get(n).holdings?.map(({ branch }) => branch))).toEqual([
        ['MAIN'],
        ['EAST', 'MAIN'],
        undefined,
      ]);
      expect(report.files).toEqual([
        { name: join(directory, 'titles.mrc'), records: 3 },
        { name: join(directory, 'holdings.mrc'), records: 4 },
      ]);
      expect(report).toMatchObject({ records: 7, titles: 3, holdings_records: 3 });
      expect(report.refused.map(({ number, id }) => [number, id])).toEqual([[4, 'h4']]);
    }
  });

  it.skipIf(process.platform !== 'linux')(
    'does not look into a pipe ahead, which can be read once',
    async () => {
      const directory = writeFiles(scratchDirectory(), {
        'library.json': SMALL_SOURCE['library.json'],
        'titles.mrc': record('1', 'Typee'),
      });
      const [titles, pipe] = [join(directory, 'titles.mrc'), join(directory, 'export.pipe')];
      execFileSync('mkfifo', [pipe]);
      createWriteStream(pipe).end(record('2', 'Omoo'));
      const { source, report } = importRecords([pipe, titles], {
        library: join(directory, 'library.json'),
      });
      await buildSnapshot(source, join(directory, 'harbour.snapshot'), { threads: 1 });
      expect(report.files).toEqual([
        { name: pipe, records: 1 },
        { name: titles, records: 1 },
      ]);
    },
  );

  it('knows a file of holdings records by the first that can be read', async () => {
    const { report, build } = await imported(
      {
        'holdings.mrc': Buffer.concat([
          Buffer.from('no record at all, of many bytes\x1d'),
          holdings('h1', '1', ['852', '0 $bMAIN$hPS1']),
        ]),
        'titles.mrc': record('1', 'Typee'),
      },
      { isLenient: true },
    );
    await build;
    expect(report).toMatchObject({ titles: 1, holdings_records: 1, holdings: { copies: 1 } });
    expect(report.refused).toHaveLength(1);
  });

  it('reads a file that is given twice once', async () => {
    const directory = writeFiles(scratchDirectory(), {
      'library.json': SMALL_SOURCE['library.json'],
      'titles.mrc': record('1', 'Typee'),
      'holdings.mrc': holdings('h1', '1', ['852', '0 $bMAIN$hPS1']),
    });
    const [titles, copies] = [join(directory, 'titles.mrc'), join(directory, 'holdings.mrc')];
    const again = join(relative('.', directory), 'holdings.mrc');
    const { source, report } = importRecords([titles, copies, titles, again], {
      library: join(directory, 'library.json'),
    });
    await buildSnapshot(source, join(directory, 'harbour.snapshot'), { threads: 1 });
    expect(source.name).toBe(`${titles}, ${copies}`);
    expect(report).toMatchObject({
      files: [
        { name: titles, records: 1 },
        { name: copies, records: 1 },
      ],
      titles: 1,
      duplicates: [],
      holdings: { copies: 1 },
    });
  });

  it('gives records in a file that begins with a holdings record the copies behind them', async () => {
    const { report, open, directory } = await imported(
      {
        'mixed.mrc': Buffer.concat([
          holdings('h0', '9', ['852', '0 $bMAIN$hPS0']),
          record('1', 'Typee'),
          holdings('h1', '1', ['852', '0 $bMAIN$hPS1']),
          withLeader(iso2709([['001', 'h2']]), 6, 'x'),
        ]),
        'titles.mrc': record('2', 'Omoo'),
        'holdings.mrc': Buffer.concat([
          holdings('h3', '1', ['852', '0 $bEAST$hPS3']),
          holdings('h4', '8', ['852', '0 $bEAST$hPS4']),
          holdings('h5', '9', ['852', '0 $bEAST$hPS5']),
        ]),
      },
      { isLenient: true },
    );
    const { titles } = await open();
    expect([0, 1].map((n) => [titles.get(n).title, titles.get(n).holdings?.length])).toEqual([
      ['Typee', 2],
      ['Omoo', undefined],
    ]);
    const wanted = (id: string) =>
      `wanted bibliographic record ${id}, which its 004 names, right before it or in another file.`;
    expect(report.refused).toEqual(
      [
        ['mixed.mrc', 4, 'h2', 'wanted the number of its bibliographic record in field 004.'],
        ['mixed.mrc', 1, 'h0', wanted('9')],
        ['holdings.mrc', 2, 'h4', wanted('8')],
        ['holdings.mrc', 3, 'h5', wanted('9')],
      ].map(([file, number, id, problem]) => ({
        file: join(directory, file as string),
        number,
        id,
        problem: `Leader/06 is 'x', a holdings record; ${problem}`,
      })),
    );
  });

  it('says of which holdings record it is that something was wrong with it', async () => {
    const damaged = holdings('h1', '1', ['852', '0 MAIN']);
    const { report, build, directory } = await imported({
      'titles.mrc': Buffer.concat([record('1', 'Typee'), damaged]),
    });
    await build;
    const file = join(directory, 'titles.mrc');
    expect(report.repairs).toEqual([
      {
        file,
        number: 1,
        id: '1',
        repairs: [
          `${file}, record 2: 852: there is no subfield in it; its text was read as subfield a.`,
        ],
      },
    ]);
  });

  it('refuses a holdings record that does not stand behind its bibliographic record', async () => {
    const lost = holdings('h1', '1', ['852', '0 $bMAIN']);
    const { report, build } = await imported(
      { 'a.mrc': Buffer.concat([record('1', 'Typee'), record('2', 'Omoo'), lost]) },
      { isLenient: true },
    );
    await build;
    expect(report.refused).toMatchObject([
      {
        number: 3,
        id: 'h1',
        problem:
          "Leader/06 is 'x', a holdings record; wanted bibliographic record 1, which its 004 names, right before it or in another file.",
      },
    ]);
    expect(report).toMatchObject({ titles: 2, holdings_records: 0 });
  });

  it('leaves out what the library hides from its readers, and counts it', async () => {
    const copy: FieldToWrite = ['952', '  $aMAIN$bMAIN'];
    const { report, build } = await imported({
      'a.mrc': Buffer.concat([
        record('1', 'Typee', ['942', '  $cBK$n0'], copy),
        record('2', 'Omoo', ['942', '  $cBK$n1'], copy),
      ]),
    });
    expect((await build).counts.titles).toBe(1);
    expect(report).toMatchObject({ records: 2, titles: 1, suppressed: 1, refused: [] });
  });

  it('refuses what is no bibliographic record, and what names no title', async () => {
    const { report, build } = await imported(
      {
        'a.mrc': Buffer.concat([
          record('1', 'Typee'),
          withLeader(record('2', 'Melville, Herman'), 6, 'z'),
          iso2709([
            ['001', '3'],
            ['260', '  $aLondon'],
          ]),
        ]),
      },
      { isLenient: true },
    );
    expect((await build).counts.titles).toBe(1);
    expect(report.refused.map(({ number, id, problem }) => [number, id, problem])).toEqual([
      [2, '2', "Leader/06 is 'z', an authority record; wanted a bibliographic record."],
      [3, '3', 'It names no title: found neither 245 nor another field of a title; wanted 245 $a.'],
    ]);
  });

  it('builds with one refused in a hundred, and not with more', async () => {
    const titles = Array.from({ length: 99 }, (_, index) => record(String(index), 'A title'));
    const untitled = iso2709([['001', 'x']]);
    const one = await imported({ 'a.mrc': Buffer.concat([...titles, untitled]) });
    expect((await one.build).counts.titles).toBe(99);
    const two = await imported({ 'a.mrc': Buffer.concat([...titles, untitled, untitled]) });
    await expect(two.build).rejects.toThrow(
      '2 of 101 records were refused, more than one in a hundred; no snapshot was written. With --lenient one is built of the others.',
    );
    const lenient = await imported(
      { 'a.mrc': Buffer.concat([...titles, untitled, untitled]) },
      { isLenient: true },
    );
    expect((await lenient.build).counts.titles).toBe(99);
  });

  it('counts the fields that no rule uses, and not those of copies', async () => {
    const { report, build } = await imported({
      'a.mrc': record(
        '1',
        'Typee',
        ['003', 'OCoLC'],
        ['040', '  $aDLC'],
        ['040', '  $aDLC'],
        ['999', '  $aX$lSTACKS$mMAIN'],
      ),
    });
    await build;
    expect(report.unused_fields).toEqual({ '003': 1, '040': 2 });
    expect(report.holdings).toEqual({
      profile: 'symphony',
      copies: 1,
      withdrawn: 0,
      without_branch: 0,
    });
  });

  it('tells titles apart by where they are, and takes shelf mark and date of the first copy', async () => {
    const copy = (subfields: string): FieldToWrite => ['999', `  ${subfields}`];
    const { open, report } = await imported({
      'a.mrc': Buffer.concat([
        record('1', 'Typee', copy('$aF MEL$lSTACKS$mMAIN$u1/2/2003'), copy('$aX$lLOST$mEAST')),
        record('2', 'Omoo', copy('$aF OMO$lWITHDRAWN$mMAIN')),
      ]),
    });
    const catalog = await open();
    const at = (branch: string) =>
      searchTitles([catalog], { q: '*', library: 'harbour', available_at: branch }, context).count;
    expect([at('MAIN'), at('EAST'), at('_anywhere_')]).toEqual([1, 0, 1]);
    expect(getTitle([catalog], '1', context).title).toMatchObject({
      availability: { id: 'AVAILABLE' },
      call_number: 'F MEL',
    });
    expect(getTitle([catalog], '2', context).title.availability).toBeNull();
    expect(report.holdings.withdrawn).toBe(1);
  });

  it('reads no copies where it is told not to', async () => {
    const { open, report } = await imported(
      { 'a.mrc': record('1', 'Typee', ['999', '  $aF MEL$lSTACKS$mMAIN']) },
      { holdings: 'none' },
    );
    expect(getTitle([await open()], '1', context).title.availability).toBeNull();
    expect(report.holdings.profile).toBeNull();
    expect(report.unused_fields).toEqual({ 999: 1 });
  });

  it('adds users, lists and content of another directory', async () => {
    const { build } = await imported(
      { 'a.mrc': record('1', 'Typee') },
      { with: 'more' },
      {
        'more/users.jsonl': [{ id: 1, name: 'ishmael' }],
        'more/sessions.jsonl': [{ id: 's', user: 1 }],
        'more/user_content.jsonl': [{ user: 1, title: '1', content: [] }],
        'more/lists.jsonl': [
          {
            id: 'l',
            name: 'Sea',
            user: 1,
            created: '2026-01-01T00:00:00Z',
            updated: '2026-01-01T00:00:00Z',
            list_items: [{ list_item_type: 'title', title: '1' }],
          },
        ],
      },
    );
    expect((await build).counts).toEqual({
      titles: 1,
      users: 1,
      userContent: 1,
      lists: 1,
      sessions: 1,
    });
  });

  it('unpacks a spreadsheet whatever its name says, and refuses what is cut off', async () => {
    const rows = Array.from({ length: 400 }, (_, i) => `${i},Title ${(i * 7919) % 1009}`);
    const packed = gzipSync(`id,title\n${rows.join('\n')}\n`);
    const whole = await imported({ 'BOOKS.CSV.GZ': packed });
    await whole.build;
    expect(whole.report.titles).toBe(400);
    const cut = await imported(
      { 'books.csv': packed.subarray(0, packed.length / 2) },
      { isLenient: true },
    );
    await cut.build;
    expect(cut.report.titles).toBeGreaterThan(100);
    expect(cut.report.refused).toHaveLength(1);
    expect(cut.report.refused[0].problem).toContain('The compressed file is damaged or cut short');
    const nothing = await imported({ 'books.csv.gz': packed.subarray(0, 12) });
    await expect(nothing.build).rejects.toThrow(
      'books.csv.gz cannot be unpacked (unexpected end of file); wanted the whole table, compressed with gzip or not.',
    );
  });

  it('counts a column that is called as what every object has', async () => {
    const { report, build } = await imported({
      'books.csv': 'id,title,constructor\n1,Emma,x\n2,Ada,y\n',
    });
    await build;
    expect({ ...report.unused_fields }).toEqual({ constructor: 2 });
  });

  it('counts rows of a spreadsheet by their lines, and its unused columns', async () => {
    const rows = Array.from({ length: 200 }, (_, index) => `${index},Title,x\n`).join('');
    const { report, build } = await imported({ 'a.csv': `id,title,shelfie\n${rows}200,,x\n` });
    expect((await build).counts.titles).toBe(200);
    expect(report.refused.map(({ line, id }) => [line, id])).toEqual([[202, '200']]);
    expect(report.unused_fields).toEqual({ shelfie: 200 });
  });

  it('calls every record by what finds it in its own file: its number, or its line', async () => {
    const directory = writeFiles(scratchDirectory(), {
      'library.json': SMALL_SOURCE['library.json'],
      'a.mrc': Buffer.concat([record('1', 'Typee'), holdings('h1', '1'), record('2', 'Omoo')]),
      'b.csv': 'id,title\n\n3,Mardi\n,Redburn\n',
      'c.mrc': record('4', 'Pierre'),
    });
    const { source } = importRecords(
      ['a.mrc', 'b.csv', 'c.mrc'].map((name) => join(directory, name)),
      { library: join(directory, 'library.json') },
    );
    const places: string[] = [];
    for await (const { position } of source.titles.records()) {
      places.push(source.titles.place(position).replace(join(directory, '/'), ''));
    }
    expect(places).toEqual([
      'a.mrc, record 1 (1)',
      'a.mrc, record 3 (2)',
      'b.csv:3 (3)',
      'b.csv:4',
      'c.mrc, record 1 (4)',
    ]);
  });
});

describe('a file without records', () => {
  it.each([
    ['a.mrc', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'is a PNG image'],
    ['a.mrc', Buffer.from(''), 'is empty'],
    ['a.xml', Buffer.from('<collection></collection>'), 'holds no records'],
    ['a.csv', Buffer.from(''), 'has no header'],
    ['a.csv', Buffer.from('id,title\n'), 'holds no rows'],
  ])('%s with %j is refused: it %s', async (name, content, found) => {
    const { build, directory } = await imported({ [name]: content });
    await expect(build).rejects.toThrow(`${join(directory, name)} ${found}`);
  });
});

describe('a damaged file', () => {
  const whole = readFileSync(join(DEMO, 'harbour.mrc'));

  it('becomes titles, refusals and repairs, or an error that names it, whatever the damage', async () => {
    const damage = fc.record({
      at: fc.nat(whole.length - 1),
      length: fc.nat(200),
      bytes: fc.uint8Array({ maxLength: 50 }),
    });
    await fc.assert(
      fc.asyncProperty(damage, async ({ at, length, bytes }) => {
        const damaged = Buffer.concat([whole.subarray(0, at), bytes, whole.subarray(at + length)]);
        const directory = writeFiles(mkdtempSync(join(tmpdir(), 'carrel-test-')), {
          'a.mrc': damaged,
        });
        const { source, report } = importRecords([join(directory, 'a.mrc')], {
          library: join(directory, 'library.json'),
        });
        let titles = 0;
        try {
          for await (const _ of source.titles.records()) titles++;
          expect(titles).toBe(report.titles);
        } catch (error) {
          expect([RecordFileError, TooManyRefusedError]).toContain((error as Error).constructor);
          expect((error as Error).message).toContain(join(directory, 'a.mrc'));
        } finally {
          rmSync(directory, { recursive: true });
        }
        const { records, refused, deleted } = report;
        expect(report.titles + refused.length + deleted).toBe(records);
      }),
      { numRuns: process.env.CARREL_LONG ? 1500 : 150 },
    );
  });
});
