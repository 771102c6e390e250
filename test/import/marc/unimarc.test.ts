import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { REAL } from '../../shared-data.js';
import { iso2709 } from './iso2709-bytes.js';
import { isRead, isRefused, readAll, readOne, texts } from './read-all.js';

/** Returns 100 $a with codes of character sets at its positions 26 to 29. */
const coded = (characterSets: string, language = 'fre') =>
  `19750228d1974    m  y0${language}y${characterSets}    ba`;

/** Writes a UNIMARC record whose fields 200 and 210 have bytes of any encoding. */
function unimarc(
  characterSets: string,
  title: Uint8Array,
  more: Uint8Array = Buffer.of(),
  language?: string,
) {
  const field = (bytes: Uint8Array) => Buffer.concat([Buffer.from('1 \x1fa'), bytes]);
  return iso2709(
    [
      ['001', 'u1'],
      ['100', `  $a${coded(characterSets, language)}`],
      ['200', field(title)],
      ['210', field(more)],
    ],
    ' ',
  );
}

const latin1 = (text: string) => Buffer.from(text, 'latin1');

const CYRILLIC = 'абвгдежзийклмнопрстуфхцчшщъыьэюя';
const KOI8 = 'юабцдефгхийклмнопярстужвьызшэщчъ';

/** Encodes lower-case and capital Cyrillic letters, given the first codes of both, and ASCII. */
function cyrillic(text: string, small: number | string, capital: number): Buffer {
  const codeOf = (letter: string) =>
    typeof small === 'string'
      ? 0xc0 + small.indexOf(letter)
      : small + CYRILLIC.indexOf(letter) + (small === 0xa0 && letter >= 'р' ? 0x30 : 0);
  return Buffer.from(
    [...text].map((character) => {
      const lower = character.toLowerCase();
      if (!CYRILLIC.includes(lower)) return character.charCodeAt(0);
      if (character === lower) return codeOf(lower);
      return typeof small === 'string' ? codeOf(lower) + 0x20 : capital + CYRILLIC.indexOf(lower);
    }),
  );
}

const RUSSIAN = 'Война и мир: роман в четырех томах, том второй';
const PLACE = 'Москва, Государственное издательство';
const WINDOWS_1251 = [cyrillic(RUSSIAN, 0xe0, 0xc0), cyrillic(PLACE, 0xe0, 0xc0)] as const;
const CP866 = [cyrillic(RUSSIAN, 0xa0, 0x80), cyrillic(PLACE, 0xa0, 0x80)] as const;
const KOI8_R = [cyrillic(RUSSIAN, KOI8, 0), cyrillic(PLACE, KOI8, 0)] as const;
/** 红楼梦 and 人民文学出版社 in GB 2312. */
const GB = [
  Buffer.from('baecc2a5c3ce', 'hex'),
  Buffer.from('c8cbc3f1cec4d1a7b3f6b0e6c9e7', 'hex'),
] as const;

describe('The text of a UNIMARC record', () => {
  it.each([
    ['UTF-8', '50  ', [Buffer.from('Les misérables')], 'Les misérables'],
    [
      'ISO 5426',
      '0103',
      [latin1('Les mis\xc2erables de Pari\xd0s, \xe1sop et \xfauvre')],
      'Les misérables de Pariş, Æsop et œuvre',
    ],
    ['ISO 5426', '0103', [latin1('\x88Les \x89mis\xc2erables')], '\u0098Les \u009cmisérables'],
    [
      'ISO 5426',
      '    ',
      [latin1('\x1b\x88Les \x1b\x89mis\xc2erables')],
      '\u0098Les \u009cmisérables',
    ],
    ['ISO 5426', '01  ', [latin1('\x1bHLes \x1bIbaleines')], '\u0098Les \u009cbaleines'],
    ['Windows-1252', '0103', [latin1('Une été à la forêt')], 'Une été à la forêt'],
    ['Windows-1252', '50  ', [latin1('\x88Les \x89misérables')], '\u0098Les \u009cmisérables'],
    ['Windows-1251', '0189', WINDOWS_1251, RUSSIAN],
    ['Windows-1251', '0103', WINDOWS_1251, RUSSIAN],
    ['Windows-1251', '50  ', WINDOWS_1251, RUSSIAN],
    ['KOI8-R', '0199', KOI8_R, RUSSIAN],
    ['KOI8-R', '    ', KOI8_R, RUSSIAN],
    ['CP866', '0179', CP866, RUSSIAN],
    ['CP866', '||||', CP866, RUSSIAN],
    ['GB 18030', '0110', GB, '红楼梦'],
    ['GB 18030', '50  ', GB, '红楼梦'],
  ] as const)('in %s is read, declared as %j', async (name, sets, [title, more], expected) => {
    const outcome = await readOne(unimarc(sets, title, more));
    expect(texts(outcome, '200a')).toEqual([expected]);
    const declared: Record<string, string> = {
      '0103': 'ISO 5426',
      '01  ': 'ISO 5426',
      '0189': 'Windows-1251',
      '0199': 'KOI8-R',
      '0179': 'CP866',
      '0110': 'GB 18030',
      '50  ': 'UTF-8',
    };
    const isDeclared = declared[sets] === name;
    expect(outcome.repairs.some((repair) => repair.startsWith('100 $a/26-29'))).toBe(!isDeclared);
  });

  it.each([
    ['rus', cyrillic('20 с.', 0xe0, 0xc0), '20 с.'],
    ['rus', cyrillic('20 с.', KOI8, 0), '20 с.'],
    ['ukr', cyrillic('20 с.', 0xa0, 0x80), '20 с.'],
    ['chi', Buffer.from('3230d2b3', 'hex'), '20页'],
  ])(
    'with one character is read in the script of its cataloging (%s)',
    async (language, more, text) => {
      const outcome = await readOne(unimarc('    ', latin1('Emma'), more, language));
      expect(texts(outcome, '210a')).toEqual([text]);
    },
  );

  it.each([
    ['slv', '\xc8as in \x9eivljenje', 'Čas in življenje'],
    ['hun', 'Magyarorsz\xe1gi m\xfbvek', 'Magyarországi művek'],
    ['fre', 'Fran\xe7ais, \xe9t\xe9', 'Français, été'],
    ['slv', '\xcfCas in \xcfzivljenje', 'Čas in življenje'],
    ['ger', 'Gesch\xc8afte', 'Geschäfte'],
  ])('in Latin letters of %s is read as %j', async (language, title, text) => {
    const outcome = await readOne(unimarc('    ', latin1(title), Buffer.of(), language));
    expect(texts(outcome, '200a')).toEqual([text]);
  });

  it('in a script that no language of cataloging explains is refused', async () => {
    const capitals = cyrillic('ЩЮЪ', 0xe0, 0xc0);
    const [outcome] = await readAll(unimarc('    ', capitals, Buffer.of(), 'rus'));
    expect(outcome).toMatchObject({
      problem: expect.stringMatching(/export the records in UTF-8/),
    });
  });

  it('in no known encoding is refused with the id of the record', async () => {
    // Greek in ISO 8859-7.
    const text = 'η ιλιας και η οδυσσεια ειναι τα επη του ομηρου';
    const greek = Buffer.from([...text].map((letter) => (letter.charCodeAt(0) - 0x2d0) & 0xff));
    expect(
      await readAll([unimarc('0105', greek, greek), unimarc('50  ', latin1('Emma'))]),
    ).toMatchObject([
      {
        controlNumber: 'u1',
        problem:
          "100 $a/26-29: expected a character set that fits the bytes, found '05'; export the records in UTF-8",
      },
      { record: { format: 'unimarc' } },
    ]);
  });

  it('with a damaged byte among UTF-8 has U+FFFD', async () => {
    const title = Buffer.concat([Buffer.from('Les misérables de l’été '), Buffer.of(0xe9)]);
    expect(texts(await readOne(unimarc('50  ', title)), '200a')).toEqual([
      'Les misérables de l’été \ufffd',
    ]);
  });
});

describe('The format of a file', () => {
  const own = (id: number) =>
    iso2709([
      ['001', `u${id}`],
      ['100', `  $a${coded('50  ')}`],
      ['200', '1 $aEmma$fJane Austen'],
      ['210', '  $aParis'],
    ]);
  const other = iso2709([
    ['001', 'm1'],
    ['100', '1 $aAusten, Jane'],
    ['245', '10$aEmma'],
  ]);
  const formats = async (bytes: Uint8Array | string) =>
    (await readAll(bytes)).map((outcome) =>
      isRead(outcome) ? (outcome.record.format ?? 'marc21') : outcome.problem,
    );

  it.each([
    ['UNIMARC', [own(1), own(2), other], 'unimarc'],
    ['MARC 21', [other, own(1), other], 'marc21'],
    ['MARC 21, if as many records are in both', [own(1), other], 'marc21'],
    [
      'MARC 21 without a title in 245',
      [
        iso2709([
          ['100', '1 $aX'],
          ['240', '10$aEmma'],
        ]),
      ],
      'marc21',
    ],
    [
      'MARC 21 with a field 200 of the system',
      [
        iso2709([
          ['200', '  $aX'],
          ['245', '10$aEmma'],
        ]),
      ],
      'marc21',
    ],
    ['MARC 21 without evidence', [iso2709([['200', '1 $aEmma']])], 'marc21'],
  ])('is %s', async (_, records, format) => {
    expect(new Set(await formats(Buffer.concat(records)))).toEqual(new Set([format]));
  });

  it.each([
    ['', 'datafield', ' xmlns="http://www.loc.gov/MARC21/slim"'],
    ['', 'datafield', ''],
    ['mxc:', 'mxc:datafield', ' xmlns:mxc="info:lc/xmlns/marcxchange-v2" mxc:format="UNIMARC"'],
  ])('is recognized in XML with the prefix %j', async (prefix, field, namespace) => {
    const xml = `<${prefix}collection${namespace}><${prefix}record><${prefix}leader>     nam0 22        450 </${prefix}leader>
      <${field} tag="100" ind1=" " ind2=" ">
        <${prefix}subfield code="a">${coded('50  ')}</${prefix}subfield></${field}>
      <${field} tag="200" ind1="1" ind2=" "><${prefix}subfield code="a">Emma</${prefix}subfield></${field}>
      </${prefix}record></${prefix}collection>`;
    expect(await formats(xml)).toEqual(['unimarc']);
  });

  it('is recognized in UNIMARC slim XML, whose embedded fields are read as in ISO 2709', async () => {
    const slim = (t: string, content: string, i1 = ' ') =>
      `<df t="${t}" i1="${i1}" i2=" ">${content}</df>`;
    const rec = `<rec><lab>01434nam0 2200313 i 450 </lab><cf t="001">u1</cf>
      ${slim('100', `<sf c="a">${coded('50  ')}</sf>`)}${slim('200', '<sf c="a">Emma</sf>', '1')}
      ${slim('410', `<s1><cf t="001">u2</cf></s1><s1>${slim('200', '<sf c="a">Novels</sf><sf c="v">3</sf>', '1')}</s1>`)}
      ${slim('700', '<sf c="a">Austen</sf>')}</rec>`;
    const xml = `<collection xmlns="http://www.bncf.firenze.sbn.it/unimarc/slim">${rec}${rec}</collection>`;
    const outcomes = await readAll(xml);
    expect(outcomes.filter(isRead).map(({ repairs }) => repairs)).toEqual([[], []]);
    expect(outcomes[1]).toMatchObject({
      record: {
        format: 'unimarc',
        leader: '01434nam0 2200313 i 450 ',
        fields: [
          { tag: '001', value: 'u1' },
          { tag: '100' },
          { tag: '200', indicator1: '1', subfields: [{ code: 'a', value: 'Emma' }] },
          {
            tag: '410',
            subfields: [
              { code: '1', value: '001u2' },
              { code: '1', value: '2001 ' },
              { code: 'a', value: 'Novels' },
              { code: 'v', value: '3' },
            ],
          },
          { tag: '700' },
        ],
      },
    });
    const damaged = await readAll(xml.replace('</cf>', ''));
    expect(damaged.map((outcome) => isRead(outcome))).toEqual([false, true]);
  });

  it('is the one that the option names', async () => {
    const outcomes = await readAll(iso2709([['200', '1 $aEmma']]), { recordFormat: 'unimarc' });
    expect(outcomes).toMatchObject([{ record: { format: 'unimarc' } }]);
    const marc21 = await readAll(own(1), { recordFormat: 'marc21' });
    expect(marc21[0]).not.toHaveProperty('record.format');
  });
});

describe.skipIf(!existsSync(join(REAL, 'marc')))(
  'Real UNIMARC files, on machines that have them',
  () => {
    it.each([
      ['unimarc-pymarc.mrc', 1],
      ['unimarc-unimarcxml.mrc', 5],
    ])('%s is read', async (name, atLeast) => {
      const outcomes = await readAll(readFileSync(join(REAL, 'marc', name)));
      expect(outcomes.filter(isRefused)).toEqual([]);
      expect(outcomes.filter(isRead).length).toBeGreaterThanOrEqual(atLeast);
      for (const outcome of outcomes.filter(isRead)) {
        expect(outcome.record.format).toBe('unimarc');
        expect(outcome.repairs).toEqual([]);
      }
    });
  },
);
