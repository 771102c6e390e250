import fc from 'fast-check';
import '../../random-seed.js';
import { describe, expect, it } from 'vitest';
import {
  type EncodedHoldings,
  HoldingsByTitle,
} from '../../../src/snapshot/changes/change-holdings.js';

const TITLES = 600;

type Changes = readonly (readonly [title: number, holdings: EncodedHoldings])[];

/** Generates changes in which some titles occur several times. */
const changes: fc.Arbitrary<Changes> = fc.array(
  fc.tuple(
    fc.oneof(fc.constantFrom(0, 255, 256), fc.nat(TITLES - 1)),
    fc.constantFrom('', '0', '2', '22', '4'.repeat(13), '0'.repeat(14), '[]', '[["M",0]]'),
  ),
  { maxLength: 8 },
);

const idOf = (title: number) => `t${title}`;

function withChanges(before: HoldingsByTitle, next: Changes): HoldingsByTitle {
  const editor = before.edit();
  for (const [title, encoded] of next) editor.set(title, idOf(title), encoded);
  return editor.finish();
}

function sorted(entries: Iterable<readonly [number, EncodedHoldings]>) {
  return [...entries].sort(([a], [b]) => a - b);
}

/** Expects the holdings of a map, and the hash of holdings that were changed in the order of the titles. */
function expectContents(found: HoldingsByTitle, expected: ReadonlyMap<number, EncodedHoldings>) {
  expect([...found.entries()]).toEqual(sorted(expected));
  const titles = Array.from({ length: TITLES }, (_, title) => title);
  expect(titles.map((title) => found.get(title))).toEqual(
    titles.map((title) => expected.get(title)),
  );
  expect(found.hash).toBe(withChanges(HoldingsByTitle.none(TITLES), sorted(expected)).hash);
}

describe('Holdings by title', () => {
  it('are those of the last change of each title, and earlier values do not change', () => {
    fc.assert(
      fc.property(fc.array(changes, { maxLength: 4 }), (steps) => {
        const values = [HoldingsByTitle.none(TITLES)];
        const expected = [new Map<number, EncodedHoldings>()];
        for (const step of steps) {
          // Two values are created from the same earlier value.
          for (const next of [step.slice(1), step]) {
            values.push(withChanges(values[0], next));
            expected.push(new Map([...expected[0], ...next]));
          }
          values.unshift(values.pop()!);
          expected.unshift(expected.pop()!);
        }
        for (const [i, value] of values.entries()) expectContents(value, expected[i]);
      }),
    );
  });

  it('that differ from earlier holdings are found', () => {
    fc.assert(
      fc.property(changes, changes, (first, second) => {
        const before = withChanges(HoldingsByTitle.none(TITLES), first);
        const after = withChanges(before, second);
        const then = new Map(first);
        const differing = [...new Map(second)].filter(
          ([title, encoded]) => then.get(title) !== encoded,
        );
        expect(sorted(after.changedSince(before)!)).toEqual(sorted(differing));
        // A value that was not created from the earlier value.
        const other = withChanges(HoldingsByTitle.none(TITLES), [
          ...new Map([...first, ...second]),
        ]);
        expect(sorted(other.changedSince(before)!)).toEqual(sorted(differing));
        const isAnyNew = [...new Map(second).keys()].some((title) => !then.has(title));
        expect(before.changedSince(after) === undefined).toBe(isAnyNew);
      }),
    );
  });
});
