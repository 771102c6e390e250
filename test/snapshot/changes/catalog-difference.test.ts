import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runSteps } from '../../../src/base/steps.js';
import type { Catalog } from '../../../src/catalog/catalog.js';
import type { Holding } from '../../../src/catalog/records/title.js';
import { applyChanges } from '../../../src/snapshot/changes/apply-changes.js';
import {
  applyDifferenceInSteps,
  canOmitShared,
  differenceBetween,
  sharesTitles,
} from '../../../src/snapshot/changes/catalog-difference.js';
import type { Change } from '../../../src/snapshot/changes/change.js';
import { inSharedMemory } from '../../../src/snapshot/file/shared-memory.js';
import { searchTitles } from '../../../src/v1/search-titles.js';
import { book, catalogOf } from '../../catalog/catalog-of.js';
import { isLong } from '../../long-tests.js';
import '../../random-seed.js';

const TITLES = 300;
const CONTEXT = { baseUrl: 'https://api.example.org' };
const SESSION = { user: 7, expires: '2100-01-01T00:00:00Z', created: '2019-01-01T00:00:00Z' };

function createBase(): Catalog {
  const titles = Array.from({ length: TITLES }, (_, i) =>
    book(String(1000 + i), `Title ${i}`, { popularity: i }),
  );
  return catalogOf({ titles, users: [{ id: 7, name: 'ishmael' }] });
}

const holdings: fc.Arbitrary<Holding[]> = fc.array(
  fc.record({
    branch: fc.constantFrom('M', 'W'),
    status: fc.constantFrom('AVAILABLE', 'UNAVAILABLE'),
  }),
  { maxLength: 2 },
);

const change: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.nat(TITLES - 1), holdings)
      .map(
        ([i, ofTitle]): Change => ({ op: 'holdings', title: String(1000 + i), holdings: ofTitle }),
      ),
  },
  fc
    .constantFrom('a', 'b')
    .map((id) => ({ op: 'put', kind: 'sessions', record: { id, ...SESSION } }) as Change),
);

/** Returns what the tests compare: the sizes, the holdings of all titles, and the counts by availability. */
function contentsOf(catalog: Catalog) {
  const { titles, sessions, changed, source } = catalog;
  const params = { q: '*', library: catalog.library.id, metadata: 1 as const };
  const { metadata } = searchTitles([catalog], params, CONTEXT);
  const available = metadata?.narrow_bys.find(({ id }) => id === 'available_at');
  return {
    source,
    changed,
    sessions: sessions.digests.size,
    holdings: Array.from({ length: titles.size }, (_, number) => titles.get(number).holdings),
    available: available?.narrow_tos.map(({ id, count }) => `${id} ${count}`).sort(),
  };
}

it('Another thread has the same catalog after any differences', () => {
  const base = createBase();
  fc.assert(
    fc.property(fc.array(fc.array(change, { maxLength: 5 }), { maxLength: 4 }), (batches) => {
      let here = base;
      let there = runSteps(
        applyDifferenceInSteps(undefined, structuredClone(differenceBetween(undefined, here))),
      );
      for (const batch of batches) {
        const next = applyChanges(here, batch);
        expect(sharesTitles(here, next)).toBe(true);
        there = runSteps(
          applyDifferenceInSteps(there, structuredClone(differenceBetween(here, next))),
        );
        here = next;
      }
      expect(contentsOf(there)).toEqual(contentsOf(here));
      const whole = runSteps(applyDifferenceInSteps(undefined, differenceBetween(undefined, here)));
      expect(contentsOf(whole)).toEqual(contentsOf(here));
    }),
    { numRuns: isLong ? 150 : 8 },
  );
});

it('A difference moves changed holdings to the new numbers of replaced titles', () => {
  const base = createBase();
  const titles: fc.Arbitrary<Change> = fc
    .tuple(fc.nat(2 * TITLES), fc.boolean())
    .map(([i, isDeleted]): Change => {
      const id = String(1000 + i / 2);
      return isDeleted && Number.isInteger(i / 2) && i < 2 * TITLES
        ? { op: 'delete', kind: 'titles', id }
        : { op: 'put', kind: 'titles', record: book(id, `New ${i}`, { popularity: i }) };
    });
  const batch = fc.record({
    first: fc.array(change, { maxLength: 5 }),
    second: fc.array(fc.oneof(titles, change), { minLength: 1, maxLength: 5 }),
  });
  fc.assert(
    fc.property(fc.array(batch, { minLength: 1, maxLength: 3 }), (batches) => {
      let here = base;
      let there = runSteps(
        applyDifferenceInSteps(undefined, structuredClone(differenceBetween(undefined, here))),
      );
      for (const { first, second } of batches) {
        for (const changes of [first, second]) {
          const next = applyChanges(here, changes);
          expect(canOmitShared(here, next)).toBe(true);
          const difference = differenceBetween(here, next);
          expect(difference.sections.has('library')).toBe(false);
          there = runSteps(applyDifferenceInSteps(there, structuredClone(difference)));
          here = next;
        }
      }
      expect(contentsOf(there)).toEqual(contentsOf(here));
    }),
    { numRuns: isLong ? 200 : 4 },
  );
});

it('A difference contains only the holdings that changed', () => {
  const base = createBase();
  const change = (title: string, branch: string): Change => ({
    op: 'holdings',
    title,
    holdings: [{ branch, status: 'AVAILABLE' }],
  });
  const before = applyChanges(base, [change('1001', 'M'), change('1270', 'M')]);
  const after = applyChanges(before, [change('1001', 'W'), change('1002', 'M')]);
  const { holdings, sections, keepsHoldings } = differenceBetween(before, after);
  expect(holdings.map(([number]) => number).sort()).toEqual([1, 2]);
  expect([...sections]).toEqual([]);
  expect(keepsHoldings).toBe(true);
});

it('A difference of replaced titles contains only the holdings that changed before and after the replacement', () => {
  const change = (title: string): Change => ({
    op: 'holdings',
    title,
    holdings: [{ branch: 'M', status: 'AVAILABLE' }],
  });
  const before = applyChanges(createBase(), [change('1001'), change('1270')]);
  const between = applyChanges(before, [change('1002'), change('1003')]);
  const put = (id: string): Change => ({
    op: 'put',
    kind: 'titles',
    record: book(id, `New ${id}`),
  });
  const replaced = applyChanges(between, [put('0999'), put('1003')]);
  const after = applyChanges(replaced, [change('1004')]);
  const difference = differenceBetween(before, after);
  expect(difference.holdings.map(([number]) => after.titles.id(number)).sort()).toEqual([
    '1002',
    '1004',
  ]);
  expect(difference.keepsHoldings).toBe(true);
  const there = runSteps(applyDifferenceInSteps(before, structuredClone(difference)));
  expect(contentsOf(there)).toEqual(contentsOf(after));
});

it('A difference replaces all changed holdings if some were changed back', () => {
  const base = createBase();
  const holdings = [{ branch: 'M', status: 'AVAILABLE' }];
  const before = applyChanges(base, [{ op: 'holdings', title: '1001', holdings }]);
  const after = applyChanges(base, [{ op: 'holdings', title: '1002', holdings }]);
  const there = runSteps(applyDifferenceInSteps(before, differenceBetween(before, after)));
  expect(contentsOf(there)).toEqual(contentsOf(after));
});

it('An array in shared memory is not copied again', () => {
  const array = Uint16Array.of(1, 2, 3);
  const shared = inSharedMemory(array);
  expect(shared).toEqual(array);
  expect(shared.buffer).toBeInstanceOf(SharedArrayBuffer);
  expect(inSharedMemory(array)).toBe(shared);
  expect(inSharedMemory(shared)).toBe(shared);
});
