import type { Segment } from '../../../search/index.js';
import type { TemporaryStorage } from './temporary-storage.js';

/**
 * Stores the typed arrays of a segment until the segments are merged. Returns a segment whose properties read the arrays
 * each time.
 */
export function storeSegment(segment: Segment, storage: TemporaryStorage): Segment {
  const properties = Object.entries(segment).map(([name, value]) => [
    name,
    { get: storeValue(value, storage), enumerable: true, configurable: true },
  ]);
  return Object.create(null, Object.fromEntries(properties));
}

/** Stores an array of numbers, or a list of such arrays. Returns a function that reads it. Keeps other values in memory. */
function storeValue(value: unknown, storage: TemporaryStorage): () => unknown {
  if (ArrayBuffer.isView(value)) return storeNumbers(value as ArrayOfNumbers, storage);
  if (!Array.isArray(value)) return () => value;
  const read = value.map((element) => storeValue(element, storage));
  return () => read.map((readElement) => readElement());
}

type ArrayOfNumbers = Uint8Array | Uint16Array | Uint32Array;
type ArrayConstructorOf = new (
  buffer: ArrayBufferLike,
  at: number,
  length: number,
) => ArrayOfNumbers;

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
