import { expect, it } from 'vitest';

it('toEqual finds arrays of integers with other numbers, lengths or types different', () => {
  const bytes = Uint8Array.of(0, 1, 2, 3);
  expect({ bytes }).toEqual({ bytes: bytes.slice() });
  expect(bytes.subarray(1)).toEqual(Uint8Array.of(1, 2, 3));
  expect({ bytes }).not.toEqual({ bytes: Uint8Array.of(0, 1, 2, 4) });
  expect(bytes).not.toEqual(bytes.subarray(1));
  expect(Uint16Array.of(1)).not.toEqual(Uint8Array.of(1, 0));
});

it('toEqual shows the numbers that differ', () => {
  const compare = () => expect(Uint32Array.of(7, 8)).toEqual(Uint32Array.of(7, 9));
  expect(compare).toThrow(/expected Uint32Array\[ 7, 8 \] to deeply equal Uint32Array\[ 7, 9 \]/);
});
