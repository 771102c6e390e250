import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHUNK_SIZE, ChunkedArray } from '../../src/base/chunked-array.js';
import '../random-seed.js';

/** Two whole chunks, and a part of a third. */
const LENGTH = 2 * CHUNK_SIZE + 3;

type Numbers = ChunkedArray<number>;

function zeros(): Numbers {
  return ChunkedArray.of(LENGTH, new Array<number>(CHUNK_SIZE).fill(0));
}

function valuesOf(array: Numbers): number[] {
  return Array.from({ length: array.length }, (_, index) => array.get(index));
}

function withChanges(before: Numbers, changes: readonly (readonly [number, number])[]): Numbers {
  const editor = before.edit();
  for (const [index, value] of changes) editor.set(index, value);
  return editor.finish();
}

const index = fc.constantFrom(0, 1, CHUNK_SIZE - 1, CHUNK_SIZE, CHUNK_SIZE + 1, LENGTH - 1);
const changes = fc.array(fc.tuple(index, fc.nat(3)), { maxLength: 5 });

describe('A chunked array', () => {
  it('keeps the values of every version, and finds the differences between any two', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(), changes), { maxLength: 8 }), (steps) => {
        const versions = [zeros()];
        const expected = [new Array<number>(LENGTH).fill(0)];
        for (const [from, ofStep] of steps) {
          const before = from % versions.length;
          const editor = versions[before].edit();
          const after = [...expected[before]];
          for (const [at, value] of ofStep) {
            expect(editor.get(at)).toBe(after[at]);
            editor.set(at, value);
            after[at] = value;
            expect(editor.get(at)).toBe(value);
          }
          versions.push(editor.finish());
          expected.push(after);
        }
        expect(versions.map(valuesOf)).toEqual(expected);
        for (const [a, ofA] of expected.entries()) {
          for (const [b, ofB] of expected.entries()) {
            expect([...versions[a].differencesFrom(versions[b])]).toEqual(
              [...ofA.keys()].filter((i) => ofA[i] !== ofB[i]),
            );
          }
        }
      }),
    );
  });

  it('shares the chunks without a changed value', () => {
    const before = zeros();
    const after = withChanges(before, [[CHUNK_SIZE, 5]]);
    expect(after.chunks.map((chunk, i) => chunk === before.chunks[i])).toEqual([true, false, true]);
  });

  it('is the same version if no value changes', () => {
    const version = withChanges(zeros(), [[1, 5]]);
    expect(withChanges(version, [[1, 5]])).toBe(version);
  });
});
