import { describe, expect, it } from 'vitest';
import {
  addDerivedArrays,
  type DerivedArray,
  derivedArrayInSteps,
  derivedArraysOf,
  runSteps,
  zerosInSteps,
} from '../../../src/search/structures/derived-arrays.js';

function derivedArray<T extends DerivedArray>(source: object, name: string, compute: () => T): T {
  return runSteps(
    derivedArrayInSteps(source, name, function* () {
      yield;
      return compute();
    }),
  );
}

describe('A derived array', () => {
  it('is computed once for a source and a name', () => {
    const source = Uint32Array.of(1, 2);
    let calls = 0;
    const compute = () => Uint32Array.of(++calls);
    const first = derivedArray(source, 'a', compute);
    expect(derivedArray(source, 'a', compute)).toBe(first);
    expect(derivedArray(source, 'b', compute)).toEqual(Uint32Array.of(2));
    expect(derivedArray(Uint32Array.of(1, 2), 'a', compute)).toEqual(Uint32Array.of(3));
  });

  it('can be computed in steps', () => {
    const source = {};
    const steps = () =>
      derivedArrayInSteps(source, 'a', function* () {
        yield;
        return Uint8Array.of(7);
      });
    expect(Array.from(steps())).toHaveLength(1);
    expect(Array.from(steps())).toHaveLength(0);
    expect(runSteps(steps())).toEqual(Uint8Array.of(7));
  });

  it('of another thread is used instead of computing it', () => {
    const [source, copy] = [{}, {}];
    const array = derivedArray(source, 'a', () => Float32Array.of(0.5));
    addDerivedArrays(copy, derivedArraysOf(source));
    const fail = () => {
      throw new Error('computed again');
    };
    expect(derivedArray(copy, 'a', fail)).toBe(array);
    addDerivedArrays(copy, [['a', Float32Array.of(1)]]);
    expect(derivedArray(copy, 'a', fail)).toBe(array);
  });
});

it('An array of zeros is written in short steps', () => {
  expect(runSteps(zerosInSteps(3))).toEqual(new Uint32Array(3));
  const length = 1_000_000;
  expect([...zerosInSteps(length)].length).toBeGreaterThan(length / 50_000);
});
