import { describe, expect, it } from 'vitest';
import { type FieldToWrite, iso2709, marc8, windows1252 } from './iso2709-bytes.js';
import { isRead, isRefused, readAll, readOne, texts } from './read-all.js';

const record = (id: string, title: string, more: readonly FieldToWrite[] = []) =>
  iso2709([['001', id], ['245', `10$a${title}`], ...more]);

const EMMA = record('b1', 'Emma');
const IVANHOE = record('b2', 'Ivanhoe');
const MIDDLEMARCH = record('b3', 'Middlemarch');

/** The title of each record, or what is wrong with it. */
async function titlesOf(...parts: (Uint8Array | string)[]): Promise<string[]> {
  const outcomes = await readAll(Buffer.concat(parts.map((part) => Buffer.from(part))));
  return outcomes.map((outcome) =>
    isRefused(outcome) ? outcome.problem : texts(outcome, '245a').join(),
  );
}

async function repairsOf(bytes: Uint8Array): Promise<readonly string[]> {
  return (await readOne(bytes)).repairs;
}

/** A record with something in it changed for something else of any length. */
function changed(bytes: Buffer, from: string, to: string): Buffer {
  const text = bytes.toString('latin1');
  expect(text).toContain(from);
  return Buffer.from(text.replace(from, to), 'latin1');
}

describe('A record in Latin-1, which MARC 21 does not have', () => {
  const SENTENCE = 'in position 9, but its bytes are Windows-1252 and were read so.';

  it.each([
    ['a', 'UTF-8', 'La légende de la cité /$cAndré Frénaud.'],
    [' ', 'MARC-8', 'La légende de la cité /$cAndré Frénaud.'],
    ['a', 'UTF-8', 'Über die Größe Münchens.'],
  ] as const)(
    'is read as what it is where its leader says %j, and said so',
    async (code, said, title) => {
      const bytes = Buffer.from(`10$a${title}`.replaceAll('$', '\x1f'), 'latin1');
      const outcome = await readOne(iso2709([['245', bytes]], code));
      expect([...texts(outcome, '245a'), ...texts(outcome, '245c')].join('$c')).toBe(title);
      expect(outcome.repairs).toEqual([`Its leader says ${said} ${SENTENCE}`]);
    },
  );

  it.each([
    ['with one accent', 'Un café de la gare'],
    ['with one letter that MARC-8 has nothing for', 'Die Brüder'],
    ['with a word of one letter', 'Voyage à la lune'],
    ['with two letters that MARC-8 could only make odd ones of', 'Mémoires de mon père'],
    ['in Spanish', 'El último día de la canción'],
    ['with guillemets and a year', '«Élan» © 1999'],
    ['with quotation marks', 'The “Pequod” – a ship’s tale…'],
    ['with a price', 'Sold for €5'],
    ['with letters of Windows alone', 'Œuvres de Šimon'],
  ])('is read as what it is %s: %s', async (_, title) => {
    for (const code of ['a', ' '] as const) {
      const outcome = await readOne(iso2709([['245', windows1252(`10$a${title}`)]], code));
      expect(texts(outcome, '245a')).toEqual([title]);
      expect(outcome.repairs).toHaveLength(1);
      expect(outcome.repairs[0]).toContain(SENTENCE);
    }
  });

  it.each([
    ['one mark astray', 'aPr\xe2ec\xe2ede\xe2 de la R\xe2evolution', 'Révolution'],
    ['a mark astray and no other', 'precaucion a\xe2 los', 'precaucion a'],
    ['letters of Czech alone', 'Ko\xe9sice a Ha\xe9sek', 'Košice a Hašek'],
    ['a ligature', 'Istori\xebi\xeca', 'Istorii\u0361a'],
    ['letters of its own', '\xa1\xe2od\xe2z i Bj\xb2rn', 'Łódź i Bjørn'],
    ['underscores of Urdu', 'K\xf6h\xe5an', 'Kh\u0332\u0101n'],
  ])('is not what a record in MARC-8 is taken for with %s', async (_, bytes, text) => {
    const outcome = await readOne(iso2709([['245', marc8(`10$a${bytes}.`)]], ' '));
    expect(texts(outcome, '245a')[0]).toContain(text);
    expect(outcome.repairs.filter((repair) => repair.includes('Windows'))).toEqual([]);
  });
});

describe('The encoding of a record', () => {
  it('is what its leader says where its bytes allow it', async () => {
    const inMarc8 = iso2709([['245', marc8('10$aBront\xe8e')]], ' ');
    expect(texts(await readOne(inMarc8), '245a')).toEqual(['Brontë']);
    expect(texts(await readOne(record('b1', 'Brontë')), '245a')).toEqual(['Brontë']);
    expect(await repairsOf(inMarc8)).toEqual([]);
    expect(await repairsOf(record('b1', 'Brontë'))).toEqual([]);
  });

  it('is UTF-8 by its bytes, though its leader says MARC-8', async () => {
    const outcome = await readOne(iso2709([['245', '10$aБронте']], ' '));
    expect(texts(outcome, '245a')).toEqual(['Бронте']);
    expect(outcome.repairs).toEqual([
      'Its leader says MARC-8 in position 9, but its bytes are UTF-8 and were read so.',
    ]);
  });

  it.each([
    ['marks', '10$aBront\xe8e, \xa1\xe2od\xe2z', 'Brontë, Łódź'],
    ['escape sequences', '10$a\x1b(NmIR\x1b(B', 'Мир'],
  ])('is MARC-8 by its %s, though its leader says UTF-8', async (_, bytes, title) => {
    const outcome = await readOne(iso2709([['245', marc8(bytes)]], 'a'));
    expect(texts(outcome, '245a')).toEqual([title]);
    expect(outcome.repairs).toEqual([
      'Its leader says UTF-8 in position 9, but its bytes are MARC-8 and were read so.',
    ]);
  });

  it.each([
    ['some bytes are damaged', Buffer.concat([Buffer.from('10\x1faБронт'), Buffer.of(0xd0, 0x20)])],
    ['one byte is of no encoding', marc8('10$aCaf\x81 de la gare')],
  ])('stays UTF-8 when %s, and what is no character is U+FFFD', async (_, field) => {
    const outcome = await readOne(iso2709([['245', field]], 'a'));
    expect(texts(outcome, '245a')[0]).toContain('\ufffd');
    expect(outcome.repairs).toEqual([
      '245: bytes that are no character of UTF-8 were read as U+FFFD.',
    ]);
  });

  it('is MARC-8 with quotation marks of Windows pasted into it, and says where', async () => {
    const outcome = await readOne(
      iso2709([['520', marc8('  $aThe \x93Bront\xe8e sisters\x94 \x96 Anne\x92s life')]], ' '),
    );
    expect(texts(outcome, '520a')).toEqual(['The “Brontë sisters” – Anne’s life']);
    expect(outcome.repairs).toEqual([
      '520: bytes that are no character of MARC-8 were read as Windows-1252.',
    ]);
  });

  it.each([
    [
      'marks of MARC-8 would stand on no letter',
      'Bront\xe8e, caf\xe9 de',
      'Bront\ufffde, caf\ufffd de',
    ],
    [
      'there are quotation marks of Windows',
      'Bront\xe8e: \x93Emma\x94',
      'Bront\ufffde: \ufffdEmma\ufffd',
    ],
  ])('is damaged UTF-8 as its leader says where %s', async (_, title, read) => {
    const bytes = iso2709([['245', marc8(`10$a${title}`)]], 'a');
    expect(texts(await readOne(bytes), '245a')).toEqual([read]);
  });

  it('differs from record to record in one file', async () => {
    const inMarc8 = iso2709([['245', marc8('10$aBront\xe8e')]], ' ');
    expect(await titlesOf(inMarc8, record('b1', 'Бронте'), inMarc8)).toEqual([
      'Brontë',
      'Бронте',
      'Brontë',
    ]);
  });

  it('lets only MARC-8 have characters written as their numbers', async () => {
    const field: FieldToWrite = ['245', '10$a20 &#x20AC;'];
    expect(texts(await readOne(iso2709([field], ' ')), '245a')).toEqual(['20 €']);
    expect(texts(await readOne(iso2709([field], 'a')), '245a')).toEqual(['20 &#x20AC;']);
  });
});

describe('A record that may be in Latin-1 or in MARC-8', () => {
  const DOUBTFUL = iso2709([['245', windows1252('10$aLes misérables')]], ' ');
  const inLatin1 = iso2709([['245', windows1252('10$aUne saison à Paris')]], ' ');
  const inMarc8 = iso2709([['245', marc8('10$aBront\xe8e')]], ' ');

  it('is in Latin-1 as soon as two more records are so without doubt than are in MARC-8', async () => {
    const titles = await titlesOf(inMarc8, ...[inLatin1, DOUBTFUL, inLatin1, inLatin1, DOUBTFUL]);
    expect([titles[2], titles[5]]).toEqual(['Les misřables', 'Les misérables']);
  });

  it('waits for others at the beginning of a file', async () => {
    expect(await titlesOf(EMMA, DOUBTFUL, inLatin1, DOUBTFUL, inLatin1)).toEqual([
      'Emma',
      'Les misérables',
      'Une saison à Paris',
      'Les misérables',
      'Une saison à Paris',
    ]);
    expect(await titlesOf(DOUBTFUL, inMarc8, inLatin1)).toEqual([
      'Les misřables',
      'Brontë',
      'Une saison à Paris',
    ]);
  });

  it('is in MARC-8 where nothing tells, and does not wait for ever', async () => {
    expect(await titlesOf(DOUBTFUL, EMMA, inLatin1)).toEqual([
      'Les misřables',
      'Emma',
      'Une saison à Paris',
    ]);
    const long = Array.from({ length: 60 }, () => record('long', 'x'.repeat(90_000)));
    const titles = await titlesOf(DOUBTFUL, ...long, inLatin1, inLatin1);
    expect(titles[0]).toBe('Les misřables');
    expect(titles).toHaveLength(63);
  });

  it('is not told by what is no record', async () => {
    const damaged = Buffer.concat([inLatin1.subarray(0, 30), inLatin1.subarray(31)]);
    const cut = inLatin1.subarray(0, -1);
    expect((await titlesOf(DOUBTFUL, damaged, damaged))[0]).toBe('Les misřables');
    expect((await titlesOf(DOUBTFUL, inLatin1, cut))[0]).toBe('Les misřables');
  });

  it('says what it was read by', async () => {
    const [doubtful] = await readAll(Buffer.concat([DOUBTFUL, inLatin1, inLatin1]));
    expect(isRead(doubtful) && doubtful.repairs).toEqual([
      'Its leader says MARC-8 in position 9, but its bytes are Windows-1252, as those of other records are, and were read so.',
    ]);
  });
});

describe('Between records', () => {
  it('line breaks, spaces, NULs and an end-of-file mark are passed over', async () => {
    const file = Buffer.concat([
      Buffer.from('\r\n'),
      EMMA,
      Buffer.from('\r\n\r\n'),
      IVANHOE,
      Buffer.from('\n \0\x1a'),
    ]);
    const outcomes = await readAll(file);
    expect(outcomes.map((outcome) => isRead(outcome) && outcome.repairs)).toEqual([[], []]);
  });

  it('a few other bytes are passed over, and the next record says so', async () => {
    const [, ivanhoe] = await readAll(Buffer.concat([EMMA, Buffer.from('-- \n'), IVANHOE]));
    expect(isRead(ivanhoe) && ivanhoe.repairs).toEqual([
      '4 bytes before it belong to no record and were passed over.',
    ]);
  });

  it('many other bytes are a refusal, and the records around them are read', async () => {
    expect(await titlesOf(EMMA, '~'.repeat(5000), IVANHOE)).toEqual([
      'Emma',
      'It has no directory: no field terminator follows its leader.',
      'Ivanhoe',
    ]);
  });
});

describe('At the end of a file', () => {
  it('a record cut short is refused with what is known of it', async () => {
    const [, cut] = await readAll(Buffer.concat([EMMA, IVANHOE.subarray(0, -3)]));
    expect(cut).toEqual({
      number: 2,
      controlNumber: 'b2',
      problem: `The file ends in the middle of this record: ${IVANHOE.length - 3} bytes of it are there, its leader says ${IVANHOE.length}.`,
    });
  });

  it('bytes that are no record are refused', async () => {
    expect(await titlesOf(EMMA, 'end of export')).toEqual([
      'Emma',
      'The file ends with 13 bytes that are no record.',
    ]);
  });
});

describe('A damaged record', () => {
  it('is read by its field terminators where its directory lies about lengths', async () => {
    const lies = changed(EMMA, '245000900003', '245000500009');
    expect(texts(await readOne(lies), '245a')).toEqual(['Emma']);
    expect(await repairsOf(lies)).toEqual([
      'The directory does not match the fields, which were told apart by their terminators and took its tags in turn.',
    ]);
  });

  it('is read where its lengths were counted in characters, not bytes', async () => {
    const counted = iso2709([
      ['001', 'b1'],
      ['245', '10$aАнна Каренина'],
      ['260', '  $aМосква'],
    ]);
    const text = counted.toString();
    const inCharacters = changed(counted, text.slice(0, 5), String(text.length).padStart(5, '0'));
    const lies = changed(inCharacters, '2450030', '2450017');
    expect(texts(await readOne(lies), '260a')).toEqual(['Москва']);
    expect((await readOne(lies)).repairs).toHaveLength(2);
  });

  it('is read where its directory names the fields in another order than they stand in', async () => {
    const [first, second] = ['001000300000', '245000900003'];
    const turned = changed(EMMA, first + second, second + first);
    const { record, repairs } = await readOne(turned);
    expect(record.fields.map(({ tag }) => tag)).toEqual(['245', '001']);
    expect(texts({ number: 1, record, repairs }, '245a')).toEqual(['Emma']);
    expect(repairs).toEqual([]);
  });

  it('is refused where it has more fields than its directory names', async () => {
    const split = changed(EMMA, 'Emma', 'Em\x1ea');
    expect(await readAll(split)).toEqual([
      {
        number: 1,
        controlNumber: 'b1',
        problem: 'Its directory names 2 fields and its data hold 3, so that no tag can be trusted.',
      },
    ]);
  });

  it.each([
    ['in order', '001000300000245000900003'],
    ['in another order', '245000900003001000300000'],
  ])(
    'is refused where another field follows those that its directory names %s',
    async (_, names) => {
      const more = changed(EMMA, 'Emma\x1e', 'Emma\x1e  \x1faMansfield Park\x1e');
      expect(await titlesOf(changed(more, '001000300000245000900003', names))).toEqual([
        'Its directory names 2 fields and its data hold 3, so that no tag can be trusted.',
      ]);
    },
  );

  it('loses nothing where its directory has a field begin too late', async () => {
    const outcome = await readOne(changed(EMMA, '245000900003', '245000800004'));
    expect(outcome.record.fields[1]).toMatchObject({ indicator1: '1', indicator2: '0' });
    expect(outcome.repairs).toEqual([
      'The directory does not match the fields, which were told apart by their terminators and took its tags in turn.',
    ]);
  });

  it('is refused by its number only where that is one', async () => {
    const numberOf = async (bytes: Buffer) => {
      const [outcome] = await readAll(Buffer.concat([bytes, IVANHOE]));
      return isRefused(outcome) ? outcome.controlNumber : 'read';
    };
    const torn = (number: string) => changed(record(number, 'Emma'), '2450009', '245000');
    expect(await numberOf(torn('b1'))).toBe('b1');
    expect(await numberOf(torn('x'.repeat(41)))).toBeUndefined();
    expect(await numberOf(torn('Анна'))).toBeUndefined();
    const leader = EMMA.toString('latin1', 5, 24);
    expect(await numberOf(Buffer.from(`00031${leader}001b1 \x1d`))).toBeUndefined();
  });

  it('is refused where its directory is no whole number of entries', async () => {
    expect(await titlesOf(changed(EMMA, '245000900003', '24500090003'))).toEqual([
      'Its directory is 23 bytes long, wanted a multiple of 12.',
    ]);
  });

  it.each([
    ['longer', '00040'],
    ['shorter', '09999'],
    ['no number', '0abcd'],
  ])('is read where it is %s than its leader says', async (_, length) => {
    const lies = changed(IVANHOE, IVANHOE.toString('latin1', 0, 5), length);
    const outcomes = await readAll(Buffer.concat([EMMA, lies, MIDDLEMARCH]));
    expect(outcomes.map((outcome) => isRead(outcome) && texts(outcome, '245a')[0])).toEqual([
      'Emma',
      'Ivanhoe',
      'Middlemarch',
    ]);
    expect(isRead(outcomes[1]) && outcomes[1].repairs).toEqual([
      `The record is ${IVANHOE.length} bytes long, its leader says ${length}.`,
    ]);
  });

  it('that lost its terminator does not take the next one with it', async () => {
    const outcomes = await readAll(Buffer.concat([EMMA.subarray(0, -1), IVANHOE, MIDDLEMARCH]));
    expect(outcomes.map((outcome) => isRead(outcome) && texts(outcome, '245a')[0])).toEqual([
      'Emma',
      'Ivanhoe',
      'Middlemarch',
    ]);
    expect(isRead(outcomes[0]) && outcomes[0].repairs).toEqual([
      'The record terminator at its end is missing.',
    ]);
  });

  it('keeps the text of a field without subfields, and says how', async () => {
    const outcome = await readOne(iso2709([['245', '10Emma']]));
    expect(texts(outcome, '245a')).toEqual(['Emma']);
    expect(outcome.repairs).toEqual([
      '245: there is no subfield in it; its text was read as subfield a.',
    ]);
  });

  it('has no subfield where a field has nothing but indicators', async () => {
    const { record } = await readOne(
      iso2709([
        ['001', 'b1'],
        ['500', '10'],
      ]),
    );
    expect(record.fields[1]).toMatchObject({ tag: '500', subfields: [] });
  });

  it('keeps the text behind a code that is no character', async () => {
    const title = Buffer.from('10\x1f\xffEmma', 'latin1');
    const { record } = await readOne(
      iso2709([
        ['245', title],
        ['500', '  $aМосква'],
      ]),
    );
    expect(record.fields[0]).toMatchObject({ subfields: [{ code: '\ufffd', value: 'Emma' }] });
  });

  it('says what stands where its indicators should', async () => {
    const outcome = await readOne(iso2709([['245', '1$aEmma']]));
    expect(outcome.record.fields[0]).toMatchObject({ indicator1: '1', indicator2: ' ' });
    expect(texts(outcome, '245a')).toEqual(['Emma']);
    expect(outcome.repairs).toEqual(["245: '1' stands where two indicators are wanted."]);
  });
});

describe('A long record', () => {
  it('is read though no leader can tell its length', async () => {
    const items = Array.from(
      { length: 3000 },
      (_, item): FieldToWrite => ['999', `  $aPR 4034$i${item}$lSTACKS$mMAIN-LIBRARY$tBOOK`],
    );
    const bytes = record('b1', 'Emma', items);
    const long = changed(bytes, bytes.toString('latin1', 0, 5), '99999');
    expect(long.length).toBeGreaterThan(100_000);
    const outcomes = await readAll(Buffer.concat([long, IVANHOE]));
    expect(outcomes).toHaveLength(2);
    expect(outcomes.map((outcome) => isRead(outcome) && texts(outcome, '245a')[0])).toEqual([
      'Emma',
      'Ivanhoe',
    ]);
  });

  it('that does not end is refused, and a whole record at its end is read', async () => {
    const tildes = Array.from({ length: 60 }, () => Buffer.alloc(100_000, '~'));
    const outcome = [
      'Emma',
      '6000000 bytes without a record terminator among them; at most 4 MiB are read as one record.',
      'Ivanhoe',
      'Middlemarch',
    ];
    expect(await titlesOf(EMMA, ...tildes, IVANHOE, MIDDLEMARCH)).toEqual(outcome);
    const inPieces = await readAll([EMMA, ...tildes, IVANHOE, MIDDLEMARCH]);
    expect(inPieces.map((one) => (isRefused(one) ? one.problem : texts(one, '245a')[0]))).toEqual(
      outcome,
    );
  });

  it('that is all but too long does not take the one behind it along', async () => {
    const tildes = Buffer.alloc((1 << 22) - 50, '~');
    const pieces = [EMMA, tildes, IVANHOE.subarray(0, 60), IVANHOE.subarray(60), MIDDLEMARCH];
    const outcomes = await readAll(pieces);
    expect(outcomes.map((one) => isRead(one) && texts(one, '245a')[0])).toEqual([
      'Emma',
      false,
      'Ivanhoe',
      'Middlemarch',
    ]);
  });

  it('that does not end before the file does is refused', async () => {
    const tildes = Array.from({ length: 60 }, () => Buffer.alloc(100_000, '~'));
    expect(await titlesOf(EMMA, ...tildes)).toEqual([
      'Emma',
      '6000000 bytes without a record terminator among them; at most 4 MiB are read as one record.',
    ]);
  });
});
