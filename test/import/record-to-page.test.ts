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

/** Returns the page of a record. */
const pageOf = (text: string, profile?: string) => imported([text], profile).page();

describe('The page of a record', () => {
  it('leads to its e-resource, and keeps other versions and related links apart (856)', () => {
    const page = pageOf(`
      008 200507s2020    nyu     o     000 0 eng d
      245 10 $aReport.
      300 ## $a1 online resource (37 pages)
      856 40 $uhttps://reports.example.org/1$3PDF version
      856 41 $uhttps://reports.example.org/2$yPrinted text
      856 42 $uhttps://reports.example.org/3$3Table of contents`);
    expect(page).toMatch(/eBook.*Online.*Read online/);
    expect(page).toMatch(/PDF version.*Printed text.*Table of contents/);
    expect(page).not.toContain('No copies are listed');
  });

  it('has the statements of a serial by branch (852, 866), and numbers with captions (853, 863)', () => {
    const page = pageOf(`
      LDR 00000nas a2200000 i 4500
      ${BOOK}
      852 ## $bMAIN
      866 #0 $81$at.5-6 (1988)
      852 ## $bEAST
      853 ## $81$av.$i(year)
      863 ## $81.1$a7$i1990`);
    expect(page).toMatch(/EAST v\.7 \(1990\).*MAIN t\.5-6 \(1988\)/);
  });

  it('lists volumes by number, ten of each collection before the fold', () => {
    const volumes = [11, 2, 1, 10, 3, 4, 5, 6, 7, 8, 9, 12];
    const page = pageOf(
      BOOK + volumes.map((n) => `\n999 ## $aPR4231 v.${n}$lSTACKS$mMAIN`).join(''),
    );
    const listed = [...page.split('Take it along')[0].matchAll(/v\.(\d+)/g)].map(([, n]) => n);
    expect(listed.join()).toBe('1,2,3,4,5,6,7,8,9,10,11,12');
    expect(page).toMatch(/v\.10 .*2 more.* v\.11/);
  });

  it.each([
    ['Videocassette', 'LDR 00000ngm a2200000 i 4500\n300 ## $a1 videocassette (VHS)'],
    [
      'Vinyl Record',
      'LDR 00000njm a2200000 i 4500\n007 sd bmmennmplu\n300 ## $a1 disc : $b33 1/3 rpm',
    ],
    ['Music Cassette', 'LDR 00000njm a2200000 i 4500\n300 ## $a1 sound cassette'],
    ['Microform', '007 hd afb---buca\n300 ## $a1 microfilm reel'],
    ['Computer File', '245 10 $aAtlas$h[electronic resource].\n300 ## $a1 CD-ROM'],
    ['Online Magazine', 'LDR 00000nas a2200000 i 4500\n338 ## $aonline resource$bcr$2rdacarrier'],
  ])('names the format %s', (format, fields) => {
    expect(pageOf(`${fields}\n${fields.includes('245') ? '' : BOOK}`)).toContain(format);
  });

  it('lists only other titles of the work as also known (700 $t, 880, 240)', () => {
    const page = pageOf(`${BOOK}
      240 10 $aSelections.
      246 30 $aTraveler's letters
      700 12 $aMelville, Herman.$tTypee.
      700 1# $6880-01$aTolstoy, Leo.
      880 1# $6700-01$aТолстой, Лев.`);
    expect(page).toMatch(/Also known as Traveler's letters(?! ;)/);
    expect(page).toMatch(/Contains Typee \/ Melville, Herman/);
    expect(page).toMatch(/Names in other forms Толстой, Лев/);
    expect(page).not.toContain('Selections');
  });

  it('names copies that are on order or lost, and omits withdrawn copies', () => {
    const copies = ['Order 001$lSTACKS', '1$lLOST', '2$lWITHDRAWN'].map(
      (copy) => `\n999 ## $aQP33 .Z45 ${copy}$mMAIN`,
    );
    const page = pageOf(BOOK + copies.join(''));
    expect(page).toMatch(/QP33 \.Z45 1 .*Lost/);
    expect(page).toMatch(/Order 001 .*On order/);
    expect(page).not.toMatch(/QP33 \.Z45 2|All copies in use/);
    const item = 'ITM ## $fMAIN$gSTACKS$iQP33$uACQ';
    expect(pageOf(`${BOOK}\n${item}`, 'alma')).toMatch(/MAIN QP33 .*On order/);
    const copy = '952 ff $aUni$bCampus$cMAIN$dStacks$eQP33$fFolio';
    expect(pageOf(`${BOOK}\n${copy}`, 'folio')).toMatch(/MAIN Folio QP33 .*Available/);
  });

  it('has the original script first, and each heading once (880, FAST)', () => {
    const page = pageOf(`
      008 840507s1984    is            000 0 heb d
      245 10 $6880-01$aAnarkhizm.
      650 #0 $aAnarchism$zIsrael.
      650 #7 $aAnarchism.$2fast
      651 #7 $aIsrael.$2fast
      880 10 $6245-01$aאנרכיזם.`);
    expect(page).toMatch(/אנרכיזם.*Also known as Anarkhizm/);
    expect(page).toMatch(/Subjects Anarchism -- Israel (?!Anarchism)/);
  });

  it('has labels for notes, links to later titles, and the place and decade of publication', () => {
    const { page, search } = imported([
      `008 840507s197u    nyu           000 0 eng d
      245 00 $aKokoro$h[sound recording] =$bThe heart.
      260 ## $aNew York :$bArena.
      515 ## $aNo issue for 1973.
      521 8# $aClinical students and postgraduate house officers.
      785 00 $tNew heart.$w(OCoLC)123`,
      `${BOOK}\n035 ## $a(OCoLC)ocm00000123`,
      `008 840507s18uu    nyu           000 0 eng d\n245 00 $aOld heart.`,
    ]);
    for (const text of [
      'Also known as The heart',
      'Place of publication New York',
      'Published 1970s',
      'Numbering: No issue for 1973.',
      'Audience: Clinical students',
      'Continued by : New heart',
    ]) {
      expect(page()).toContain(text);
    }
    expect(page(3)).toContain('Published 18--');
    expect(search('q=heart&publication_date=1970-1979')).toContain('Kokoro');
    expect(search('q=heart&publication_date=1800-1809')).toContain('Old heart');
  });
});

it('A title without a known date has the date as written, and no filter by years finds it', () => {
  const { page, search } = imported([
    `008 840507s1uuu    nyu           000 0 eng d
    245 00 $aTall tales.
    264 #1 $aNew York :$bArena,$c[date of publication not identified]`,
    `008 840507d1uuu1956nyu           000 0 eng d\n245 00 $aTall news.`,
  ]);
  expect(page()).toContain('Published date of publication not identified');
  expect(page(2)).toContain('Published ?-1956');
  expect(search('q=tall')).toContain('2 titles');
  for (const years of ['1000-1999', '1000-1009', '0001-2099', '0000']) {
    expect(search(`q=tall&publication_date=${years}`)).not.toContain('Tall tales');
  }
  expect(search('q=tall&publication_date=1950-1959')).toContain('Tall news');
});

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

it('A record is narrowed by its topics, places, periods and people', () => {
  const { search } = imported([
    `${BOOK}\n600 10 $aMelville, Herman$xTravel$zTahiti$y19th century.`,
    BOOK,
  ]);
  for (const narrowing of ['topic=Travel', 'place=Tahiti', 'period=19th+century']) {
    expect(search(`q=letters&${narrowing}`)).toContain('1 title');
  }
});

it('A record is found by its ISSN, LCCN, OCLC number and barcode, with and without hyphens', () => {
  const { search } = imported([
    `${BOOK}
    010 ## $a   85012345
    022 ## $a1234-567X
    035 ## $a(OCoLC)ocm00012345
    999 ## $aX$i3-1234-00123$lSTACKS$mMAIN`,
    '245 00 $aOther.',
  ]);
  for (const number of ['1234-567X', '1234567X', '85-12345', '85012345', '12345', '3123400123']) {
    expect(search(`q=${number}`), number).toContain('Letters of a traveler');
  }
});
