import { describe, expect, it } from 'vitest';
import { formatInstant, parseDateOrInstant, parseInstant } from '../../src/base/instant.js';

describe('parseInstant', () => {
  it.each([
    '2011-10-12',
    '2011-10-12T17:23Z',
    '2011-10-12T17:23:09',
    '2011-10-12 17:23:09Z',
    '2011-02-29T00:00:00Z',
    '2011-13-01T00:00:00Z',
    '2011-00-10T00:00:00Z',
    '2011-10-12T25:00:00Z',
    '2011-10-12T17:23:60Z',
    '2011-10-12T17:23:09+99:00',
    'Wed, 12 Oct 2011 17:23:09 +0000',
    '+002011-10-12T17:23:09Z',
    '',
    'now',
  ])("returns NaN for '%s'", (text) => {
    expect(parseInstant(text)).toBeNaN();
  });

  it('accepts the years 0 to 9999 in UTC, and returns NaN for other years', () => {
    expect(formatInstant(parseInstant('0000-01-01T00:00:00Z'))).toBe('0000-01-01T00:00:00Z');
    expect(formatInstant(parseInstant('9999-12-31T23:59:59Z'))).toBe('9999-12-31T23:59:59Z');
    expect(parseInstant('0000-01-01T00:00:00+01:00')).toBeNaN();
    expect(parseInstant('9999-12-31T23:59:59-01:00')).toBeNaN();
  });
});

describe('parseDateOrInstant', () => {
  it('returns midnight UTC for a date, the instant of a date and time, and NaN for other text', () => {
    expect(parseDateOrInstant('2012-02-29')).toBe(Date.UTC(2012, 1, 29));
    expect(parseDateOrInstant('2012-02-29T01:00:00Z')).toBe(Date.UTC(2012, 1, 29, 1));
    expect(parseDateOrInstant('2011-02-29')).toBeNaN();
    expect(parseDateOrInstant('2011')).toBeNaN();
  });
});
