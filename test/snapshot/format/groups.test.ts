import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addGroups, groupByKey, openGroups } from '../../../src/snapshot/format/groups.js';
import type { SectionData } from '../../../src/snapshot/format/section.js';

it('Groups give the numbers of every key there is, and none below, between and above them', () => {
  const key = fc.integer({ min: 1, max: 30 });
  fc.assert(
    fc.property(fc.array(key, { maxLength: 40 }), (keys) => {
      const sections = new Map<string, SectionData>();
      addGroups(sections, 'groups', groupByKey(keys));
      const ofKey = openGroups(sections, 'groups');
      for (let asked = 0; asked <= 31; asked++) {
        const expected = [...keys.keys()].filter((position) => keys[position] === asked);
        expect([...ofKey(asked)]).toEqual(expected);
      }
    }),
    { seed: 38, numRuns: 200 },
  );
});
