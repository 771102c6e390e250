import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { iso2709 } from './iso2709-bytes.js';
import { isRefused, readAll, readOne, texts } from './read-all.js';

const MOBY_DICK = iso2709([
  ['001', 'b1'],
  ['245', '10$aMoby-Dick :$bor, The whale /$cHerman Melville.'],
]);
const EMMA = iso2709([
  ['001', 'b2'],
  ['245', '10$aEmma.'],
]);

const MOBY_DICK_XML = `<record>
  <leader>00714nam a2200205 a 4500</leader>
  <controlfield tag="001">b1</controlfield>
  <datafield tag="245" ind1="1" ind2="0">
    <subfield code="a">Moby-Dick :</subfield>
    <subfield code="b">or, The whale /</subfield>
  </datafield>
</record>`;

describe('readMarcRecords', () => {
  it('reads the leader, control fields and data fields of ISO 2709', async () => {
    const [outcome] = await readAll(MOBY_DICK);
    expect(outcome).toEqual({
      number: 1,
      repairs: [],
      record: {
        leader: '00104nam a2200049 a 4500',
        fields: [
          { tag: '001', value: 'b1' },
          {
            tag: '245',
            indicator1: '1',
            indicator2: '0',
            subfields: [
              { code: 'a', value: 'Moby-Dick :' },
              { code: 'b', value: 'or, The whale /' },
              { code: 'c', value: 'Herman Melville.' },
            ],
          },
        ],
      },
    });
  });

  it('reads the leader, control fields and data fields of MARCXML', async () => {
    const { record, repairs } = await readOne(MOBY_DICK_XML);
    expect(repairs).toEqual([]);
    expect(record).toEqual({
      leader: '00714nam a2200205 a 4500',
      fields: [
        { tag: '001', value: 'b1' },
        {
          tag: '245',
          indicator1: '1',
          indicator2: '0',
          subfields: [
            { code: 'a', value: 'Moby-Dick :' },
            { code: 'b', value: 'or, The whale /' },
          ],
        },
      ],
    });
  });

  it('decompresses up to ten layers of gzip', async () => {
    let packed: Uint8Array = EMMA;
    for (let layer = 0; layer < 10; layer++) packed = gzipSync(packed);
    expect(texts(await readOne(packed), '245a')).toEqual(['Emma.']);
    await expect(readAll(gzipSync(packed), { name: 'export.mrc.gz' })).rejects.toThrow(
      'export.mrc.gz: expected MARC records (ISO 2709 or MARCXML), found damaged gzip data (more than 10 layers of compression)',
    );
  });

  it('reads both formats compressed with gzip', async () => {
    expect(texts(await readOne(gzipSync(EMMA)), '245a')).toEqual(['Emma.']);
    expect(texts(await readOne(gzipSync(MOBY_DICK_XML)), '245a')).toEqual(['Moby-Dick :']);
  });

  it('reads a file in pieces of one byte', async () => {
    const bytes = Buffer.concat([MOBY_DICK, EMMA]);
    const whole = await readAll(bytes);
    expect(await readAll([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(whole);
    const xml = Buffer.from(`<collection>${MOBY_DICK_XML}${MOBY_DICK_XML}</collection>`);
    expect(await readAll([...xml].map((byte) => Uint8Array.of(byte)))).toEqual(await readAll(xml));
  });

  it('composes letters and combining accents', async () => {
    const decomposed = iso2709([['245', '10$aBronte\u0308']]);
    expect(texts(await readOne(decomposed), '245a')).toEqual(['Bront\u00eb']);
  });
});

describe('A file compressed with gzip', () => {
  const records = Array.from({ length: 5000 }, (_, number) =>
    iso2709([
      ['001', `b${number}`],
      ['245', `10$aVolume ${(number * 7919) % 5003}`],
    ]),
  );
  const packed = gzipSync(Buffer.concat(records));

  it('that is truncated is read up to its end, and the rest is refused', async () => {
    const outcomes = await readAll(packed.subarray(0, packed.length / 2));
    const last = outcomes.at(-1)!;
    expect(outcomes.length).toBeGreaterThan(1500);
    expect(outcomes.slice(0, -1).some(isRefused)).toBe(false);
    expect(last).toEqual({
      number: outcomes.length,
      problem:
        'expected complete gzip data, found damage (unexpected end of file); the rest of the file was not read',
      isTruncation: true,
    });
  });

  it('that is damaged is read up to the damage, and the rest is refused', async () => {
    const damaged = Buffer.from(packed);
    const middle = Math.floor(packed.length / 2);
    damaged.fill(0xff, middle, middle + 200);
    const outcomes = await readAll(damaged);
    expect(outcomes.filter(isRefused).at(-1)).toMatchObject({
      problem: expect.stringMatching(/^expected complete gzip data, found damage/),
      isTruncation: true,
    });
    expect(outcomes.length).toBeGreaterThan(1500);
  });

  it('can consist of several concatenated gzip files', async () => {
    const outcomes = await readAll(Buffer.concat([gzipSync(MOBY_DICK), gzipSync(EMMA)]));
    expect(outcomes).toHaveLength(2);
    expect(outcomes.some(isRefused)).toBe(false);
  });

  it('can have zero bytes at the end', async () => {
    expect(await readAll(Buffer.concat([packed, Buffer.alloc(100_000)]))).toHaveLength(5000);
  });

  it('that is truncated before the first record is refused', async () => {
    await expect(readAll(packed.subarray(0, 12), { name: 'export.mrc.gz' })).rejects.toThrow(
      'export.mrc.gz: expected MARC records (ISO 2709 or MARCXML), found damaged gzip data (unexpected end of file)',
    );
  });
});

it('A byte order mark before ISO 2709 is skipped and reported', async () => {
  const [outcome] = await readAll(Buffer.concat([Buffer.from('\ufeff'), EMMA]));
  expect(outcome).toMatchObject({
    record: { fields: [{ tag: '001', value: 'b2' }, { tag: '245' }] },
    repairs: ['before the leader: expected nothing, found 3 bytes; skipped'],
  });
});

describe('A file without MARC records', () => {
  const outcomeOf = (bytes: Uint8Array | string) =>
    readAll(bytes, { name: 'export.mrc' }).then(
      () => 'read',
      (error: Error) => `${error.name}: ${error.message}`,
    );
  const expected = 'expected MARC records (ISO 2709 or MARCXML)';
  const MNEMONIC =
    "records in MarcEdit's mnemonic format; convert them to ISO 2709 with MarcEdit (MarcMaker)";

  const LINES =
    'records as text, one line for each field; export or convert them to ISO 2709 or MARCXML, for example with yaz-marcdump -i line -o marc';

  const JSON_TITLES =
    'JSON; to build from titles in JSON, pass a directory with library.json and titles.jsonl';
  const SPREADSHEET =
    'a spreadsheet of an office program; save it as CSV, in a file that ends in .csv';
  const EXPORT = 'export the records in ISO 2709, MARCXML or CSV';

  it.each([
    ['nothing', '', 'an empty file'],
    ['white space', ' \n\n', 'an empty file'],
    ['a picture', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0', 'latin1'), 'a PNG image'],
    ['JSON', '{"titles": []}', JSON_TITLES],
    [
      'titles in the source format, with MARC records',
      '{"id":"1","title":"Emma","format":{"id":"BK"},"marc":{"leader":"00000nam"}}\n',
      JSON_TITLES,
    ],
    ['JSON in UTF-16', Buffer.from('\ufeff[1, 2]', 'utf16le'), JSON_TITLES],
    [
      'ISO 2709 in UTF-16',
      Buffer.from('00049nam a2200037 i 4500245000800000\x1e00\x1faEmma\x1e\x1d', 'utf16le'),
      'text in UTF-16; export the records in UTF-8',
    ],
    ['a PDF document', '%PDF-1.7\n', `a PDF document; ${EXPORT}`],
    ['a workbook', 'PK\x03\x04\x14\0[Content_Types].xml\0xl/workbook.xml', SPREADSHEET],
    [
      'an OpenDocument spreadsheet',
      'PK\x03\x04\x14\0mimetypeapplication/vnd.oasis.opendocument.spreadsheet',
      SPREADSHEET,
    ],
    [
      'a text document',
      'PK\x03\x04\x14\0[Content_Types].xml\0word/document.xml',
      `a ZIP archive or an office document; ${EXPORT}`,
    ],
    [
      'an old workbook',
      Buffer.from('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'latin1'),
      `an Excel or Word document; ${EXPORT}`,
    ],
    ['a text', 'Dear Sir or Madam,\nplease find attached', 'text'],
    ['a text with a control character', `Dear Sir or Madam,${'\x01 '.padStart(200)}`, 'text'],
    ['a web page', '<!DOCTYPE html><html><title>Catalog</title>', 'an HTML page'],
    ['a feed', '<rss><channel/></rss>', 'XML with the root element <rss>'],
    ['noise', Buffer.from([1, 2, 3, 4, 5, 6, 7, 8]), 'an unknown format'],
    [
      'MARC-in-JSON',
      '{"leader":"00000nam a2200000 i 4500","fields":[{"001":"1"}]}',
      'records in MARC-in-JSON; export or convert them to ISO 2709 or MARCXML, for example with MarcEdit',
    ],
    [
      'an array of MARC-in-JSON',
      '[\n { "fields": [], "leader": "00000nam a2200000 i 4500" } ]',
      'records in MARC-in-JSON; export or convert them to ISO 2709 or MARCXML, for example with MarcEdit',
    ],
    [
      "MarcEdit's mnemonic format",
      '=LDR  00000nam a2200000 i 4500\n=001  1\n=245  10$aEmma',
      MNEMONIC,
    ],
    ['the same without a leader', '\ufeff=245  10$aEmma\r\n', MNEMONIC],
    [
      'sequential records of Aleph',
      '000000001 LDR   L 00000nam^a2200000^i^4500\n000000001 24510 L $$aEmma\n',
      'records in the sequential format of Aleph; export them in ISO 2709 or MARCXML',
    ],
    ['a tar archive', `${'a.mrc'.padEnd(257, '\0')}ustar\x0000`, 'a tar archive'],
    [
      'MARC-in-JSON within an answer of a server',
      `{"records":[{"id":"${'0'.repeat(300)}","parsedRecord":{"leader":"00000nam"}}]}`,
      'records in MARC-in-JSON; export or convert them to ISO 2709 or MARCXML, for example with MarcEdit',
    ],
    [
      'fields as arrays in JSON',
      '[["LDR",null,null,"_","00000nam"],["245","1","0","a","Emma"]]',
      'records in MARC-in-JSON; export or convert them to ISO 2709 or MARCXML, for example with MarcEdit',
    ],
    ['the line format of YAZ', '00000nam a2200000 i 4500\n001 1\n245 10 $a Emma\n', LINES],
    ['the same with labels', 'LEADER 02794cam0 2200709   450 \r\n001 1\r\n', LINES],
    ['an empty tar archive', Buffer.alloc(10_240), 'only zero bytes, as in an empty tar archive'],
    ['an empty ZIP archive', `PK\x05\x06${'\0'.repeat(18)}`, 'an empty ZIP archive'],
    ['compressed JSON', gzipSync('[1, 2]'), JSON_TITLES],
  ])('is refused with its format: %s', async (_, bytes, found) => {
    expect(await outcomeOf(bytes)).toBe(`RecordFileError: export.mrc: ${expected}, found ${found}`);
  });
});
