import type { Segment } from './segment.js';

/** What the longest elements, of four bytes, begin at. */
const ALIGNMENT = 4;

/** Each buffer is twice as long as the one before it, within these bounds, in bytes. */
const SHORTEST = 1 << 16;
const LONGEST = 1 << 26;

/**
 * Keeps the arrays of segments that wait to be merged in a few large buffers, those of one kind
 * together, as they are dropped together. An array by itself is so small that the allocator would keep
 * its memory when nothing refers to it any more.
 */
export class SegmentArenas {
  readonly #arenas = new Map<string, Arena>();

  /** The same segment, its arrays copied: those that were given may go. */
  keep(segment: Segment): Segment {
    const kept = Object.entries(segment).map(([kind, value]) => {
      return [kind, isArrayOfNumbers(value) ? this.#arenaOf(kind).copy(value) : value];
    });
    return Object.fromEntries(kept);
  }

  #arenaOf(kind: string): Arena {
    const arena = this.#arenas.get(kind) ?? new Arena();
    this.#arenas.set(kind, arena);
    return arena;
  }
}

/** Memory for many arrays, one behind the other, of which only the last buffer is held here. */
class Arena {
  #buffer = new ArrayBuffer(0);
  #end = 0;

  copy(numbers: ArrayOfNumbers): ArrayOfNumbers {
    const length = Math.ceil(numbers.byteLength / ALIGNMENT) * ALIGNMENT;
    if (this.#end + length > this.#buffer.byteLength) {
      const twice = Math.min(LONGEST, this.#buffer.byteLength * 2);
      this.#buffer = new ArrayBuffer(Math.max(SHORTEST, twice, length));
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
