import { describe, expect, it } from 'vitest';
import { valuePattern } from '../../../src/import/holdings/value-pattern.js';

describe('A value of a profile', () => {
  it.each([
    ['LOST', 'lost', true],
    ['LOST', 'LOST-PAID', false],
    ['LOST*', 'Lost and paid', true],
    ['*-NC', 'BOOK-NC', true],
    ['1.5*', '1.5 weeks', true],
    ['1.5*', '125 weeks', false],
    ['*', '0', false],
    ['*', '2026-12-01', true],
  ])('%j is what %j is: %s', (pattern, value, isMeant) => {
    expect(valuePattern(pattern)(value)).toBe(isMeant);
  });
});
