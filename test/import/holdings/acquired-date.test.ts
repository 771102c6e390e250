import { describe, expect, it } from 'vitest';
import { acquiredDate } from '../../../src/import/holdings/acquired-date.js';

describe('acquiredDate', () => {
  it.each([
    ['2004-12-03', '2004-12-03'],
    ['2004-12-03 10:20:00', '2004-12-03'],
    ['20041203', '2004-12-03'],
    ['12/3/2004', '2004-12-03'],
    ['12-03-04', '2004-12-03'],
    ['12-03-98', '1998-12-03'],
    ['3.12.2004', '2004-12-03'],
  ])('parses %s as %s', (text, date) => {
    expect(acquiredDate(text)).toBe(date);
  });

  it.each(['', 'soon', '  -  -  ', '31/12/2004', '2004', '2004-02-30'])(
    'returns undefined for %j',
    (text) => {
      expect(acquiredDate(text)).toBeUndefined();
    },
  );
});
