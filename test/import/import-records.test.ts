import { execFileSync } from 'node:child_process';
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Library } from '../../src/catalog/records/library.js';
import { importSummary } from '../../src/cli/record-import.js';
import {
  type ImportOptions,
  type ImportProgress,
  importRecords,
} from '../../src/import/import-records.js';
import { TooManyRefusedError, TruncatedInputError } from '../../src/import/import-report.js';
import { RecordFileError } from '../../src/import/record-file.js';
import { createCatalog } from '../../src/snapshot/file/open-catalog.js';
import { runs } from '../random-seed.js';
import { DEMO } from '../shared-data.js';
import {
  type FileContent,
  scratchDirectory,
  writeFiles,
} from '../snapshot/file/scratch-directory.js';
import { SMALL_SOURCE } from '../snapshot/file/source-files.js';
import { getTitle, searchTitles } from '../v1/validated-operations.js';
import { type FieldToWrite, iso2709 } from './marc/iso2709-bytes.js';

const context = { baseUrl: 'http://localhost:8080' };

/** Creates a record of a book. An empty id creates a record without field 001. */
function record(id: string, title: string, ...more: FieldToWrite[]): Buffer {
  const number: FieldToWrite[] = id === '' ? [] : [['001', id]];
  return iso2709([...number, ['245', `00$a${title}.`], ...more]);
}

/** Replaces a character of the leader. */
function withLeader(bytes: Buffer, position: number, code: string): Buffer {
  const changed = Buffer.from(bytes);
  changed.write(code, position, 'latin1');
  return changed;
}

/** Creates a holdings record of the bibliographic record with the control number `of`. */
function holdings(id: string, of: string, ...fields: FieldToWrite[]): Buffer {
  return withLeader(iso2709([['001', id], ['004', of], ...fields]), 6, 'x');
}

const library: Library = JSON.parse(SMALL_SOURCE['library.json']);

/** Imports record files. Returns the report, the number of titles, the directory and a function that opens the catalog. */
async function importFiles(files: Record<string, FileContent>, options: ImportOptions = {}) {
  const directory = writeFiles(scratchDirectory(), files);
  const paths = Object.keys(files).map((name) => join(directory, name));
  const { titles, report } = importRecords(paths, library, options);
  const read = readAll(titles);
  return {
    report,
    count: read.then(({ length }) => length),
    directory,
    open: async () => createCatalog({ library, titles: await read }),
  };
}

it('A row with a value of another type than an extra field is refused alone', async () => {
  const names = { en: 'Price' };
  const price = {
    name: 'price',
    from: 'extra.price',
    type: 'number',
    narrowing: true,
    names,
  } as const;
  const bytes = [Buffer.from('id,title,extra.price\n1,Emma,12.50\n2,Omoo,n/a\n3,Typee,\n')];
  const shop = { ...library, extra_fields: [price] };
  const { titles, report } = importRecords([{ name: 'a.csv', bytes }], shop, { isLenient: true });
  const catalog = createCatalog({ library: shop, titles: await readAll(titles) });
  const params = new URLSearchParams({ q: '*', library: shop.id, price: '12.5' });
  const { count } = searchTitles([catalog], params, context);
  expect([catalog.counts.titles, count]).toEqual([2, 1]);
  expect(report.refused).toMatchObject([
    {
      file: 'a.csv',
      id: '2',
      problem: 'extra.price: expected a number or an array of numbers, found the string "n/a"',
    },
  ]);
});

async function readAll<T>(records: AsyncIterable<T>): Promise<T[]> {
  const read: T[] = [];
  for await (const record of records) read.push(record);
  return read;
}

describe('importRecords', () => {
  it('imports each record as a title from ISO 2709, MARCXML and CSV files', async () => {
    const xml = `<record xmlns="http://www.loc.gov/MARC21/slim"><leader>00000nam a2200000 a 4500</leader>
      <controlfield tag="001">3</controlfield>
      <datafield tag="245" ind1="0" ind2="0"><subfield code="a">Omoo.</subfield></datafield></record>`;
    const { report, open } = await importFiles({
      'a.mrc': Buffer.concat([record('1', 'Moby-Dick'), record('2', 'Typee')]),
      'b.xml.gz': gzipSync(xml),
      'c.csv': 'id;title\n4;Mardi\n',
    });
    const catalog = await open();
    const titles = ['1', '2', '3', '4'].map(
      (id) => getTitle([catalog], id, {}, context).title.title,
    );
    expect(titles).toEqual(['Moby-Dick', 'Typee', 'Omoo', 'Mardi']);
    expect(report.files.map(({ records }) => records)).toEqual([2, 1, 1]);
    expect(report).toMatchObject({ records: 4, titles: 4, refused: [], deleted: 0 });
  });

  it('builds the same snapshot from plain and compressed records', async () => {
    const bytes = Buffer.concat([record('1', 'Moby-Dick'), record('2', 'Typee')]);
    const [plain, packed] = [
      await importFiles({ 'a.mrc': bytes }),
      await importFiles({ 'b.mrc.gz': gzipSync(bytes) }),
    ];
    expect((await plain.open()).fingerprint).toBe((await packed.open()).fingerprint);
  });

  it('reads ids from the field in options.id', async () => {
    const { open, report } = await importFiles(
      { 'a.mrc': record('u1', 'Moby-Dick', ['035', '  $a(OCoLC)7$bx']) },
      { id: '035a' },
    );
    expect(getTitle([await open()], '(OCoLC)7', {}, context).title.title).toBe('Moby-Dick');
    expect(report.unused_fields).toEqual({});
  });

  it('adds a suffix to an id that is already used, and reports the new id', async () => {
    const titles = ['Moby-Dick', 'Typee', 'Omoo'].map((title) => record('7', title));
    const { report, open } = await importFiles({
      'a.mrc': Buffer.concat([...titles, record('7-2', 'Mardi')]),
    });
    const catalog = await open();
    const ids = ['7', '7-2', '7-3', '7-2-2'];
    expect(ids.map((id) => getTitle([catalog], id, {}, context).title.title)).toEqual([
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

  it.each(['', '.', '..'])(
    'assigns an id to a record with the id %j, and reports the record',
    async (id) => {
      const { report, open } = await importFiles({
        'a.mrc': Buffer.concat([record('1', 'Typee'), record(id, 'Moby-Dick')]),
      });
      expect(getTitle([await open()], 'record-2', {}, context).title.title).toBe('Moby-Dick');
      expect(report.without_id).toEqual([
        { file: report.files[0].name, number: 2, given: 'record-2' },
      ]);
    },
  );

  it('leaves out and reports links that are no web addresses', async () => {
    const { report, open } = await importFiles({
      'a.mrc': record(
        '1',
        'Typee',
        ['856', '40$ujavascript:alert(1)'],
        ['856', '40$uhttps://books.example.org/1'],
      ),
    });
    const { titles } = await open();
    expect(titles.get(0).links).toEqual([{ kind: 'resource', url: 'https://books.example.org/1' }]);
    expect(report.links_omitted).toBe(1);
    expect(report.broken_links).toEqual([
      {
        file: report.files[0].name,
        number: 1,
        id: '1',
        problem: "856 $u: expected an http or https address, found 'javascript:alert(1)'",
      },
    ]);
  });

  it('joins the statements of a holdings record with its branch', async () => {
    const { open } = await importFiles({
      'a.mrc': Buffer.concat([
        record('1', 'Typee'),
        holdings('h1', '1', ['852', '  $bMAIN'], ['866', ' 0$av.1-2']),
        holdings('h2', '1', ['852', '  $bEAST'], ['866', ' 0$av.3']),
      ]),
    });
    expect((await open()).titles.get(0).holdings_statements).toEqual([
      { branch: 'MAIN', text: 'v.1-2' },
      { branch: 'EAST', text: 'v.3' },
    ]);
  });

  describe('without a holdings profile', () => {
    const symphony: FieldToWrite = ['999', '  $aX$wLC$i3001$lSTACKS$mMAIN$tBOOK'];
    const koha: FieldToWrite = ['952', '  $00$aMAIN$bMAIN$p1$yBK'];
    const odd: FieldToWrite = ['952', '  $a49365496$bPRINCETON UNIV'];
    const imported = (records: readonly Buffer[]) => {
      async function* bytes() {
        yield* records;
      }
      return importRecords([{ name: 'stream.mrc', bytes: bytes() }], library);
    };

    it('decides by all records of a stream, in any order', async () => {
      const fields = [...Array(1500).fill(odd), ...Array(1500).fill(symphony)];
      const records = fields.map((field, i) => record(`${i}`, 'Title', field));
      for (const ordered of [records, records.toReversed()]) {
        const { titles, holdings, report } = imported(ordered);
        expect(await readAll(holdings)).toEqual(['symphony']);
        expect(await readAll(titles)).toHaveLength(3000);
        expect(report.holdings).toMatchObject({ profile: 'symphony', copies: 1500 });
      }
    });

    it('reads no holdings if no profile fits, and reports how many fields fit', async () => {
      const records = [record('1', 'A', odd), record('2', 'B', odd), record('3', 'C', koha)];
      const { titles, holdings, report } = imported(records);
      expect((await readAll(titles)).flatMap((title) => title.holdings ?? [])).toEqual([]);
      expect(await readAll(holdings)).toEqual([]);
      expect(report.holdings).toMatchObject({
        profile: null,
        fits: ['0 of 3 fields 952 fit folio', '1 of 3 fields 952 fit koha'],
      });
    });

    it('throws an error that names the profiles if several fit', async () => {
      const { titles } = imported([record('1', 'A', koha), record('2', 'B', symphony)]);
      await expect(readAll(titles)).rejects.toThrow(
        'holdings: expected copies of one profile, found copies of symphony (1 in field 999) and koha (1 in field 952); choose one with --holdings NAME (in a program, holdings)',
      );
    });
  });

  it('omits and counts deleted records', async () => {
    const { report, count } = await importFiles({
      'a.mrc': Buffer.concat([record('1', 'Typee'), withLeader(record('2', 'Omoo'), 5, 'd')]),
    });
    expect(await count).toBe(1);
    expect(report).toMatchObject({ records: 2, titles: 1, deleted: 1, refused: [] });
  });

  it('counts decoded text by kind, with the first as an example', async () => {
    const { report, open } = await importFiles({
      'a.mrc': Buffer.concat([record('1', 'Typee &amp; Omoo'), record('2', 'Today&#x2019;s')]),
    });
    await open();
    const first = {
      id: '1',
      field: '245 $a',
      before: 'Typee &amp; Omoo.',
      after: 'Typee & Omoo.',
    };
    expect(report.decoded).toMatchObject({ character_references: { subfields: 2, ...first } });
    expect(importSummary(report)[1]).toMatch(
      /^decoded character references in 2 subfields, such as .*a\.mrc, record 1 \(1\): 245 \$a 'Typee &amp; Omoo.' to 'Typee & Omoo.'$/,
    );
  });

  it('joins holdings records that directly follow their bibliographic record', async () => {
    const { report, open } = await importFiles({
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

  it('joins the holdings records of a separate file, in either order of files', async () => {
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
      const inputs = Object.fromEntries(names.map((name) => [name, files[name]]));
      const { report, open, directory } = await importFiles(inputs, { isLenient: true });
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

  it.skipIf(process.platform !== 'linux')('reads a pipe only once', async () => {
    const directory = writeFiles(scratchDirectory(), {
      'titles.mrc': record('1', 'Typee'),
    });
    const [titles, pipe] = [join(directory, 'titles.mrc'), join(directory, 'export.pipe')];
    execFileSync('mkfifo', [pipe]);
    createWriteStream(pipe).end(record('2', 'Omoo'));
    const { titles: read, report } = importRecords([pipe, titles], library);
    await readAll(read);
    expect(report.files).toEqual([
      { name: pipe, records: 1 },
      { name: titles, records: 1 },
    ]);
  });

  it('recognizes a file of holdings records by its first readable record', async () => {
    const { report, count } = await importFiles(
      {
        'holdings.mrc': Buffer.concat([
          Buffer.from('no record at all, of many bytes\x1d'),
          holdings('h1', '1', ['852', '0 $bMAIN$hPS1']),
        ]),
        'titles.mrc': record('1', 'Typee'),
      },
      { isLenient: true },
    );
    await count;
    expect(report).toMatchObject({ titles: 1, holdings_records: 1, holdings: { copies: 1 } });
    expect(report.refused).toHaveLength(1);
  });

  it('reads a file only once, even if it is named twice', async () => {
    const directory = writeFiles(scratchDirectory(), {
      'titles.mrc': record('1', 'Typee'),
      'holdings.mrc': holdings('h1', '1', ['852', '0 $bMAIN$hPS1']),
    });
    const [titles, separate] = [join(directory, 'titles.mrc'), join(directory, 'holdings.mrc')];
    const again = join(relative('.', directory), 'holdings.mrc');
    const { titles: read, report } = importRecords([titles, separate, titles, again], library);
    await readAll(read);
    expect(report).toMatchObject({
      files: [
        { name: titles, records: 1 },
        { name: separate, records: 1 },
      ],
      titles: 1,
      duplicates: [],
      holdings: { copies: 1 },
    });
  });

  it('joins holdings records within a file that begins with a holdings record', async () => {
    const { report, open, directory } = await importFiles(
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
    const unjoined = (id: string) =>
      `004: expected bibliographic record '${id}' directly before this holdings record or in another file, found none`;
    expect(report.refused).toEqual(
      [
        [
          'mixed.mrc',
          4,
          'h2',
          '004: expected the control number of the bibliographic record of this holdings record, found none',
        ],
        ['mixed.mrc', 1, 'h0', unjoined('9')],
        ['holdings.mrc', 2, 'h4', unjoined('8')],
        ['holdings.mrc', 3, 'h5', unjoined('9')],
      ].map(([file, number, id, problem]) => ({
        file: join(directory, file as string),
        number,
        id,
        problem,
      })),
    );
  });

  it('names the holdings record in the message of its repair', async () => {
    const damaged = holdings('h1', '1', ['852', '0 MAIN']);
    const { report, count, directory } = await importFiles({
      'titles.mrc': Buffer.concat([record('1', 'Typee'), damaged]),
    });
    await count;
    const file = join(directory, 'titles.mrc');
    expect(report.repairs).toEqual([
      {
        file,
        number: 1,
        id: '1',
        repairs: [
          `${file}, record 2: 852: expected subfields, found none; the text was read as subfield a`,
        ],
      },
    ]);
  });

  it('refuses a holdings record that is in the file of its bibliographic record, but not directly after it', async () => {
    const lost = holdings('h1', '1', ['852', '0 $bMAIN']);
    const { report, count } = await importFiles(
      { 'a.mrc': Buffer.concat([record('1', 'Typee'), record('2', 'Omoo'), lost]) },
      { isLenient: true },
    );
    await count;
    expect(report.refused).toMatchObject([
      {
        number: 3,
        id: 'h1',
        problem:
          "004: expected bibliographic record '1' directly before this holdings record or in another file, found none",
      },
    ]);
    expect(report).toMatchObject({ titles: 2, holdings_records: 0 });
  });

  it('omits and counts records that the library hides from readers', async () => {
    const item: FieldToWrite = ['952', '  $aMAIN$bMAIN$p3001'];
    const { report, count } = await importFiles({
      'a.mrc': Buffer.concat([
        record('1', 'Typee', ['942', '  $cBK$n0'], item),
        record('2', 'Omoo', ['942', '  $cBK$n1'], item),
      ]),
    });
    expect(await count).toBe(1);
    expect(report).toMatchObject({ records: 2, titles: 1, suppressed: 1, refused: [] });
  });

  it('refuses authority records and records without a title', async () => {
    const { report, count } = await importFiles(
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
    expect(await count).toBe(1);
    expect(report.refused.map(({ number, id, problem }) => [number, id, problem])).toEqual([
      [2, '2', "leader/06: expected a bibliographic record, found 'z' (authority record)"],
      [3, '3', '245: expected a title in subfield a, found no title in any field'],
    ]);
  });

  it('fails if more than 1 record in 100 is refused, unless isLenient is true', async () => {
    const titles = Array.from({ length: 99 }, (_, index) => record(String(index), 'A title'));
    const untitled = iso2709([['001', 'x']]);
    const one = await importFiles({ 'a.mrc': Buffer.concat([...titles, untitled]) });
    expect(await one.count).toBe(99);
    const two = await importFiles({ 'a.mrc': Buffer.concat([...titles, untitled, untitled]) });
    await expect(two.count).rejects.toThrow(
      'expected at most 1 refused record in 100, found 2 in 101; use --lenient (in a program, isLenient) to build without the refused records',
    );
    const lenient = await importFiles(
      { 'a.mrc': Buffer.concat([...titles, untitled, untitled]) },
      { isLenient: true },
    );
    expect(await lenient.count).toBe(99);
  });

  it('counts the fields that neither a rule nor the holdings profile uses', async () => {
    const { report, count } = await importFiles({
      'a.mrc': record(
        '1',
        'Typee',
        ['005', '20120710101855.0'],
        ['040', '  $aDLC'],
        ['040', '  $aDLC'],
        ['999', '  $aX$lSTACKS$mMAIN'],
      ),
    });
    await count;
    expect(report.unused_fields).toEqual({ '005': 1, '040': 2 });
    expect(report.holdings).toMatchObject({
      profile: 'symphony',
      copies: 1,
      withdrawn: 0,
      without_branch: 0,
    });
  });

  it('reads the branches of holdings and the first call number', async () => {
    const item = (subfields: string): FieldToWrite => ['999', `  ${subfields}`];
    const { open, report } = await importFiles({
      'a.mrc': Buffer.concat([
        record('1', 'Typee', item('$aF MEL$lSTACKS$mMAIN$u1/2/2003'), item('$aX$lLOST$mEAST')),
        record('2', 'Omoo', item('$aF OMO$lWITHDRAWN$mMAIN')),
      ]),
    });
    const catalog = await open();
    const at = (branch: string) =>
      searchTitles([catalog], { q: '*', library: 'harbour', available_at: branch }, context).count;
    expect([at('MAIN'), at('EAST'), at('_anywhere_')]).toEqual([1, 0, 1]);
    expect(getTitle([catalog], '1', {}, context).title).toMatchObject({
      availability: { id: 'AVAILABLE' },
      call_number: 'F MEL',
    });
    expect(getTitle([catalog], '2', {}, context).title.availability).toBeNull();
    expect(report.holdings.withdrawn).toBe(1);
  });

  it("reads no holdings if options.holdings is 'none'", async () => {
    const { open, report } = await importFiles(
      { 'a.mrc': record('1', 'Typee', ['999', '  $aF MEL$lSTACKS$mMAIN']) },
      { holdings: 'none' },
    );
    expect(getTitle([await open()], '1', {}, context).title.availability).toBeNull();
    expect(report.holdings.profile).toBeNull();
    expect(report.unused_fields).toEqual({ 999: 1 });
  });

  it('decompresses a spreadsheet whether or not its name ends in .gz, and reports a truncated spreadsheet', async () => {
    const rows = Array.from({ length: 400 }, (_, i) => `${i},Title ${(i * 7919) % 1009}`);
    const packed = gzipSync(`id,title\n${rows.join('\n')}\n`);
    const whole = await importFiles({ 'BOOKS.CSV.GZ': packed });
    await whole.count;
    expect(whole.report.titles).toBe(400);
    const cut = await importFiles(
      { 'books.csv': packed.subarray(0, packed.length / 2) },
      { isLenient: true },
    );
    await cut.count;
    expect(cut.report.titles).toBeGreaterThan(100);
    expect(cut.report.refused).toHaveLength(1);
    expect(cut.report.refused[0].problem).toContain('expected complete gzip data');
    const nothing = await importFiles({ 'books.csv.gz': packed.subarray(0, 12) });
    await expect(nothing.count).rejects.toThrow(
      'books.csv.gz: expected a spreadsheet, plain or compressed with gzip, found damaged gzip data (unexpected end of file)',
    );
  });

  it('counts an unused column named constructor', async () => {
    const { report, count } = await importFiles({
      'books.csv': 'id,title,constructor\n1,Emma,x\n2,Ada,y\n',
    });
    await count;
    expect({ ...report.unused_fields }).toEqual({ constructor: 2 });
  });

  it('reports refused rows by line and counts unused columns', async () => {
    const rows = Array.from({ length: 200 }, (_, index) => `${index},Title,x\n`).join('');
    const { report, count } = await importFiles({ 'a.csv': `id,title,shelfie\n${rows}200,,x\n` });
    expect(await count).toBe(200);
    expect(report.refused.map(({ line, id }) => [line, id])).toEqual([[202, '200']]);
    expect(report.unused_fields).toEqual({ shelfie: 200 });
  });

  it('names records by their number in the file, and rows by their line', async () => {
    const directory = writeFiles(scratchDirectory(), {
      'a.mrc': Buffer.concat([record('1', 'Typee'), holdings('h1', '1'), record('2', 'Omoo')]),
      'b.csv': 'id,title\n\n3,Mardi\n,Redburn\n',
      'c.mrc': record('4', 'Pierre'),
    });
    const { titles } = importRecords(
      ['a.mrc', 'b.csv', 'c.mrc'].map((name) => join(directory, name)),
      library,
    );
    const places: string[] = [];
    for await (const _ of titles) places.push(titles.place().replace(join(directory, '/'), ''));
    expect(places).toEqual([
      'a.mrc, record 1 (1)',
      'a.mrc, record 3 (2)',
      'b.csv:3 (3)',
      'b.csv:4',
      'c.mrc, record 1 (4)',
    ]);
  });
});

describe('importRecords with records of MARC 21 and UNIMARC', () => {
  const unimarc = (id: string) =>
    iso2709([
      ['001', id],
      ['100', '  $a20260101d2019    m  y0frey50      ba'],
      ['200', '1 $a<<Les>> baleines'],
      ['210', '  $aParis'],
      ['995', '  $bMAIN$f300$k599'],
    ]);
  const options = { isLenient: true, holdings: 'none' } as const;

  it('refuses the records of the other format, and names the format in the report', async () => {
    const files = {
      'marc21.mrc': Buffer.concat([record('1', 'Emma'), unimarc('2'), record('3', 'Ivanhoe')]),
      'unimarc.mrc': Buffer.concat([unimarc('4'), unimarc('5'), record('6', 'Persuasion')]),
    };
    const { report, count } = await importFiles(files, options);
    expect(await count).toBe(4);
    expect(report.refused.map(({ id, problem }) => [id, problem])).toEqual([
      [
        '2',
        '245: expected a MARC 21 record, found a title in 200, as in UNIMARC; import UNIMARC records from files of their own (--record-format unimarc)',
      ],
      [
        '6',
        '200: expected a UNIMARC record, found a title in 245, as in MARC 21; import MARC 21 records from files of their own (--record-format marc21)',
      ],
    ]);
    expect(report.files.map(({ format }) => format)).toEqual([undefined, 'unimarc']);
  });

  it('refuses a record with coded data of UNIMARC and no title', async () => {
    const untitled = iso2709([
      ['001', '2'],
      ['100', '  $a20260101d2019    m  y0frey50      ba'],
      ['210', '  $aParis$d2019'],
    ]);
    const person = iso2709([
      ['001', '3'],
      ['100', '1 $a19th-century author'],
      ['246', '13$aEmma'],
    ]);
    const bytes = Buffer.concat([record('1', 'Emma'), untitled, person]);
    const { report, count } = await importFiles({ 'marc21.mrc': bytes }, options);
    expect(await count).toBe(2);
    expect(report.refused).toMatchObject([
      { id: '2', problem: expect.stringContaining('found coded data in 100, as in UNIMARC') },
    ]);
  });

  it('refuses a record with a title in 200 and nothing else of UNIMARC', async () => {
    const fields: FieldToWrite[] = [
      ['200', '1 $aEmma'],
      ['210', '  $aParis'],
    ];
    const file = Buffer.concat([record('1', 'Emma'), iso2709([['001', '2'], ...fields])]);
    const { report, count } = await importFiles({ 'a.mrc': file }, options);
    expect(await count).toBe(1);
    expect(report.refused).toMatchObject([{ id: '2' }]);
  });

  it('refuses authority records of UNIMARC by their type', async () => {
    const authority = withLeader(unimarc('2'), 6, 'x');
    const file = { 'a.mrc': Buffer.concat([unimarc('1'), authority]) };
    const { report, count } = await importFiles(file, options);
    expect(await count).toBe(1);
    expect(report.refused).toMatchObject([
      { problem: "leader/06: expected a bibliographic record, found 'x' (authority record)" },
    ]);
  });

  it('imports records in the format of the option', async () => {
    const file = { 'a.mrc': Buffer.concat([unimarc('1'), record('2', 'Emma')]) };
    const { report, open } = await importFiles(file, { ...options, recordFormat: 'unimarc' });
    expect((await open()).titles.get(0)).toMatchObject({
      id: '1',
      title: 'Les baleines',
      sort_title: 'baleines',
    });
    expect(report.refused).toMatchObject([{ id: '2' }]);
    expect(() => importRecords([], library, { recordFormat: 'mab' as 'unimarc' })).toThrow(
      "recordFormat: expected marc21 or unimarc, found 'mab'",
    );
  });

  it('keeps the fields of a UNIMARC record for the staff view', async () => {
    const { open } = await importFiles({ 'a.mrc': unimarc('1') }, { keepMarc: true });
    const { marc } = (await open()).titles.pick(0, ['marc']);
    expect(marc?.fields.map(({ tag }) => tag)).toEqual(['001', '100', '200', '210', '995']);
    expect(marc).not.toHaveProperty('format');
  });
});

describe('importRecords with bytes', () => {
  it('reads names and bytes, reports progress, and imports titles one by one', async () => {
    async function* pieces() {
      for (const byte of record('1', 'Typee')) yield Uint8Array.of(byte);
    }
    const csv = new TextEncoder().encode('id,title\n2,Omoo\n');
    const progress: ImportProgress[] = [];
    const { titles, report } = importRecords(
      [
        { name: 'export.mrc', bytes: pieces() },
        { name: 'books.csv', bytes: [csv] },
      ],
      library,
      { progress: (state) => progress.push(state) },
    );
    const found: string[] = [];
    for await (const { id, title } of titles) found.push(`${id} ${title}`);
    expect(found).toEqual(['1 Typee', '2 Omoo']);
    expect(report.files).toEqual([
      { name: 'export.mrc', records: 1 },
      { name: 'books.csv', records: 1 },
    ]);
    const bytesRead = record('1', 'Typee').length + csv.length;
    expect(progress.at(-1)).toEqual({ records: 2, titles: 2, bytesRead });
  });

  it('throws the reason of an aborted signal', async () => {
    const abort = new AbortController();
    const bytes = [Buffer.concat([record('1', 'Typee'), record('2', 'Omoo')])];
    const { titles } = importRecords([{ name: 'a.mrc', bytes }], library, { signal: abort.signal });
    const read = async () => {
      for await (const _ of titles) abort.abort(new Error('stopped'));
    };
    await expect(read()).rejects.toThrow(new Error('stopped'));
  });

  it.each<[unknown, unknown, unknown, string]>([
    [
      'a.mrc',
      library,
      {},
      'files: expected an array of paths, or of objects with a name and bytes, found the string "a.mrc"',
    ],
    [
      ['a.mrc', { name: 'b.csv', bytes: 'id,title' }],
      library,
      {},
      'files[1]: expected a path, or an object with a name and bytes, found an object',
    ],
    [
      [null],
      library,
      {},
      'files[0]: expected a path, or an object with a name and bytes, found null',
    ],
    [['a.mrc'], undefined, {}, 'library: expected an object, found nothing'],
    [['a.mrc'], library, null, 'options: expected an object, found null'],
  ])('throws a TypeError for the arguments %j, %j and %j', (files, of, options, message) => {
    const act = () => importRecords(files as string[], of as Library, options as ImportOptions);
    expect(act).toThrow(new TypeError(`importRecords: ${message}`));
  });

  it.each<[ImportOptions, string]>([
    [{ id: '35' }, "id: expected a tag and a subfield such as 035a, or 001, found '35'"],
    [
      { holdings: 'kohA' },
      "holdings: expected symphony, symphony-949, folio, koha, sierra, sierra-949, alma, alma-availability, alma-holdings, evergreen, 995, 930, 852, none or a profile, found 'kohA'",
    ],
    [
      { holdings: { name: 'own', profile: { field: '9', branch: 'a' } } },
      'holdings.profile: field: expected the tag of a field such as "952" or "ITM", found the string "9"',
    ],
    [
      { columns: { columns: { Titel: 'titel' as 'title' } } },
      'columns: columns.Titel: expected one of id, title, ',
    ],
  ])('rejects the options %j', (options, message) => {
    expect(() => importRecords([], library, options)).toThrow(message);
  });
});

describe('importRecords with a file without records', () => {
  it.each([
    ['a.mrc', 'a PNG image', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
    ['a.mrc', 'an empty file', Buffer.from('')],
    ['a.xml', 'no records', Buffer.from('<collection></collection>')],
    ['a.csv', 'no rows', Buffer.from('')],
    ['a.csv', 'only the header row', Buffer.from('id,title\n')],
  ])('refuses %s and reports that it found %s', async (name, found, content) => {
    const { count, directory } = await importFiles({ [name]: content });
    await expect(count).rejects.toThrow(RecordFileError);
    await expect(count).rejects.toThrow(`${join(directory, name)}: expected `);
    await expect(count).rejects.toThrow(`, found ${found}`);
  });
});

describe('importRecords with a file that ends early', () => {
  const titles = Array.from({ length: 150 }, (_, i) => `Title ${(i * 7919) % 1009}`);
  const records = Buffer.concat(titles.map((title, i) => record(String(i), title)));
  const packed = gzipSync(records);
  const rows = gzipSync(`id,title\n${titles.map((title, i) => `${i},${title}`).join('\n')}\n`);
  const xml = titles.map(
    (title, i) =>
      `<record><leader>00000nam a2200000 a 4500</leader><controlfield tag="001">${i}</controlfield><datafield tag="245"><subfield code="a">${title}</subfield></datafield></record>`,
  );

  it.each([
    ['a.mrc', records.subarray(0, -1), ', record 150 (149): expected a record of '],
    ['a.mrc.gz', packed.subarray(0, -4), ', record 151: expected complete gzip data'],
    ['a.csv.gz', rows.subarray(0, -9), ':152: expected complete gzip data'],
    [
      'a.csv',
      `id,title\n${titles.map((title, i) => `${i},${title}\n`).join('')}2`,
      ':152 (2): expected 2 values and a line break, found the end of the file after value 1',
    ],
    ['a.xml', `<collection>${xml.join('')}`, ', record 151: damaged XML: unclosed tag'],
  ])('refuses %s unless isLenient is true', async (name, content, problem) => {
    const { count, report, directory } = await importFiles({ [name]: content });
    await expect(count).rejects.toThrow(TruncatedInputError);
    await expect(count).rejects.toThrow(
      `${join(directory, name)}: expected all records, found an early end; export or copy the records again, or use --lenient (in a program, isLenient) to build without the rest\n${join(directory, name)}${problem}`,
    );
    expect(report.refused).toHaveLength(1);
    const lenient = await importFiles({ [name]: content }, { isLenient: true });
    expect(await lenient.count).toBeGreaterThan(100);
  });
});

describe('importRecords with a stray quotation mark', () => {
  it('refuses the row, which may contain other rows', async () => {
    const content = 'id,title\n1,"open\n2,b\n3,c "x"\n4,d\n';
    const { count, report, directory } = await importFiles(
      { 'a.csv': content },
      { isLenient: true },
    );
    await count;
    expect(report).toMatchObject({
      titles: 1,
      refused: [
        {
          file: join(directory, 'a.csv'),
          line: 2,
          id: '1',
          problem:
            'expected a quotation mark at the beginning of a value to be closed at its end, found another within it, on a later line; the value may contain other rows',
        },
      ],
    });
  });
});

describe('importRecords with a damaged file', () => {
  const whole = readFileSync(join(DEMO, 'harbour.mrc'));

  it('accounts for every record or throws an error that names the file', async () => {
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
        const { titles, report } = importRecords([join(directory, 'a.mrc')], library);
        let count = 0;
        try {
          for await (const _ of titles) count++;
          expect(count).toBe(report.titles);
        } catch (error) {
          expect([RecordFileError, TooManyRefusedError, TruncatedInputError]).toContain(
            (error as Error).constructor,
          );
          expect((error as Error).message).toContain(join(directory, 'a.mrc'));
        } finally {
          rmSync(directory, { recursive: true });
        }
        const { records, refused, deleted } = report;
        expect(report.titles + refused.length + deleted).toBe(records);
      }),
      { numRuns: runs(400) },
    );
  });
});
