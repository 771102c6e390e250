import type { Segment } from './segment.js';

/** The alignment of arrays in bytes: the size of an element of a `Uint32Array`. */
const ALIGNMENT = 4;

/**
 * The minimum length of a buffer. A new buffer is at least twice as long as the buffer before it, up to
 * {@link MAX_BUFFER_BYTES}.
 */
const MIN_BUFFER_BYTES = 1 << 16;
/** The maximum length of a buffer. An array that is longer gets a buffer of its own length. */
const MAX_BUFFER_BYTES = 1 << 26;

/**
 * Copies the typed arrays of segments into a few large buffers, for the time until the segments are merged.
 * The arrays of the same property share buffers, because the merge releases these arrays at the same time.
 * The memory of many small arrays would not be returned to the operating system after garbage collection.
 */
export class SegmentBuffers {
  readonly #arenas = new Map<string, Arena>();

  /** Returns a copy of a segment. The copy does not refer to the typed arrays of the original. */
  keep(segment: Segment): Segment {
    const kept = Object.entries(segment).map(([property, value]) => {
      return [property, isArrayOfNumbers(value) ? this.#arenaOf(property).copy(value) : value];
    });
    return Object.fromEntries(kept);
  }

  #arenaOf(property: string): Arena {
    const arena = this.#arenas.get(property) ?? new Arena();
    this.#arenas.set(property, arena);
    return arena;
  }
}

/** Copies arrays one after another into large buffers. Refers only to the latest buffer. */
class Arena {
  #buffer = new ArrayBuffer(0);
  #end = 0;

  copy(numbers: ArrayOfNumbers): ArrayOfNumbers {
    const length = Math.ceil(numbers.byteLength / ALIGNMENT) * ALIGNMENT;
    if (this.#end + length > this.#buffer.byteLength) {
      const doubled = Math.min(MAX_BUFFER_BYTES, this.#buffer.byteLength * 2);
      this.#buffer = new ArrayBuffer(Math.max(MIN_BUFFER_BYTES, doubled, length));
      this.#end = 0;
    }
    const View = numbers.constructor as ArrayConstructorOf;
    const view = new View(this.#buffer, this.#end, numbers.length);
    view.set(numbers);
    this.#end += length;
    return view;
  }
}

type ArrayOfNumbers = Uint8Array | Uint16Array | Uint32Array;
type ArrayConstructorOf = new (buffer: ArrayBuffer, at: number, length: number) => ArrayOfNumbers;

function isArrayOfNumbers(value: unknown): value is ArrayOfNumbers {
  return ArrayBuffer.isView(value);
}
