import type { Segment } from '../../../search/index.js';
import type { TemporaryStorage } from './temporary-storage.js';

/**
 * Stores the typed arrays of a segment until the segments are merged. Returns a segment whose properties read the arrays
 * each time.
 */
export function storeSegment(segment: Segment, storage: TemporaryStorage): Segment {
  const properties = Object.entries(segment).map(([name, value]) => [
    name,
    isArrayOfNumbers(value)
      ? { get: storeNumbers(value, storage), enumerable: true, configurable: true }
      : { value, enumerable: true },
  ]);
  return Object.create(null, Object.fromEntries(properties));
}

type ArrayOfNumbers = Uint8Array | Uint16Array | Uint32Array;
type ArrayConstructorOf = new (
  buffer: ArrayBufferLike,
  at: number,
  length: number,
) => ArrayOfNumbers;

function isArrayOfNumbers(value: unknown): value is ArrayOfNumbers {
  return ArrayBuffer.isView(value);
}

function storeNumbers(numbers: ArrayOfNumbers, storage: TemporaryStorage): () => ArrayOfNumbers {
  const View = numbers.constructor as ArrayConstructorOf;
  const { byteLength, length } = numbers;
  const bytes = new Uint8Array(numbers.buffer, numbers.byteOffset, byteLength);
  const position = storage.write(bytes);
  return () => {
    const { buffer, byteOffset } = storage.read(position, byteLength);
    return new View(buffer, byteOffset, length);
  };
}
