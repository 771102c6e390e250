/** Strings as UTF-8 bytes, one after the other: string `i` is `bytes[offsets[i] .. offsets[i + 1])`. */
export interface StringTableData {
  /** One more than there are strings, ascending from 0, in bytes. */
  readonly offsets: Uint32Array;
  readonly bytes: Uint8Array;
}

/** A list of strings that stays bytes until one is asked for. */
export interface StringTable {
  readonly size: number;
  /** The string at `index`, which must be within the table. */
  get(index: number): string;
  /**
   * Where `text` stands, or -1. Only for a table whose strings ascend by code point, each once.
   * O(log size) comparisons of bytes.
   */
  indexOf(text: string): number;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Encodes strings, in the order given. */
export function encodeStringTable(strings: readonly string[]): StringTableData {
  const units = strings.reduce((sum, text) => sum + text.length, 0);
  // Room for the longest that they can be, of which what stays empty takes no memory.
  const room = new Uint8Array(units * 3);
  const offsets = new Uint32Array(strings.length + 1);
  let length = 0;
  strings.forEach((text, index) => {
    length += encoder.encodeInto(text, room.subarray(length)).written;
    offsets[index + 1] = length;
  });
  return { offsets, bytes: room.slice(0, length) };
}

/** A string table over encoded strings. Nothing is decoded until it is asked for. */
export function openStringTable({ offsets, bytes }: StringTableData): StringTable {
  const size = offsets.length - 1;
  return {
    size,
    get: (index) => decoder.decode(bytes.subarray(offsets[index], offsets[index + 1])),
    indexOf(text) {
      const wanted = encoder.encode(text);
      let low = 0;
      let high = size - 1;
      while (low <= high) {
        const middle = (low + high) >>> 1;
        const order = compareBytes(bytes, offsets[middle], offsets[middle + 1], wanted);
        if (order === 0) return middle;
        if (order < 0) low = middle + 1;
        else high = middle - 1;
      }
      return -1;
    },
  };
}

/** Orders `bytes[start..end)` against `wanted`; the order of UTF-8 bytes is that of code points. */
function compareBytes(bytes: Uint8Array, start: number, end: number, wanted: Uint8Array): number {
  const shared = Math.min(end - start, wanted.length);
  for (let i = 0; i < shared; i++) {
    const difference = bytes[start + i] - wanted[i];
    if (difference !== 0) return difference;
  }
  return end - start - wanted.length;
}

/** Compares two strings by code point, the order in which {@link StringTable.indexOf} searches. */
export function compareCodePoints(a: string, b: string): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) {
    const left = a.charCodeAt(i);
    const right = b.charCodeAt(i);
    if (left !== right) {
      const bothSurrogates = left >= 0xd800 && right >= 0xd800;
      return bothSurrogates ? surrogatesLast(left) - surrogatesLast(right) : left - right;
    }
  }
  return a.length - b.length;
}

/** Maps a code unit from U+D800 up so that surrogates, halves of the highest characters, come last. */
function surrogatesLast(unit: number): number {
  return unit >= 0xe000 ? unit - 0x2000 : unit + 0x2000;
}
