import { describe, expect, it } from 'vitest';
import { knownProfile } from '../../src/import/holdings/known-profiles.js';
import { emptyReport } from '../../src/import/import-report.js';
import { parseIdField } from '../../src/import/marc/marc-record.js';
import { titleImporter } from '../../src/import/title-importer.js';
import { LOCALES } from '../../src/texts/locales.js';
import { catalogOf } from '../catalog/catalog-of.js';
import { createPageClient, textOf } from '../kiosk/create-page-client.js';
import { marc } from './marc-text.js';

const BOOK = `
  008 840507s1984    nyu           000 0 eng d
  245 10 $aLetters of a traveler.`;

/** Imports records in text form, and returns functions that show the page of the first record and count matches. */
function imported(texts: readonly string[], profile = 'symphony') {
  const importTitle = titleImporter(parseIdField('001')!, knownProfile(profile), emptyReport());
  const titles = texts.flatMap((text, i) => {
    const record = marc(`001 r${i + 1}\n${text}`);
    return importTitle({ kind: 'marc', file: 'a.mrc', number: i, record, repairs: [] }).title ?? [];
  });
  const get = createPageClient([catalogOf({ titles })]);
  return {
    page: (number = 1, locale = 'en-CA') =>
      textOf(get(`/item/show/r${number}?locale=${locale}`).body),
    search: (query: string) => textOf(get(`/search?${query}`).body),
  };
}

describe('The labels of notes, statements and related titles', () => {
  const { page } = imported([
    `${BOOK}
    041 1# $aeng$hger$hfre
    510 4# $aCrandall 545.
    515 ## $aNo issue for 1973.
    521 2# $a3-5.
    550 ## $aIssued by the Navy.
    773 08 $iContained in (work):$tReports.
    710 2# $aArena,$eissuing body.
    775 0# $tLittle letters.
    780 00 $tOld letters.
    785 00 $tNew letters.
    852 ## $bMAIN
    867 ## $av.1`,
  ]);

  it.each([
    ['en-CA', 'Continued by', 'Numbering'],
    ['es-ES', 'Continuado por', 'Numeración'],
    ['fr-CA', 'Suivi de', 'Numérotation'],
    ['ru-RU', 'Продолжается как', 'Нумерация'],
    ['zh-CN', '改名为', '编号说明'],
    ['de-DE', 'Fortgesetzt durch', 'Zählung'],
  ])('are in the language of the page: %s', (locale, relation, label) => {
    const text = page(1, locale);
    expect(text).toMatch(new RegExp(`${relation}\\s*[:：]\\s*New letters`));
    expect(text).toMatch(new RegExp(`${label}\\s*[:：]\\s*No issue for 1973`));
  });

  it.each(LOCALES.filter((locale) => !locale.startsWith('en')))(
    'are not in English in %s',
    (locale) => {
      for (const english of [
        'Original language',
        'German',
        'Described in',
        'Interest grade',
        'Issuing body',
        'Contained in',
        'issuing body',
        'Other edition',
        'Continue',
        'Supplements',
      ]) {
        expect(page(1)).toContain(english);
        expect(page(1, locale)).not.toContain(english);
      }
    },
  );
});
