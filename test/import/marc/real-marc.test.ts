import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { RecordRead } from '../../../src/import/marc/record-outcome.js';
import { decodeWindows1252 } from '../../../src/import/windows1252.js';
import { iso2709, windows1252 } from './iso2709-bytes.js';
import { isRead, readAll, readOne, texts } from './read-all.js';
import { hasRealMarc, realMarc } from './real-marc.js';

describe.skipIf(!hasRealMarc)('The 2,000 records of a university library in MARC-8', async () => {
  const outcomes = hasRealMarc ? await readAll(realMarc('uva.marc8.mrc')) : [];
  const byId = new Map(
    outcomes.filter(isRead).map((outcome) => [texts(outcome, '001')[0].trim(), outcome]),
  );

  it('are all read, none with a repair', () => {
    expect(outcomes).toHaveLength(2000);
    expect(byId.size).toBe(2000);
    expect(outcomes.filter((outcome) => !isRead(outcome) || outcome.repairs.length > 0)).toEqual(
      [],
    );
  });

  it.each([
    ['u31', 'Russian', 'Oruzheĭnai͡a palata /'],
    [
      'u573',
      'Russian',
      'Sot͡sialʹno-ėkonomicheskie problemy razvitii͡a narodnosteĭ Kraĭnego Severa /',
    ],
    [
      'u1910',
      'Bulgarian',
      'Bŭlgaro-ruski revoli͡ut͡sionni vrŭzki prez vtorata polovina na XIX vek /',
    ],
    ['u1598', 'Arabic', 'Fann al-sukhrīyah fī shiʻr Ibn al-Rūmī /'],
    ['u1659', 'Arabic', 'al-Taṣrīḥ bimā tawātara fī nuzūl al-Masīḥ /'],
    ['u12', 'Persian', 'Naqd :'],
    ['u232', 'Hindi', 'Aughaṛa Rāma Kīnā kathā /'],
    ['u1879', 'Hebrew', 'Yaṿan be-Erets-Yiśraʼel :'],
    ['u598', 'Rumanian', 'Prezențe militare în știința și cultura românească :'],
    ['u1004', 'Czech', 'Čertův Kámen :'],
    ['u415', 'Polish', 'Polski pseudonim literacki /'],
    ['u4', 'Vietnamese names', 'The princes of Hà-tiên (1682-1867) /'],
  ])('have the title of %s, in %s, composed and right', (id, _, title) => {
    expect(texts(byId.get(id)!, '245a')).toEqual([title]);
  });

  it('have the rest of a Persian title and its romanized author', () => {
    const naqd = byId.get('u12')!;
    expect(texts(naqd, '245b')).toEqual([
      'daftarī dar intiqād-i kitāb va mubāḥis̲-i naqd-i adabī /',
    ]);
    expect(texts(naqd, '100a')).toEqual(['Raḥīmī, Muṣṭafá.']);
  });

  it('have the East Asian title of a record in its vernacular', () => {
    expect(texts(byId.get('u1809')!, '880a')).toContain('中国古人类学与旧石器时代考古学．');
  });

  it('have superscripts where they are sung', () => {
    expect(texts(byId.get('u399')!, '300b')).toEqual(['analog, 33 ¹/₃ rpm, stereo. ;']);
  });
});

describe.skipIf(!hasRealMarc)('Real records that a system wrote in Windows-1252', () => {
  /** Its fields, `$` before each subfield code; other dollars would be taken for that. */
  function fieldsOf({ record }: RecordRead): [string, string][] {
    return record.fields.map((field) => {
      if ('value' in field) return [field.tag, field.value];
      const subfields = field.subfields.map(({ code, value }) => {
        return `$${code}${value.replaceAll('$', 'S')}`;
      });
      return [field.tag, `${field.indicator1}${field.indicator2}${subfields.join('')}`];
    });
  }
  const isWritable = ([, text]: readonly [string, string]) =>
    decodeWindows1252(windows1252(text)) === text.replaceAll('$', '\x1f');

  it.each([
    ['uva.marc8.mrc', 5, 1803],
    ['gpo-covid.utf8.mrc', 0, 1040],
    ['gpo-legal.utf8.mrc', 0, 84],
  ])(
    'are read right whatever their leader says: all of %s but %i of %i',
    async (name, wrong, count) => {
      const outcomes = (await readAll(realMarc(name))).filter(isRead);
      const records = outcomes.map(fieldsOf).filter((fields) => fields.every(isWritable));
      expect(records).toHaveLength(count);
      for (const code of ['a', ' '] as const) {
        const written = records.map((fields) =>
          iso2709(
            fields.map(([tag, text]) => [tag, windows1252(text)]),
            code,
          ),
        );
        const read = (await readAll(written)).filter(isRead).map(fieldsOf);
        const others = read.filter((fields, i) => !isDeepStrictEqual(fields, records[i]));
        expect(others.length).toBe(wrong);
      }
    },
  );
});

describe.skipIf(!hasRealMarc)('Real files', () => {
  it.each([
    ['gpo-legal.utf8.mrc', 'gpo-legal.xml', 84],
    ['traject-test_data.utf8.mrc', 'traject-test_data.utf8.marc.xml', 30],
  ])('give the same records in ISO 2709 and in MARCXML: %s', async (iso2709, marcXml, count) => {
    const records = await readAll(realMarc(iso2709));
    expect(records).toHaveLength(count);
    expect(await readAll(realMarc(marcXml))).toEqual(records);
  });

  it('give every record of 1,063, none with a repair', async () => {
    const outcomes = await readAll(realMarc('gpo-covid.utf8.mrc'));
    expect(outcomes).toHaveLength(1063);
    expect(outcomes.filter((outcome) => !isRead(outcome) || outcome.repairs.length > 0)).toEqual(
      [],
    );
  });

  const only = (name: string): Promise<RecordRead> => readOne(realMarc(name));

  it('may have a byte of an accent for a subfield code: its text is kept under no code', async () => {
    const cayrol = await only('traject-bad_subfield_code.marc');
    expect(texts(cayrol, '245a')).toEqual(['Les corps étrangers, roman.']);
    expect(texts(cayrol, '260a')).toEqual(['Paris']);
    expect(texts(cayrol, '260\ufffd')).toEqual(['b\u0301Editions du Seuil']);
    expect(cayrol.repairs).toEqual([
      '260: bytes that are no character of MARC-8 were read as U+FFFD.',
      '260: a subfield has no code; its text was kept under the code U+FFFD.',
    ]);
  });

  it('may have bytes that are no UTF-8: they become U+FFFD, and a repair says where', async () => {
    const bad = await only('traject-bad_utf_byte.utf8.marc');
    expect(texts(bad, '300a')).toEqual(["This is a bad byte: '\ufffd' and another: '\ufffd'"]);
    expect(bad.repairs).toEqual(['300: bytes that are no character of UTF-8 were read as U+FFFD.']);
  });

  it('may have a record of nearly nothing, which is read as it is', async () => {
    const emptyish = await only('traject-emptyish_record.marc');
    expect(emptyish.repairs).toEqual([]);
    expect(texts(emptyish, '245a')).toEqual(['Collection la philosophie en effet.']);
  });

  it('may have Hebrew beside its romanization', async () => {
    const hebrew = await only('traject-hebrew880s.marc');
    expect(hebrew.repairs).toEqual([]);
    expect(texts(hebrew, '880a').join()).toMatch(/[\u05d0-\u05ea]/);
  });

  it('may have a date with a u for a digit, which is left to who reads dates', async () => {
    expect(texts(await only('traject-date_with_u.marc'), '008')).toEqual([
      '880525d184u18uuenkmr p       0   a0eng d',
    ]);
  });

  it('may have a character written as its number, which becomes that character', async () => {
    expect(texts(await only('traject-escaped_character_reference.marc8.marc'), '260a')).toEqual([
      'Rio de Janeiro escaped replacement char: \ufffd .',
    ]);
  });

  it('may have one record in MARC-8', async () => {
    const santos = await only('traject-one-marc8.mrc');
    expect(santos.repairs).toEqual([]);
    expect(texts(santos, '245a')).toEqual(['Por uma outra globalização :']);
    expect(texts(santos, '245b')).toEqual(['do pensamemto único à consciência universal /']);
  });

  it('may have a vernacular field that belongs to no other', async () => {
    const { record, repairs } = await only('traject-880_with_no_6.utf8.marc');
    expect(repairs).toEqual([]);
    expect(record.fields.filter(({ tag }) => tag === '880')).toHaveLength(5);
  });

  it('may have a recording with all its performers', async () => {
    const cage = await only('traject-musical_cage.marc');
    expect(cage.repairs).toEqual([]);
    expect(texts(cage, '245a')).toHaveLength(1);
  });
});
