import { describe, expect, it } from 'vitest';
import { type FieldToWrite, iso2709, marc8, windows1252 } from './iso2709-bytes.js';
import { isRead, isRefused, readAll, readOne, texts } from './read-all.js';

const record = (id: string, title: string, more: readonly FieldToWrite[] = []) =>
  iso2709([['001', id], ['245', `10$a${title}`], ...more]);

const EMMA = record('b1', 'Emma');
const IVANHOE = record('b2', 'Ivanhoe');
const MIDDLEMARCH = record('b3', 'Middlemarch');

/** Returns the title of each record, or the reason why it was refused. */
async function titlesOf(...parts: (Uint8Array | string)[]): Promise<string[]> {
  const outcomes = await readAll(Buffer.concat(parts.map((part) => Buffer.from(part))));
  return outcomes.map((outcome) =>
    isRefused(outcome) ? outcome.problem : texts(outcome, '245a').join(),
  );
}

async function repairsOf(bytes: Uint8Array): Promise<readonly string[]> {
  return (await readOne(bytes)).repairs;
}

/** Replaces a text in a record. */
function replaceText(bytes: Buffer, from: string, to: string): Buffer {
  const text = bytes.toString('latin1');
  expect(text).toContain(from);
  return Buffer.from(text.replace(from, to), 'latin1');
}

describe('A record in Windows-1252', () => {
  const FOUND = 'found Windows-1252; read as Windows-1252';

  it.each([
    ['a', 'UTF-8', 'La légende de la cité /$cAndré Frénaud.'],
    [' ', 'MARC-8', 'La légende de la cité /$cAndré Frénaud.'],
    ['a', 'UTF-8', 'Über die Größe Münchens.'],
  ] as const)(
    'is recognized and reported although leader/09 is %j',
    async (code, declared, title) => {
      const bytes = Buffer.from(`10$a${title}`.replaceAll('$', '\x1f'), 'latin1');
      const outcome = await readOne(iso2709([['245', bytes]], code));
      expect([...texts(outcome, '245a'), ...texts(outcome, '245c')].join('$c')).toBe(title);
      expect(outcome.repairs).toEqual([
        `leader/09: expected the declared encoding ${declared}, ${FOUND}`,
      ]);
    },
  );

  it.each([
    ['with one accent', 'Un café de la gare'],
    ['with one letter that is invalid in MARC-8', 'Die Brüder'],
    ['with a word of one letter', 'Voyage à la lune'],
    ['with two combinations that are unusual in MARC-8', 'Mémoires de mon père'],
    ['in Spanish', 'El último día de la canción'],
    ['with guillemets and a year', '«Élan» © 1999'],
    ['with quotation marks', 'The “Pequod” – a ship’s tale…'],
    ['with a price', 'Sold for €5'],
    ['with letters that only Windows-1252 has', 'Œuvres de Šimon'],
  ])('is recognized %s: %s', async (_, title) => {
    for (const code of ['a', ' '] as const) {
      const outcome = await readOne(iso2709([['245', windows1252(`10$a${title}`)]], code));
      expect(texts(outcome, '245a')).toEqual([title]);
      expect(outcome.repairs).toHaveLength(1);
      expect(outcome.repairs[0]).toContain(FOUND);
    }
  });

  it.each([
    ['one misplaced mark', 'aPr\xe2ec\xe2ede\xe2 de la R\xe2evolution', 'Révolution'],
    ['only a misplaced mark', 'precaucion a\xe2 los', 'precaucion a'],
    ['only Czech letters', 'Ko\xe9sice a Ha\xe9sek', 'Košice a Hašek'],
    ['a ligature', 'Istori\xebi\xeca', 'Istorii\u0361a'],
    ['letters that only MARC-8 has', '\xa1\xe2od\xe2z i Bj\xb2rn', 'Łódź i Bjørn'],
    ['Urdu letters with a line below', 'K\xf6h\xe5an', 'Kh\u0332\u0101n'],
  ])('is distinguished from MARC-8 with %s', async (_, bytes, text) => {
    const outcome = await readOne(iso2709([['245', marc8(`10$a${bytes}.`)]], ' '));
    expect(texts(outcome, '245a')[0]).toContain(text);
    expect(outcome.repairs.filter((repair) => repair.includes('Windows'))).toEqual([]);
  });
});

/** Encodes Cyrillic letters in UTF-8, and other characters as single bytes. */
function mixed(text: string): Buffer {
  const encodings = text
    .split(/([а-яА-Я]+)/)
    .map((part, at) => Buffer.from(part, at % 2 ? 'utf8' : 'latin1'));
  return Buffer.from(Buffer.concat(encodings).toString('latin1').replace('$', '\x1f'), 'latin1');
}

describe('The encoding of a record', () => {
  it('is the declared encoding if the bytes allow it', async () => {
    const inMarc8 = iso2709([['245', marc8('10$aBront\xe8e')]], ' ');
    expect(texts(await readOne(inMarc8), '245a')).toEqual(['Brontë']);
    expect(texts(await readOne(record('b1', 'Brontë')), '245a')).toEqual(['Brontë']);
    expect(await repairsOf(inMarc8)).toEqual([]);
    expect(await repairsOf(record('b1', 'Brontë'))).toEqual([]);
  });

  it('is UTF-8 by the bytes although the leader declares MARC-8', async () => {
    const outcome = await readOne(iso2709([['245', '10$aБронте']], ' '));
    expect(texts(outcome, '245a')).toEqual(['Бронте']);
    expect(outcome.repairs).toEqual([
      'leader/09: expected the declared encoding MARC-8, found UTF-8; read as UTF-8',
    ]);
  });

  it.each([
    ['marks', '10$aBront\xe8e, \xa1\xe2od\xe2z', 'Brontë, Łódź'],
    ['escape sequences', '10$a\x1b(NmIR\x1b(B', 'Мир'],
  ])('is MARC-8 by its %s although the leader declares UTF-8', async (_, bytes, title) => {
    const outcome = await readOne(iso2709([['245', marc8(bytes)]], 'a'));
    expect(texts(outcome, '245a')).toEqual([title]);
    expect(outcome.repairs).toEqual([
      'leader/09: expected the declared encoding UTF-8, found MARC-8; read as MARC-8',
    ]);
  });

  it.each([
    ['some bytes are damaged', Buffer.concat([Buffer.from('10\x1faБронт'), Buffer.of(0xd0, 0x20)])],
    ['one byte is invalid in every encoding', marc8('10$aCaf\x81 de la gare')],
  ])('is UTF-8 with U+FFFD if %s', async (_, field) => {
    const outcome = await readOne(iso2709([['245', field]], 'a'));
    expect(texts(outcome, '245a')[0]).toContain('\ufffd');
    expect(outcome.repairs).toEqual(['245: expected UTF-8, found invalid bytes; read as U+FFFD']);
  });

  it('is MARC-8 if it has pasted quotation marks of Windows-1252, which are reported', async () => {
    const outcome = await readOne(
      iso2709([['520', marc8('  $aThe \x93Bront\xe8e sisters\x94 \x96 Anne\x92s life')]], ' '),
    );
    expect(texts(outcome, '520a')).toEqual(['The “Brontë sisters” – Anne’s life']);
    expect(outcome.repairs).toEqual([
      '520: expected MARC-8, found bytes of Windows-1252; read as Windows-1252',
    ]);
  });

  it.each([
    ['marks of MARC-8 have no letter', 'Bront\xe8e, caf\xe9 de', 'Bront\ufffde, caf\ufffd de'],
    ['a character is cut', 'Бронт\xd0', 'Бронт\ufffd'],
    ['a byte is a mark of MARC-8 too', 'Бронте, pr\xe2ologo', 'Бронте, pr\ufffdologo'],
    ['a byte is the rest of a character', 'Бронте, pr\xb3logo', 'Бронте, pr\ufffdlogo'],
  ])('is the declared UTF-8, with U+FFFD, if %s', async (_, title, read) => {
    const bytes = iso2709([['245', mixed(`10$a${title}`)]], 'a');
    const outcome = await readOne(bytes);
    expect(texts(outcome, '245a')).toEqual([read]);
    expect(outcome.repairs).toEqual(['245: expected UTF-8, found invalid bytes; read as U+FFFD']);
  });

  it.each([
    ['a letter in a word', 'Rodr\xedguez, Бронте', 'Rodríguez, Бронте'],
    ['a letter at the end of a word', 'caf\xe9, Бронте', 'café, Бронте'],
    ['quotation marks', '\x93Бронте\x94', '“Бронте”'],
    ['a quotation mark', 'Emma\x92s Бронте', 'Emma’s Бронте'],
  ])('is UTF-8 with %s of Windows-1252', async (_, title, read) => {
    for (const declared of ['a', ' '] as const) {
      const outcome = await readOne(iso2709([['245', mixed(`10$a${title}`)]], declared));
      expect(texts(outcome, '245a')).toEqual([read]);
      expect(outcome.repairs.at(-1)).toMatch(
        /^245: expected UTF-8, found (?:bytes of Windows-1252; read as W|invalid)/,
      );
    }
  });

  it.each([
    ['quotation marks of Windows-1252', 'Bront\xe8e: \x93Emma\x94', 'Brontë: “Emma”'],
    ['a mark without a letter', 'traducci\xe2on, pr\xe2ologo, M\xe7 ', 'traducción, prólogo, M'],
  ])('is MARC-8 with %s although the leader declares UTF-8', async (_, title, read) => {
    const outcome = await readOne(iso2709([['245', marc8(`10$a${title}`)]], 'a'));
    expect(texts(outcome, '245a')[0]).toContain(read);
    expect(outcome.repairs).toContain(
      'leader/09: expected the declared encoding UTF-8, found MARC-8; read as MARC-8',
    );
  });

  it('can differ between the records of one file', async () => {
    const inMarc8 = iso2709([['245', marc8('10$aBront\xe8e')]], ' ');
    expect(await titlesOf(inMarc8, record('b1', 'Бронте'), inMarc8)).toEqual([
      'Brontë',
      'Бронте',
      'Brontë',
    ]);
  });

  it('allows numeric character references only in MARC-8', async () => {
    const field: FieldToWrite = ['245', '10$a20 &#x20AC;'];
    expect(texts(await readOne(iso2709([field], ' ')), '245a')).toEqual(['20 €']);
    expect(texts(await readOne(iso2709([field], 'a')), '245a')).toEqual(['20 &#x20AC;']);
  });
});

describe('A record that can be in Windows-1252 or in MARC-8', () => {
  const DOUBTFUL = iso2709([['245', windows1252('10$aLes misérables')]], ' ');
  const inWindows1252 = iso2709([['245', windows1252('10$aUne saison à Paris')]], ' ');
  const inMarc8 = iso2709([['245', marc8('10$aBront\xe8e')]], ' ');

  it('is Windows-1252 if two more records are certainly Windows-1252 than certainly MARC-8', async () => {
    const titles = await titlesOf(
      inMarc8,
      ...[inWindows1252, DOUBTFUL, inWindows1252, inWindows1252, DOUBTFUL],
    );
    expect([titles[2], titles[5]]).toEqual(['Les misřables', 'Les misérables']);
  });

  it('is held back at the beginning of a file until later records determine its encoding', async () => {
    expect(await titlesOf(EMMA, DOUBTFUL, inWindows1252, DOUBTFUL, inWindows1252)).toEqual([
      'Emma',
      'Les misérables',
      'Une saison à Paris',
      'Les misérables',
      'Une saison à Paris',
    ]);
    expect(await titlesOf(DOUBTFUL, inMarc8, inWindows1252)).toEqual([
      'Les misřables',
      'Brontë',
      'Une saison à Paris',
    ]);
  });

  it('is MARC-8 without sufficient evidence, and is held back for at most 4 MiB', async () => {
    expect(await titlesOf(DOUBTFUL, EMMA, inWindows1252)).toEqual([
      'Les misřables',
      'Emma',
      'Une saison à Paris',
    ]);
    const long = Array.from({ length: 60 }, () => record('long', 'x'.repeat(90_000)));
    const titles = await titlesOf(DOUBTFUL, ...long, inWindows1252, inWindows1252);
    expect(titles[0]).toBe('Les misřables');
    expect(titles).toHaveLength(63);
  });

  it('is MARC-8 if the evidence for Windows-1252 is in damaged records', async () => {
    const damaged = Buffer.concat([inWindows1252.subarray(0, 30), inWindows1252.subarray(31)]);
    const cut = inWindows1252.subarray(0, -1);
    expect((await titlesOf(DOUBTFUL, damaged, damaged))[0]).toBe('Les misřables');
    expect((await titlesOf(DOUBTFUL, inWindows1252, cut))[0]).toBe('Les misřables');
  });

  it('is reported with the reason for its encoding', async () => {
    const [doubtful] = await readAll(Buffer.concat([DOUBTFUL, inWindows1252, inWindows1252]));
    expect(isRead(doubtful) && doubtful.repairs).toEqual([
      'leader/09: expected the declared encoding MARC-8, found Windows-1252 (as in other records); read as Windows-1252',
    ]);
  });
});

describe('Between records', () => {
  it('line breaks, spaces, NULs and an end-of-file mark are skipped', async () => {
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

  it('a few other bytes are skipped, and reported as a repair of the next record', async () => {
    const [, ivanhoe] = await readAll(Buffer.concat([EMMA, Buffer.from('-- \n'), IVANHOE]));
    expect(isRead(ivanhoe) && ivanhoe.repairs).toEqual([
      'before the leader: expected nothing, found 4 bytes; skipped',
    ]);
  });

  it('many other bytes are refused as a record', async () => {
    expect(await titlesOf(EMMA, '~'.repeat(5000), IVANHOE)).toEqual([
      'Emma',
      'expected a directory after the leader, found none',
      'Ivanhoe',
    ]);
  });
});

describe('At the end of a file', () => {
  it('a truncated record is refused with its control number', async () => {
    const [, cut] = await readAll(Buffer.concat([EMMA, IVANHOE.subarray(0, -3)]));
    expect(cut).toEqual({
      number: 2,
      controlNumber: 'b2',
      problem: `expected a record of ${IVANHOE.length} bytes, found the end of the file after ${IVANHOE.length - 3}`,
      isTruncation: true,
    });
  });

  it('a truncation is reported at every position within a record', async () => {
    const whole = Buffer.concat([EMMA, IVANHOE]);
    for (let length = EMMA.length; length <= whole.length; length++) {
      const last = (await readAll(whole.subarray(0, length))).at(-1)!;
      const isWithinRecord = length !== EMMA.length && length !== whole.length;
      expect([length, isRefused(last) && last.isTruncation]).toEqual([length, isWithinRecord]);
    }
  });

  it('zeros in place of the remaining records are a truncation', async () => {
    const zeros = Buffer.alloc(5_000_000);
    for (const begin of [EMMA, Buffer.concat([EMMA, IVANHOE.subarray(0, 20)])]) {
      expect(await readAll(Buffer.concat([begin, zeros]))).toMatchObject([
        { number: 1 },
        { number: 2, isTruncation: true },
      ]);
    }
  });

  it('a note is no truncation', async () => {
    const [, note] = await readAll(Buffer.concat([EMMA, Buffer.from('end of export')]));
    expect(note).not.toHaveProperty('isTruncation');
  });

  it('bytes that are not a record are refused', async () => {
    expect(await titlesOf(EMMA, 'end of export')).toEqual([
      'Emma',
      'expected a record, found 13 bytes at the end of the file',
    ]);
  });
});

describe('A damaged ISO 2709 record', () => {
  it('is split into fields at the field terminators if lengths in the directory are wrong', async () => {
    const wrong = replaceText(EMMA, '245000900003', '245000500009');
    expect(texts(await readOne(wrong), '245a')).toEqual(['Emma']);
    expect(await repairsOf(wrong)).toEqual([
      'directory: expected the lengths and positions of the fields, found others; the fields were separated at their terminators',
    ]);
  });

  it('is read if its lengths count characters instead of bytes', async () => {
    const counted = iso2709([
      ['001', 'b1'],
      ['245', '10$aАнна Каренина'],
      ['260', '  $aМосква'],
    ]);
    const text = counted.toString();
    const inCharacters = replaceText(
      counted,
      text.slice(0, 5),
      String(text.length).padStart(5, '0'),
    );
    const wrong = replaceText(inCharacters, '2450030', '2450017');
    expect(texts(await readOne(wrong), '260a')).toEqual(['Москва']);
    expect((await readOne(wrong)).repairs).toHaveLength(2);
  });

  it('is read if the directory has another order than the fields', async () => {
    const [first, second] = ['001000300000', '245000900003'];
    const reordered = replaceText(EMMA, first + second, second + first);
    const { record, repairs } = await readOne(reordered);
    expect(record.fields.map(({ tag }) => tag)).toEqual(['245', '001']);
    expect(texts({ number: 1, record, repairs }, '245a')).toEqual(['Emma']);
    expect(repairs).toEqual([]);
  });

  it('is refused if it has more fields than directory entries', async () => {
    const split = replaceText(EMMA, 'Emma', 'Em\x1ea');
    expect(await readAll(split)).toEqual([
      {
        number: 1,
        controlNumber: 'b1',
        problem: 'directory: expected one entry per field, found 2 entries and 3 fields',
      },
    ]);
  });

  it.each([
    ['in order', '001000300000245000900003'],
    ['in another order', '245000900003001000300000'],
  ])('is refused if the directory lists all fields but one, %s', async (_, names) => {
    const more = replaceText(EMMA, 'Emma\x1e', 'Emma\x1e  \x1faMansfield Park\x1e');
    expect(await titlesOf(replaceText(more, '001000300000245000900003', names))).toEqual([
      'directory: expected one entry per field, found 2 entries and 3 fields',
    ]);
  });

  it('loses no text if a position in the directory is too high', async () => {
    const outcome = await readOne(replaceText(EMMA, '245000900003', '245000800004'));
    expect(outcome.record.fields[1]).toMatchObject({ indicator1: '1', indicator2: '0' });
    expect(outcome.repairs).toEqual([
      'directory: expected the lengths and positions of the fields, found others; the fields were separated at their terminators',
    ]);
  });

  it('is refused with its control number if the number is plausible', async () => {
    const numberOf = async (bytes: Buffer) => {
      const [outcome] = await readAll(Buffer.concat([bytes, IVANHOE]));
      return isRefused(outcome) ? outcome.controlNumber : 'read';
    };
    const torn = (number: string) => replaceText(record(number, 'Emma'), '2450009', '245000');
    expect(await numberOf(torn('b1'))).toBe('b1');
    expect(await numberOf(torn('x'.repeat(41)))).toBeUndefined();
    expect(await numberOf(torn('Анна'))).toBeUndefined();
    const leader = EMMA.toString('latin1', 5, 24);
    expect(await numberOf(Buffer.from(`00031${leader}001b1 \x1d`))).toBeUndefined();
  });

  it('is refused if the length of its directory is not a multiple of 12', async () => {
    expect(await titlesOf(replaceText(EMMA, '245000900003', '24500090003'))).toEqual([
      'directory: expected a length that is a multiple of 12 bytes, found 23',
    ]);
  });

  it.each([
    ['too low', '00040'],
    ['too high', '09999'],
    ['not a number', '0abcd'],
  ])('is read if its declared length is %s', async (_, length) => {
    const wrong = replaceText(IVANHOE, IVANHOE.toString('latin1', 0, 5), length);
    const outcomes = await readAll(Buffer.concat([EMMA, wrong, MIDDLEMARCH]));
    expect(outcomes.map((outcome) => isRead(outcome) && texts(outcome, '245a')[0])).toEqual([
      'Emma',
      'Ivanhoe',
      'Middlemarch',
    ]);
    expect(isRead(outcomes[1]) && outcomes[1].repairs).toEqual([
      `leader/00-04: expected the record length ${IVANHOE.length}, found '${length}'`,
    ]);
  });

  it('without a record terminator does not damage the next record', async () => {
    const outcomes = await readAll(Buffer.concat([EMMA.subarray(0, -1), IVANHOE, MIDDLEMARCH]));
    expect(outcomes.map((outcome) => isRead(outcome) && texts(outcome, '245a')[0])).toEqual([
      'Emma',
      'Ivanhoe',
      'Middlemarch',
    ]);
    expect(isRead(outcomes[0]) && outcomes[0].repairs).toEqual([
      'expected a record terminator at the end, found none',
    ]);
  });

  it('keeps the text of a field without subfields as subfield a', async () => {
    const outcome = await readOne(iso2709([['245', '10Emma']]));
    expect(texts(outcome, '245a')).toEqual(['Emma']);
    expect(outcome.repairs).toEqual([
      '245: expected subfields, found none; the text was read as subfield a',
    ]);
  });

  it('has no subfields in a field that has only indicators', async () => {
    const { record } = await readOne(
      iso2709([
        ['001', 'b1'],
        ['500', '10'],
      ]),
    );
    expect(record.fields[1]).toMatchObject({ tag: '500', subfields: [] });
  });

  it('keeps the text of a subfield with an invalid code', async () => {
    const title = Buffer.from('10\x1f\xffEmma', 'latin1');
    const { record } = await readOne(
      iso2709([
        ['245', title],
        ['500', '  $aМосква'],
      ]),
    );
    expect(record.fields[0]).toMatchObject({ subfields: [{ code: '\ufffd', value: 'Emma' }] });
  });

  it('is read if a field has only one indicator', async () => {
    const outcome = await readOne(iso2709([['245', '1$aEmma']]));
    expect(outcome.record.fields[0]).toMatchObject({ indicator1: '1', indicator2: ' ' });
    expect(texts(outcome, '245a')).toEqual(['Emma']);
    expect(outcome.repairs).toEqual(["245: expected two indicators, found '1'"]);
  });
});

describe('A long record', () => {
  it('is read although it exceeds the length that a leader can declare', async () => {
    const items = Array.from(
      { length: 3000 },
      (_, item): FieldToWrite => ['999', `  $aPR 4034$i${item}$lSTACKS$mMAIN-LIBRARY$tBOOK`],
    );
    const bytes = record('b1', 'Emma', items);
    const long = replaceText(bytes, bytes.toString('latin1', 0, 5), '99999');
    expect(long.length).toBeGreaterThan(100_000);
    const outcomes = await readAll(Buffer.concat([long, IVANHOE]));
    expect(outcomes).toHaveLength(2);
    expect(outcomes.map((outcome) => isRead(outcome) && texts(outcome, '245a')[0])).toEqual([
      'Emma',
      'Ivanhoe',
    ]);
  });

  it('without a terminator is refused, and the next record is read', async () => {
    const tildes = Array.from({ length: 60 }, () => Buffer.alloc(100_000, '~'));
    const outcome = [
      'Emma',
      'expected a record terminator within 4 MiB, found none in 6000000 bytes',
      'Ivanhoe',
      'Middlemarch',
    ];
    expect(await titlesOf(EMMA, ...tildes, IVANHOE, MIDDLEMARCH)).toEqual(outcome);
    const inPieces = await readAll([EMMA, ...tildes, IVANHOE, MIDDLEMARCH]);
    expect(inPieces.map((one) => (isRefused(one) ? one.problem : texts(one, '245a')[0]))).toEqual(
      outcome,
    );
  });

  it('of nearly the maximum length does not damage the next record', async () => {
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

  it('without a terminator up to the end of the file is refused', async () => {
    const tildes = Array.from({ length: 60 }, () => Buffer.alloc(100_000, '~'));
    expect(await titlesOf(EMMA, ...tildes)).toEqual([
      'Emma',
      'expected a record terminator within 4 MiB, found none in 6000000 bytes',
    ]);
  });
});

describe('A directory of another form', () => {
  /** Writes a record whose directory has numbers of any length, after a leader of any length. */
  function longRecord(
    fields: readonly (readonly [tag: string, text: string])[],
    entry: (tag: string, length: number, start: number) => string,
    leader = '99999nam a2200000 i 4500',
  ): Buffer {
    let start = 0;
    const directory = fields.map(([tag, text]) => {
      const length = text.length + 1;
      start += length;
      return entry(tag, length, start - length);
    });
    const data = fields.map(([, text]) => `${text.replaceAll('$', '\x1f')}\x1e`);
    return Buffer.from(`${leader}${directory.join('')}\x1e${data.join('')}\x1d`, 'latin1');
  }

  const digits = (number: number, length: number) => String(number).padStart(length, '0');
  const regular = (tag: string, length: number, start: number) =>
    `${tag}${digits(length, 4)}${digits(start, 5)}`;
  const FIELDS = [
    ['001', 'b1'],
    ['245', '10$aEmma'],
    ...Array.from({ length: 5 }, (_, at) => ['952', `  $a${'x'.repeat(30_000)}${at}`] as const),
    ['999', '  $aend'],
  ] as const;
  const SHORT = FIELDS.filter(([tag]) => tag !== '952');

  it.each([
    ['with longer numbers where they are needed', FIELDS, regular],
    [
      'with positions of six digits',
      SHORT,
      (tag: string, length: number, start: number) =>
        `${tag}${digits(length, 4)}${digits(start, 6)}`,
    ],
    [
      'with lengths of five digits',
      FIELDS,
      (tag: string, length: number, start: number) =>
        `${tag}${digits(length, 5)}${digits(start, 5)}`,
    ],
    [
      'with both',
      FIELDS,
      (tag: string, length: number, start: number) =>
        `${tag}${digits(length, 5)}${digits(start, 6)}`,
    ],
  ] as const)('%s is read and reported', async (_, fields, entry) => {
    const outcome = await readOne(longRecord(fields, entry));
    expect(texts(outcome, '245a')).toEqual(['Emma']);
    expect(texts(outcome, '999a')).toEqual(['end']);
    expect(texts(outcome, '952a').map((text) => text.at(-1))).toEqual(
      fields === FIELDS ? ['0', '1', '2', '3', '4'] : [],
    );
    expect(outcome.repairs).toContain(
      'directory: expected 4 digits for a length and 5 for a position, found more; read',
    );
  });

  it.each([
    ['99999nam a2200000 i4500', '99999nam a2200000 i 4500'],
    ['99999nam 2200000 i 4500', '99999nam  2200000 i 4500'],
    ['99999nam a2200000 i  4500', '99999nam a2200000 i 4500'],
    ['99999nam a22000001i 4500', '99999nam a22000001i 4500'],
    ['99999nam a2200000 4500', '99999nam a2200000   4500'],
    ['99999nam a2200000 i   4500', '99999nam a2200000 i 4500'],
  ])('after the leader %j is read', async (leader, expected) => {
    const outcome = await readOne(longRecord(SHORT, regular, leader));
    expect(texts(outcome, '245a')).toEqual(['Emma']);
    expect(outcome.record.leader).toBe(expected);
    const repair = outcome.repairs.find((text) => text.startsWith('leader: '));
    expect(repair).toBe(
      leader.length === 24
        ? undefined
        : `leader: expected 24 bytes, found ${leader.length}; read with the length corrected`,
    );
  });

  it.each(['99999nam a2200000 i 4500', '99999nam a2200000 i4500'])(
    'that cannot be read after the leader %j is refused with the id',
    async (leader) => {
      const broken = longRecord(
        SHORT,
        (tag, length, start) => `${tag}${digits(length + start, 7)}`,
        leader,
      );
      expect(await readAll(broken)).toMatchObject([{ controlNumber: 'b1' }]);
    },
  );
});
