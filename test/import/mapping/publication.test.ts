import { describe, expect, it } from 'vitest';
import { publicationYear } from '../../../src/catalog/publication-year.js';
import { mapRecord } from '../../../src/import/mapping/map-record.js';
import { marc } from '../marc-text.js';

/** Returns the title of a record with a type (leader/06-07), 008/00-14 and further fields. */
function titleOf(type: string, coded: string, fields: string) {
  const text = `LDR 00000n${type} a2200000 i 4500\n008 ${coded.padEnd(35)}eng d\n245 00 $aTitle.\n${fields}`;
  return mapRecord(marc(text)).title;
}

describe('The date of publication', () => {
  it.each([
    // The code decides if it is plausible.
    ['am', '240101s2001    ', '260 ## $cc1999', '2001', 2001],
    ['am', '840507s1984    ', '', '1984', 1984],
    ['am', '240101m19992003', '260 ## $c1999-2003', '1999-2003', 1999],
    ['am', '240101t20092010', '264 #1 $c2009', '2009', 2009],
    // A code in the future, or before there was such material.
    ['am', '180101s2108    ', '264 #1 $c[2018]', '2018', 2018],
    ['am', '180101s2081    ', '264 #1 $c2018', '2018', 2018],
    ['am', '180101s9999    ', '260 ## $c1998-', '1998-', 1998],
    ['am', '180101s5733    ', '260 ## $c733 [1973]', '733 [1973]', 1973],
    ['am', '990101s1098    ', '260 ## $cc1998.', '1998', 1998],
    ['am', '990101s1098    ', '260 ## $c1098', '1098', 1098],
    ['am', '990101s0870    ', '', '870', 870],
    ['gm', '990101s1098    ', '', undefined, undefined],
    ['jm', '990101s1098    ', '260 ## $cp1998', '1998', 1998],
    ['tm', '990101s1098    ', '', '1098', 1098],
    ['am', '180101s2030    ', '', '2030', 2030],
    ['am', '180101s0000    ', '260 ## $c2018', '2018', 2018],
    // A code without a year, or with unknown digits.
    ['am', '240101suuuu    ', '260 ## $c[19--?]', '19--?', 1900],
    ['am', '240101s19uu    ', '260 ## $cc1973', '1973', 1973],
    ['am', '240101s197u    ', '260 ## $c[1973?]', '1973?', 1973],
    ['am', '240101s197u    ', '260 ## $c[197-?]', '1970s', 1970],
    ['am', '240101s197u    ', '260 ## $c1985', '1970s', 1970],
    ['as', '240101d19uu1956', '260 ## $c-1956', '19---1956', 1900],
    // Reprints.
    ['am', '240101r18732010', '260 ## $c2010', '2010', 2010],
    ['am', '240101r20101873', '260 ## $c2010', '2010', 2010],
    ['am', '240101r19902010', '260 ## $c1990', '1990', 1990],
    ['am', '240101r2010uuuu', '', '2010', 2010],
    ['gm', '240101p19392005', '', '2005', 2005],
    // Other calendars, corrections and dates B.C.
    ['am', '240101|||||||||', '260 ## $c1957 [i.e. 1958]', '1957 [i.e. 1958]', 1958],
    ['am', '240101|||||||||', '260 ## $c[733 i.e. 1973]', '733 i.e. 1973', 1973],
    ['am', '240101|||||||||', '264 #1 $c1390 [1970]', '1390 [1970]', 1970],
    [
      'am',
      '240101b        ',
      '264 #0 $c[2032 B.C. or 2031 B.C.?]',
      '2032 B.C. or 2031 B.C.?',
      -2032,
    ],
    ['am', '240101b        ', '046 ## $ai$b0050', '50 B.C.', -50],
    // Roman numerals, eras, and digits in brackets.
    ['am', '', '260 ## $cMDCCXLV [1745]', 'MDCCXLV [1745]', 1745],
    ['am', '', '260 ## $cM. DCC. LXXXIX.', 'M. DCC. LXXXIX', 1789],
    ['am', '', '260 ## $c[An VII]', 'An VII', 1798],
    ['am', '', '260 ## $cAn VII [1799]', 'An VII [1799]', 1799],
    ['am', '', '260 ## $c昭和55年', '昭和55年', 1980],
    ['am', '', '260 ## $cHeisei 3 [1991]', 'Heisei 3 [1991]', 1991],
    ['am', '', '260 ## $c٢٠٠٧', '٢٠٠٧', 2007],
    ['am', '', '260 ## $c١٤٢٨ [2007]', '١٤٢٨ [2007]', 2007],
    ['am', '', '260 ## $c199[5]', '1995', 1995],
    ['am', '', '260 ## $c18[99?]', '1899?', 1899],
    ['am', '', '260 ## $c18[9-?]', '189-?', 1890],
    ['am', '', '260 ## $c[186?]-[187?]', '[186?]-[187?]', 1860],
    ['am', '', '260 ## $c[19--]', '19--', 1900],
    ['am', '', '260 ## $c[18--].', '18--', 1800],
    ['am', '', '260 ## $c1850-[1852]', '1850-[1852]', 1850],
    // A code with other signs for unknown digits, or without a type of date.
    ['am', '240101s197-    ', '', '1970s', 1970],
    ['am', '240101s19??    ', '', '19--', 1900],
    ['am', '240101 2010    ', '', '2010', 2010],
    ['am', '240101|2010||||', '', '2010', 2010],
    ['am', '240101n2010    ', '', undefined, undefined],
  ])('of the type %s, 008 %j and %j is %s, in the year %s', (type, coded, fields, date, year) => {
    const title = titleOf(type, coded, fields);
    expect([title?.publication_date, publicationYear(title?.publication_date)]).toEqual([
      date,
      year,
    ]);
  });
});

describe('The number of pages', () => {
  it.each([
    ['32 unnumbered pages', 32],
    ['24 ungezählte Seiten', 24],
    ["245 pagina's", 245],
    ['120 sider', 120],
    ['245 стор.', 245],
    ['245ページ', 245],
    ['120 sidereal days', undefined],
    ['xii, 350 p.', 350],
    ['iv, 291 leaves', 291],
    ['291 l.', 291],
    ['85 feuillets', 85],
    ['XII, 120 S., [8] Bl.', 120],
    ['145 л.', 145],
    ['291 页', 291],
    ['32 p., 120 leaves of plates', 32],
    ['12 c. di tav., 130 p.', 130],
    ['1 sound disc (44 min.)', undefined],
    ['1 disc (12 h.)', undefined],
  ])('in %j is %s', (extent, pages) => {
    expect(titleOf('am', '', `300 ## $a${extent}`)?.pages).toBe(pages);
  });
});
