import { describe, expect, it } from 'vitest';
import { valuePattern } from '../../../src/import/holdings/holdings-profile.js';

describe('valuePattern', () => {
  it.each([
    ['LOST', 'lost'],
    ['LOST*', 'Lost and paid'],
    ['*-NC', 'BOOK-NC'],
    ['1.5*', '1.5 weeks'],
    ['*', '2026-12-01'],
  ])('%j matches %j', (pattern, value) => {
    expect(valuePattern(pattern)(value)).toBe(true);
  });

  it.each([
    ['LOST', 'LOST-PAID'],
    ['1.5*', '125 weeks'],
    ['*', '0'],
  ])('%j does not match %j', (pattern, value) => {
    expect(valuePattern(pattern)(value)).toBe(false);
  });
});
