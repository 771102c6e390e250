import type { Segment } from './segment.js';

/** What the longest elements, of four bytes, begin at. */
const ALIGNMENT = 4;

/**
 * The same segments, whose arrays of one kind stand side by side in one buffer. Each array by itself
 * is so small that the allocator would keep its memory when nothing refers to it any more: 80 MB when
 * a million titles are built.
 */
export function sideBySide(segments: readonly Segment[]): Segment[] {
  const moved = segments.map((segment) => ({ ...segment }));
  for (const kind of Object.keys(segments[0] ?? {}) as (keyof Segment)[]) {
    const arrays = segments.map((segment) => segment[kind]).filter(isArrayOfNumbers);
    const sizes = arrays.map(({ byteLength }) => Math.ceil(byteLength / ALIGNMENT) * ALIGNMENT);
    const buffer = new ArrayBuffer(sizes.reduce((sum, size) => sum + size, 0));
    let at = 0;
    arrays.forEach((array, i) => {
      const view = new (array.constructor as ArrayConstructorOf)(buffer, at, array.length);
      view.set(array);
      Object.assign(moved[i], { [kind]: view });
      at += sizes[i];
    });
  }
  return moved;
}

type ArrayOfNumbers = Uint8Array | Uint16Array | Uint32Array;
type ArrayConstructorOf = new (buffer: ArrayBuffer, at: number, length: number) => ArrayOfNumbers;

function isArrayOfNumbers(value: unknown): value is ArrayOfNumbers {
  return ArrayBuffer.isView(value);
}
