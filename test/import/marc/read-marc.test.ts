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

describe('Reading MARC records', () => {
  it('takes a record of ISO 2709 apart into leader, control fields and data fields', async () => {
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

  it('takes a record of MARCXML apart into the same', async () => {
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

  it('reads what is compressed over and over ten times, and no more often', async () => {
    let packed: Uint8Array = EMMA;
    for (let layer = 0; layer < 10; layer++) packed = gzipSync(packed);
    expect(texts(await readOne(packed), '245a')).toEqual(['Emma.']);
    await expect(readAll(gzipSync(packed), { name: 'export.mrc.gz' })).rejects.toThrow(
      'export.mrc.gz cannot be unpacked (it is compressed more than 10 times over); wanted MARC records',
    );
  });

  it('reads either compressed with gzip', async () => {
    expect(texts(await readOne(gzipSync(EMMA)), '245a')).toEqual(['Emma.']);
    expect(texts(await readOne(gzipSync(MOBY_DICK_XML)), '245a')).toEqual(['Moby-Dick :']);
  });

  it('numbers the records by their place in the file', async () => {
    const outcomes = await readAll(Buffer.concat([MOBY_DICK, EMMA]));
    expect(outcomes.map(({ number }) => number)).toEqual([1, 2]);
    expect(outcomes.some(isRefused)).toBe(false);
  });

  it('does not mind where the pieces of a file begin and end', async () => {
    const bytes = Buffer.concat([MOBY_DICK, EMMA]);
    const whole = await readAll(bytes);
    expect(await readAll([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(whole);
    const xml = Buffer.from(`<collection>${MOBY_DICK_XML}${MOBY_DICK_XML}</collection>`);
    expect(await readAll([...xml].map((byte) => Uint8Array.of(byte)))).toEqual(await readAll(xml));
  });

  it('composes the letters that a record spells with separate accents', async () => {
    const decomposed = iso2709([['245', '10$aBronte\u0308']]);
    expect(texts(await readOne(decomposed), '245a')).toEqual(['Bront\u00eb']);
  });
});

describe('A compressed file', () => {
  const shelf = Array.from({ length: 5000 }, (_, number) =>
    iso2709([
      ['001', `b${number}`],
      ['245', `10$aVolume ${(number * 7919) % 5003}`],
    ]),
  );
  const packed = gzipSync(Buffer.concat(shelf));

  it('that was cut short gives the records before that place, and says so', async () => {
    const outcomes = await readAll(packed.subarray(0, packed.length / 2));
    const last = outcomes.at(-1)!;
    expect(outcomes.length).toBeGreaterThan(1500);
    expect(outcomes.slice(0, -1).some(isRefused)).toBe(false);
    expect(last).toEqual({
      number: outcomes.length,
      problem:
        'The compressed file is damaged or cut short here (unexpected end of file); nothing after this place could be read.',
    });
  });

  it('that is damaged gives the records before that place, and says so', async () => {
    const damaged = Buffer.from(packed);
    const middle = Math.floor(packed.length / 2);
    damaged.fill(0xff, middle, middle + 200);
    const outcomes = await readAll(damaged);
    expect(outcomes.filter(isRefused).at(-1)?.problem).toMatch(/^The compressed file is damaged/);
    expect(outcomes.length).toBeGreaterThan(1500);
  });

  it('may be several, joined', async () => {
    const outcomes = await readAll(Buffer.concat([gzipSync(MOBY_DICK), gzipSync(EMMA)]));
    expect(outcomes).toHaveLength(2);
    expect(outcomes.some(isRefused)).toBe(false);
  });

  it('may have filling behind it', async () => {
    expect(await readAll(Buffer.concat([packed, Buffer.alloc(100_000)]))).toHaveLength(5000);
  });

  it('that has nothing to give is refused', async () => {
    await expect(readAll(packed.subarray(0, 12), { name: 'export.mrc.gz' })).rejects.toThrow(
      'export.mrc.gz cannot be unpacked (unexpected end of file); wanted MARC records: ISO 2709 or MARCXML, compressed with gzip or not.',
    );
  });
});

it('A byte order mark before ISO 2709 is passed over, and said so', async () => {
  const [outcome] = await readAll(Buffer.concat([Buffer.from('\ufeff'), EMMA]));
  expect(outcome).toMatchObject({
    record: { fields: [{ tag: '001', value: 'b2' }, { tag: '245' }] },
    repairs: ['3 bytes before it belong to no record and were passed over.'],
  });
});

describe('A file that holds no MARC records', () => {
  const named = (bytes: Uint8Array | string) =>
    readAll(bytes, { name: 'export.mrc' }).then(
      () => 'read',
      (error: Error) => `${error.name}: ${error.message}`,
    );
  const wanted = 'wanted MARC records: ISO 2709 or MARCXML, compressed with gzip or not.';

  it.each([
    ['nothing', '', 'is empty'],
    ['white space', ' \n\n', 'is empty'],
    ['a picture', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0', 'latin1'), 'is a PNG image'],
    ['JSON', '{"title": "Emma"}', 'is JSON'],
    ['a letter', 'Dear Sir or Madam,\nplease find attached', 'is a text'],
    ['a letter with a character astray', `Dear Sir or Madam,${'\x01 '.padStart(200)}`, 'is a text'],
    ['a web page', '<!DOCTYPE html><html><title>Catalog</title>', 'is an HTML page'],
    ['a feed', '<rss><channel/></rss>', 'is XML of another kind: its root is <rss>'],
    ['noise', Buffer.from([1, 2, 3, 4, 5, 6, 7, 8]), 'is of no form known here'],
    [
      'UNIMARC',
      iso2709([
        ['001', 'b1'],
        ['200', '1 $aEmma$fJane Austen'],
      ]),
      'holds UNIMARC records, whose fields mean other things than those of MARC 21',
    ],
    [
      'UNIMARC as XML',
      '<record><controlfield tag="001">b1</controlfield><datafield tag="200" ind1="1" ind2=" "><subfield code="a">Emma</subfield></datafield></record>',
      'holds UNIMARC records, whose fields mean other things than those of MARC 21',
    ],
    ['compressed JSON', gzipSync('[1, 2]'), 'is JSON'],
  ])('is refused by what it is: %s', async (_, bytes, found) => {
    expect(await named(bytes)).toBe(`RecordFileError: export.mrc ${found}; ${wanted}`);
  });
});
