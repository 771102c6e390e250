import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SectionData } from '../../../src/snapshot/format/container/sections.js';
import { addGroups, groupByKey, openGroups } from '../../../src/snapshot/format/user-records.js';

describe('openGroups', () => {
  it('returns the indexes of each key, and an empty list for other keys', () => {
    const key = fc.integer({ min: 1, max: 30 });
    fc.assert(
      fc.property(fc.array(key, { maxLength: 40 }), (keys) => {
        const sections = new Map<string, SectionData>();
        addGroups(sections, 'groups', groupByKey(keys));
        const ofKey = openGroups(sections, 'groups');
        for (let candidate = 0; candidate <= 31; candidate++) {
          const expected = [...keys.keys()].filter((index) => keys[index] === candidate);
          expect([...ofKey(candidate)]).toEqual(expected);
        }
      }),
      { numRuns: 200 },
    );
  });
});
