import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { RecordRead } from '../../../src/import/marc/marc-record.js';
import { decodeWindows1252 } from '../../../src/import/text-encodings.js';
import { iso2709, windows1252 } from './iso2709-bytes.js';
import { isRead, readAll, readOne, texts } from './read-all.js';
import { hasRealMarc, realMarc } from './real-marc.js';

describe.skipIf(!hasRealMarc)('2,000 real records in MARC-8', async () => {
  const outcomes = hasRealMarc ? await readAll(realMarc('uva.marc8.mrc')) : [];
  const byId = new Map(
    outcomes.filter(isRead).map((outcome) => [texts(outcome, '001')[0].trim(), outcome]),
  );

  it('are all read without repairs', () => {
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
    ['u4', 'English with Vietnamese names', 'The princes of Hà-tiên (1682-1867) /'],
  ])('have a title in composed Unicode: %s, in %s', (id, _, title) => {
    expect(texts(byId.get(id)!, '245a')).toEqual([title]);
  });

  it('include a subtitle and an author in romanized Persian', () => {
    const naqd = byId.get('u12')!;
    expect(texts(naqd, '245b')).toEqual([
      'daftarī dar intiqād-i kitāb va mubāḥis̲-i naqd-i adabī /',
    ]);
    expect(texts(naqd, '100a')).toEqual(['Raḥīmī, Muṣṭafá.']);
  });

  it('include an East Asian title in field 880', () => {
    expect(texts(byId.get('u1809')!, '880a')).toContain('中国古人类学与旧石器时代考古学．');
  });

  it('include superscripts', () => {
    expect(texts(byId.get('u399')!, '300b')).toEqual(['analog, 33 ¹/₃ rpm, stereo. ;']);
  });
});

describe.skipIf(!hasRealMarc)('Real records rewritten in Windows-1252', () => {
  /**
   * Returns the tag and text of each field. `$` precedes each subfield code; other dollar signs in
   * data fields are replaced with `S`.
   */
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
    'are read with leader/09 `a` or blank: %s, with %i errors in %i records',
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
        const different = read.filter((fields, i) => !isDeepStrictEqual(fields, records[i]));
        expect(different.length).toBe(wrong);
      }
    },
  );
});

describe.skipIf(!hasRealMarc)('Real files', () => {
  it.each([
    ['gpo-legal.utf8.mrc', 'gpo-legal.xml', 84],
    ['traject-test_data.utf8.mrc', 'traject-test_data.utf8.marc.xml', 30],
  ])('contain the same records in ISO 2709 and in MARCXML: %s', async (iso2709, marcXml, count) => {
    const records = await readAll(realMarc(iso2709));
    expect(records).toHaveLength(count);
    expect(await readAll(realMarc(marcXml))).toEqual(records);
  });

  it('with 1,063 records are read without repairs', async () => {
    const outcomes = await readAll(realMarc('gpo-covid.utf8.mrc'));
    expect(outcomes).toHaveLength(1063);
    expect(outcomes.filter((outcome) => !isRead(outcome) || outcome.repairs.length > 0)).toEqual(
      [],
    );
  });

  const readReal = (name: string): Promise<RecordRead> => readOne(realMarc(name));

  it('keep the text of a subfield with an invalid code', async () => {
    const cayrol = await readReal('traject-bad_subfield_code.marc');
    expect(texts(cayrol, '245a')).toEqual(['Les corps étrangers, roman.']);
    expect(texts(cayrol, '260a')).toEqual(['Paris']);
    expect(texts(cayrol, '260\ufffd')).toEqual(['b\u0301Editions du Seuil']);
    expect(cayrol.repairs).toEqual([
      '260: expected MARC-8, found invalid bytes; read as U+FFFD',
      '260: expected a subfield code, found none; the text was kept under the code U+FFFD',
    ]);
  });

  it('with invalid UTF-8 have U+FFFD and a repair that names the field', async () => {
    const bad = await readReal('traject-bad_utf_byte.utf8.marc');
    expect(texts(bad, '300a')).toEqual(["This is a bad byte: '\ufffd' and another: '\ufffd'"]);
    expect(bad.repairs).toEqual(['300: expected UTF-8, found invalid bytes; read as U+FFFD']);
  });

  it.each([
    ['emptyish_record.marc', '245a', ['Collection la philosophie en effet.']],
    ['hebrew880s.marc', '880a', Array(3).fill(expect.stringMatching(/[\u05d0-\u05ea]/))],
    ['one-marc8.mrc', '245b', ['do pensamemto único à consciência universal /']],
    ['880_with_no_6.utf8.marc', '880a', Array(5).fill(expect.anything())],
    ['musical_cage.marc', '245a', [expect.anything()]],
  ])('are read without repairs: %s', async (name, subfield, found) => {
    const outcome = await readReal(`traject-${name}`);
    expect(outcome.repairs).toEqual([]);
    expect(texts(outcome, subfield)).toEqual(found);
  });

  it('are read with numeric character references replaced by their characters', async () => {
    expect(texts(await readReal('traject-escaped_character_reference.marc8.marc'), '260a')).toEqual(
      ['Rio de Janeiro escaped replacement char: \ufffd .'],
    );
  });
});
