import { describe, expect, it } from 'vitest';
import { instantOf, instantOfDate, isoInstant } from '../../src/catalog/instant.js';

describe('an instant', () => {
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
  ])("is not what '%s' names", (text) => {
    expect(instantOf(text)).toBeNaN();
  });

  it('is in the years that four digits write, wherever on Earth it was written', () => {
    expect(isoInstant(instantOf('0000-01-01T00:00:00Z'))).toBe('0000-01-01T00:00:00Z');
    expect(isoInstant(instantOf('9999-12-31T23:59:59Z'))).toBe('9999-12-31T23:59:59Z');
    expect(instantOf('0000-01-01T00:00:00+01:00')).toBeNaN();
    expect(instantOf('9999-12-31T23:59:59-01:00')).toBeNaN();
  });

  it('of a date alone is its first in UTC', () => {
    expect(instantOfDate('2012-02-29')).toBe(Date.UTC(2012, 1, 29));
    expect(instantOfDate('2012-02-29T01:00:00Z')).toBe(Date.UTC(2012, 1, 29, 1));
    expect(instantOfDate('2011-02-29')).toBeNaN();
    expect(instantOfDate('2011')).toBeNaN();
  });
});
