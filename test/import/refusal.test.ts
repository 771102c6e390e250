import { describe, expect, it } from 'vitest';
import { isHoldingsRecord, refusalOf } from '../../src/import/refusal.js';
import { marc } from './marc-text.js';

/** A record of a type of leader/06. */
const ofType = (type: string) => marc(`LDR 00000n${type}m a2200000 i 4500\n245 00 $aTitle`);

describe('A record by its type', () => {
  it.each([...'uvxy'])('%s is about copies', (type) => {
    expect(isHoldingsRecord(ofType(type))).toBe(true);
  });

  it.each([
    ['q', 'a community information record'],
    ['w', 'a classification record'],
    ['z', 'an authority record'],
  ])('%s is %s, and refused', (type, kind) => {
    expect(refusalOf(ofType(type))).toBe(
      `Leader/06 is '${type}', ${kind}; wanted a bibliographic record.`,
    );
  });

  it.each([...'acdefgijkmoprt '])('%j may be a title', (type) => {
    expect(isHoldingsRecord(ofType(type))).toBe(false);
    expect(refusalOf(ofType(type))).toBeUndefined();
  });
});
