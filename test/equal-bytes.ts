import { isUint8Array, isUint16Array, isUint32Array } from 'node:util/types';
import { expect } from 'vitest';

/**
 * Equal arrays of integers are found equal as bytes, because `toEqual` takes about a second for each MiB of their elements.
 * Other arrays are left to `toEqual`, which shows their differences.
 */
expect.addEqualityTesters([
  (a, b) => (areIntegers(a) && areIntegers(b) && haveEqualBytes(a, b) ? true : undefined),
]);

type Integers = Uint8Array | Uint16Array | Uint32Array;

const areIntegers = (value: unknown): value is Integers =>
  isUint8Array(value) || isUint16Array(value) || isUint32Array(value);

const haveEqualBytes = (a: Integers, b: Integers) =>
  Object.getPrototypeOf(a) === Object.getPrototypeOf(b) && bytesOf(a).equals(bytesOf(b));

const bytesOf = ({ buffer, byteOffset, byteLength }: Integers) =>
  Buffer.from(buffer, byteOffset, byteLength);
