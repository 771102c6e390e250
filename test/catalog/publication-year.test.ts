import { describe, expect, it } from 'vitest';
import {
  decadeOf,
  formatYearRange,
  hasUnknownDigits,
  parseYearRange,
  publicationYear,
} from '../../src/catalog/publication-year.js';

const [FIRST, LAST] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];

describe('publicationYear', () => {
  it.for([
    ['1977-1980', 1977],
    ['1977-', 1977],
    ['870-880', 870],
    ['150-160', 150],
    ['-750', -750],
    ['7', 7],
    ['[189-?]', 1890],
    ['18--', 1800],
    ['ca. 19--?', 1900],
    ['19---', 1900],
    ['1840s-18--', 1840],
    ['1-2, 185', 185],
    ['n.d.', undefined],
    ['199?', 1990],
    ['199x', 1990],
    ['19??', 1900],
    ['MDCCXLV', 1745],
    ['Anno M.D.XLIII', 1543],
    ['MCMXCIV', 1994],
    ['MIX', 1009],
    ['XVIII', undefined],
    ["l'an VII de la République", 1798],
    ['an 7', 1798],
    ['平成3', 1991],
    ['民国75', 1986],
    ['Taishō 3', 1914],
    ['１９８０', 1980],
    ['date of publication not identified', undefined],
    ['?-1956', 1956],
    ['1911-?', 1911],
    ['?-19--', 1900],
    ['?-1990s', 1990],
    ['1---', undefined],
    ['1957 [i.e. 1958]', 1958],
    ['733 i.e. 1973', 1973],
    ['1857 [recte 1957]', 1957],
    ['734 [1973 or 1974]', 1973],
    ['5733 [1972 or 1973]', 1972],
    ['5733', 1973],
    ['תשל"ג [1973]', 1973],
    ['תשל"ג', 1973],
    ['ת״ש', 1940],
    ['1390 [1970 or 1971]', 1970],
    ['1390/1970', 1970],
    ['1970/1390', 1970],
    ['1393 H.', 1973],
    ['١٣٩٠ [1970]', 1970],
    ['١٩٧٠', 1970],
    ['1350 [1971 or 1972]', 1971],
    ['1895 [1973]', 1973],
    ['2516 [1973]', 1973],
    ['1973 [5733]', 1973],
    ['1973 [1393]', 1973],
    ['Shōwa 48 [1973]', 1973],
    ['昭和48 [1973]', 1973],
    ['MDCCXLV [1745]', 1745],
    ['1971 [c1970]', 1971],
    ['1980 [1981 printing]', 1980],
    ['1939/1940', 1939],
    ['1400-1970', 1400],
    ['2010, c1920', 2010],
    ['between 1970 and 1979?', 1970],
    ['2032 B.C. or 2031 B.C.?', -2032],
    ['44 v. Chr.', -44],
    ['公元前221', -221],
    ['5th century B.C.', undefined],
  ] as const)('of %s is %s', ([date, year]) => {
    expect(publicationYear(date)).toBe(year);
  });
});

describe('hasUnknownDigits', () => {
  it.for([
    ['[189-?]', true],
    ['18--', true],
    ['1970s', true],
    ['1977-', false],
    ['1977-1980', false],
    ['870-880', false],
  ] as const)('of %s is %s', ([date, expected]) => {
    expect(hasUnknownDigits(date)).toBe(expected);
  });
});

describe('parseYearRange', () => {
  it.for([
    ['1990-1999', 1990, 1999],
    ['1987-2003', 1987, 2003],
    ['2003-1987', 2003, 1987],
    ['1990-', 1990, LAST],
    ['-1950', FIRST, 1950],
    ['0800-0999', 800, 999],
    ['5-70', 5, 70],
    ['0000', FIRST, 0],
    ['0000-1950', 0, 1950],
  ] as const)('returns the years of %s', ([text, from, to]) => {
    expect(parseYearRange(text)).toEqual({ from, to });
  });

  it.for([
    '',
    '-',
    '--',
    '1990',
    '1990-1999-',
    '19900-',
    '1990 - 1999',
    '1990–1999',
    'a-b',
    '-44-',
  ])("returns undefined for '%s'", (text) => {
    expect(parseYearRange(text)).toBeUndefined();
  });

  it('returns the years of every decade that decadeOf returns', () => {
    for (let year = -20; year < 2100; year++) {
      const { from, to } = parseYearRange(decadeOf(year)) ?? { from: LAST, to: FIRST };
      expect(year >= from && year <= to).toBe(true);
      if (year > 0) expect(decadeOf(from - 1)).not.toBe(decadeOf(year));
      expect(decadeOf(to + 1)).not.toBe(decadeOf(year));
    }
  });
});

describe('formatYearRange', () => {
  it.for([
    [1990, 1999, '1990-1999'],
    [800, 999, '0800-0999'],
    [FIRST, 1949, '-1949'],
    [1990, LAST, '1990-'],
    [FIRST, 0, '-0000'],
  ] as const)('returns a text that parseYearRange reads: %d to %d', ([from, to, text]) => {
    expect(formatYearRange({ from, to })).toBe(text);
    expect(parseYearRange(text)).toEqual({ from, to });
  });
});
