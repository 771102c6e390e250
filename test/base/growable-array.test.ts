import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GrowableArray } from '../../src/base/typed-arrays.js';

describe('GrowableArray', () => {
  it('has all numbers that were added one by one or together, in order', () => {
    const parts = fc.array(fc.array(fc.nat(), { maxLength: 100 }), { maxLength: 10 });
    fc.assert(
      fc.property(parts, fc.boolean(), (groups, isTogether) => {
        const array = new GrowableArray();
        for (const group of groups) {
          if (isTogether) array.extend(group.length).set(group);
          else for (const number of group) array.push(number);
        }
        const expected = groups.flat();
        expect(array.length).toBe(expected.length);
        expect([...array.toArray()]).toEqual(expected);
        expect(expected.map((_, index) => array.get(index))).toEqual(expected);
      }),
    );
  });

  it('stores numbers of the given type, and replaces numbers', () => {
    const array = new GrowableArray(Float64Array);
    array.push(0.5);
    array.push(-1);
    array.set(1, 1.5);
    expect(array.toArray()).toEqual(Float64Array.of(0.5, 1.5));
  });

  it('is empty after its numbers are taken', () => {
    const array = new GrowableArray();
    array.push(7);
    expect(array.take()).toEqual(Uint32Array.of(7));
    expect(array.length).toBe(0);
    array.push(8);
    expect(array.toArray()).toEqual(Uint32Array.of(8));
  });
});
