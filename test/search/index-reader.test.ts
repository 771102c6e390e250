import { describe, expect, it } from 'vitest';
import { createScratch } from '../../src/search/index-reader.js';

describe('The scratch memory of an index', () => {
  it('is reused after a call returns, and is not shared by nested calls', () => {
    const { withUint32Array } = createScratch(10);
    const [outer, inner] = withUint32Array((a) => withUint32Array((b) => [a, b]));
    expect(inner).not.toBe(outer);
    expect([outer, inner]).toContain(withUint32Array((array) => array));
  });

  it('is reused for 32-bit numbers of another type', () => {
    const { withUint32Array, withFloat32Array } = createScratch(10);
    const [integers, floats] = withUint32Array((a) => withFloat32Array((b) => [a, b]));
    expect(floats.buffer).not.toBe(integers.buffer);
    const [first, second] = withFloat32Array((a) => withFloat32Array((b) => [a, b]));
    expect(new Set([first.buffer, second.buffer])).toEqual(
      new Set([integers.buffer, floats.buffer]),
    );
  });

  it('contains an empty bitset after work throws', () => {
    const { withBitset } = createScratch(10);
    const fail = () =>
      withBitset((bitset) => {
        bitset.add(3);
        throw new Error('too much work');
      });
    expect(fail).toThrow('too much work');
    expect([...withBitset((bitset) => bitset.drain())]).toEqual([]);
  });
});
