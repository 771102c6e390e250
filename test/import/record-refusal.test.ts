import { describe, expect, it } from 'vitest';
import { isHoldingsRecord, refusalOf } from '../../src/import/record-refusal.js';
import { marc } from './marc-text.js';

/** Creates a record with a type of record (leader/06). */
const recordOfType = (type: string) => marc(`LDR 00000n${type}m a2200000 i 4500\n245 00 $aTitle`);

describe('A record', () => {
  it.each([...'uvxy'])('with leader/06 %j is a holdings record', (type) => {
    expect(isHoldingsRecord(recordOfType(type))).toBe(true);
  });

  it.each([
    ['q', 'community information record'],
    ['w', 'classification record'],
    ['z', 'authority record'],
  ])('with leader/06 %j is refused: %s', (type, kind) => {
    expect(refusalOf(recordOfType(type))).toBe(
      `leader/06: expected a bibliographic record, found '${type}' (${kind})`,
    );
  });

  it.each([...'acdefgijkmoprt '])(
    'with leader/06 %j is accepted as a bibliographic record',
    (type) => {
      expect(isHoldingsRecord(recordOfType(type))).toBe(false);
      expect(refusalOf(recordOfType(type))).toBeUndefined();
    },
  );
});
