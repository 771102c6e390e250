import { expect, it } from 'vitest';
import { mapRecord } from '../../../src/import/mapping/map-record.js';
import { marc } from '../marc-text.js';

const HEBREW = `
  245 13 $6880-02$aha-Anarkhizm be-Tsiyon :$bben Buber le-Gordon /$cShalom Ratsabi.
  880 11 $6245-02/(2/r$aהאנרכיזם בציון :$bבין בובר לגורדון /$cשלום רצבי.`;

function mapped(language: string, text: string) {
  return mapRecord(marc(`008 840507s1984    is            000 0 ${language} d\n${text}`)).title;
}

it('The title in the script of the language comes before the romanized title', () => {
  expect(mapped('heb', HEBREW)).toMatchObject({
    title: 'האנרכיזם בציון',
    sub_title: 'בין בובר לגורדון',
    alternate_titles: ['ha-Anarkhizm be-Tsiyon : ben Buber le-Gordon'],
    statement_of_responsibility: 'שלום רצבי = Shalom Ratsabi',
  });
});

it.each([
  ['the language is written in Latin letters', 'eng', HEBREW],
  ['the language is unknown', '|||', HEBREW],
  ['the field 880 is in another script', 'rus', HEBREW],
  ['there is no field 880', 'heb', '245 10 $aha-Anarkhizm be-Tsiyon.'],
  ['the field 880 is linked to another field', 'heb', HEBREW.replace('245-02', '246-02')],
])('The title of field 245 is the title if %s', (_, language, text) => {
  expect(mapped(language, text)?.title).toBe('ha-Anarkhizm be-Tsiyon');
});

it('The language is 041 $a if 008 has none, and the link may be in a wrong subfield', () => {
  const text = '041 0# $arus\n245 00 $aLichnye fondy.\n880 00 $7245-02/(N$aЛичные фонды.';
  expect(mapped('|||', text)).toMatchObject({
    title: 'Личные фонды',
    alternate_titles: ['Lichnye fondy'],
  });
});

it('A title of field 245 in the script of the language stays the title', () => {
  const text = '245 00 $aЛичные фонды.\n880 00 $6245-01$aЛичные фонды /$cИванов.';
  expect(mapped('rus', text)?.title).toBe('Личные фонды');
});

it.each(['<> /', '[ ]', '... :'])(
  'A field that is only %j is replaced by its field 880',
  (text) => {
    const title = mapped(
      'und',
      `100 1# $6880-01$a${text}
     245 10 $6880-02$a${text}
     880 10 $6245-02/$1$a삼위일체의 전통 /$c김철수.
     880 1# $6100-01/$1$a김철수.
     880 10 $6245-03/$1$a三位一體.`,
    );
    expect(title).toMatchObject({ title: '삼위일체의 전통', authors: [{ name: '김철수' }] });
    expect(title?.alternate_titles).toEqual(['三位一體']);
  },
);

it('A title without letters stays the title if no field 880 is linked to it', () => {
  expect(mapped('und', '245 00 $a!!! /$c!!!\n880 1# $6100-01$a김철수.')?.title).toBe('!!!');
});

it('Direction marks around a text do not keep its end punctuation', () => {
  const text =
    '245 10 $6880-01$aSefer /$cKohen.\n880 10 $6245-01/(2/r$a\u200fספר /\u200f$c\u200fכהן.\u200f';
  const title = mapped('heb', text);
  expect(title?.title).toBe('ספר');
  expect(title?.statement_of_responsibility).not.toMatch(/[\u200e\u200f]/);
});
