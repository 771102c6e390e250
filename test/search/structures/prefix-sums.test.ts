import { describe, expect, it } from 'vitest';
import { sumCounts } from '../../../src/search/structures/prefix-sums.js';

describe('sumCounts', () => {
  it('replaces counts by offsets', () => {
    expect(sumCounts(Uint32Array.of(0, 3, 0, 2), 'postings')).toEqual(Uint32Array.of(0, 3, 3, 5));
  });

  it('accepts a sum of 2^32 - 1', () => {
    const offsets = sumCounts(Uint32Array.of(0, 0xffff_fff0, 15), 'postings');
    expect(offsets[2]).toBe(0xffff_ffff);
  });

  it('throws an error that names the limit when the sum is 2^32 or more', () => {
    expect(() => sumCounts(Uint32Array.of(0, 0xffff_ffff, 1, 5), 'postings')).toThrow(
      new RangeError(
        'index: expected at most 4294967295 postings, found 4294967301; index fewer documents',
      ),
    );
  });
});
