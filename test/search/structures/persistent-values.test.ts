import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PersistentValues } from '../../../src/search/structures/persistent-values.js';
import { SmallestArray } from '../../../src/search/structures/smallest-type.js';
import '../../random-seed.js';

const SIZE = 6;

function zeros(): PersistentValues<number, SmallestArray> {
  return new PersistentValues(new SmallestArray(new Uint8Array(SIZE)));
}

function withChanges(
  before: PersistentValues<number, SmallestArray>,
  changes: readonly (readonly [number, number])[],
): PersistentValues<number, SmallestArray> {
  const editor = before.edit();
  for (const [number, value] of changes) editor.set(number, value);
  return editor.finish();
}

/** Generates numbers that need arrays of different types. */
const change = fc.tuple(fc.nat(SIZE - 1), fc.constantFrom(0, 1, 2, 255, 256, 70_000, 0xffffffff));

/** Generates the creation of a version from an earlier version, and versions that are read before, during and after it. */
const step = fc.record({
  from: fc.nat(),
  changes: fc.array(change, { maxLength: 5 }),
  read: fc.array(fc.record({ version: fc.nat(), at: fc.nat(5) }), { maxLength: 2 }),
});

describe('Persistent values', () => {
  it('keep the values of every version', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const versions = [zeros()];
        const expected = [new Array(SIZE).fill(0)];
        const expectValues = (version: number) => {
          expect([...versions[version].read().array]).toEqual(expected[version]);
        };
        for (const { from, changes, read } of steps) {
          const before = from % versions.length;
          const editor = versions[before].edit();
          const after = [...expected[before]];
          for (const [i, [number, value]] of changes.entries()) {
            for (const { version, at } of read)
              if (at === i) expectValues(version % versions.length);
            expect(editor.get(number)).toBe(after[number]);
            editor.set(number, value);
            after[number] = value;
            expect(editor.get(number)).toBe(value);
          }
          versions.push(editor.finish());
          expected.push(after);
        }
        for (const version of versions.keys()) expectValues(version);
      }),
    );
  });

  it('have the values that were replaced since an earlier version', () => {
    fc.assert(
      fc.property(fc.array(fc.array(change, { maxLength: 2 }), { maxLength: 4 }), (steps) => {
        const first = zeros();
        let last = first;
        const replaced = new Map<number, number>();
        const current = new Array(SIZE).fill(0);
        let count = 0;
        for (const changes of steps) {
          for (const [number, value] of changes) {
            if (current[number] === value) continue;
            if (!replaced.has(number)) replaced.set(number, 0);
            current[number] = value;
            count++;
          }
          // More replaced values would be a reason to copy the values.
          if (count > SIZE) return;
          last = withChanges(last, changes);
        }
        expect(last.replacedSince(first)).toEqual(replaced);
        if (last !== first) expect(first.replacedSince(last)).toBeUndefined();
      }),
    );
  });

  it('are copied when an earlier version is read, and then have no replaced values', () => {
    const first = zeros();
    const second = withChanges(first, [[1, 5]]);
    const third = withChanges(second, [[2, 6]]);
    expect(third.replacedSince(first)).toEqual(
      new Map([
        [1, 0],
        [2, 0],
      ]),
    );
    expect([...second.read().array]).toEqual([0, 5, 0, 0, 0, 0]);
    expect(third.replacedSince(first)).toBeUndefined();
    expect(second.replacedSince(first)).toEqual(new Map([[1, 0]]));
    expect(second.read()).toBe(second.read());
    expect(third.read()).not.toBe(second.read());
  });

  it('keep many values that one edit replaced', () => {
    const size = 10_000;
    const before = new PersistentValues<number, SmallestArray>(
      new SmallestArray(new Uint8Array(size)),
    );
    const all = Array.from({ length: size }, (_, number) => [number, 7] as const);
    const after = withChanges(before, [...all, ...all.map(([number]) => [number, 9] as const)]);
    expect(new Set(after.read().array)).toEqual(new Set([9]));
    expect(new Set(before.read().array)).toEqual(new Set([0]));
  });

  it('have no list of replaced values if many values were replaced', () => {
    const size = 100_000;
    const before = new PersistentValues<number, SmallestArray>(
      new SmallestArray(new Uint8Array(size)),
    );
    const replaced = (count: number) => {
      const changes = Array.from({ length: count }, (_, number) => [number, 7] as const);
      return withChanges(before, changes).replacedSince(before)?.size;
    };
    expect(replaced(6250)).toBe(6250);
    expect(replaced(6251)).toBeUndefined();
  });

  it('share the array of the newest version until more values were replaced than exist', () => {
    let version = zeros();
    const arrays = Array.from({ length: 3 * SIZE }, (_, i) => {
      version = withChanges(version, [[i % SIZE, i + 1]]);
      return version.read();
    });
    expect(new Set(arrays).size).toBe(3);
  });

  it('are the same version if no value changes', () => {
    const version = withChanges(zeros(), [[1, 5]]);
    expect(withChanges(version, [[1, 5]])).toBe(version);
  });
});
