import type { StringTable, StringTableData } from '../../search/string-table.js';
import { sectionOf, stringTableData } from './records.js';
import type { SectionData, Sections } from './section.js';
import { chooseSymbols, ESCAPE } from './string-symbols.js';

/**
 * Writes strings in about half of their bytes as the sections `name.offsets`, `.bytes` and
 * `.symbols`: what they repeat most is a byte each, and each string can be read by itself. Takes
 * some 20 nanoseconds a byte.
 */
export function addCompressedStrings(
  sections: Map<string, SectionData>,
  name: string,
  strings: StringTableData,
): void {
  const symbols = chooseSymbols(strings);
  const { offsets, bytes } = compress(strings, symbols);
  sections.set(`${name}.offsets`, offsets);
  sections.set(`${name}.bytes`, bytes);
  sections.set(`${name}.symbols.offsets`, endsOf(symbols));
  sections.set(`${name}.symbols.bytes`, bytesOf(symbols.join('')));
}

/** The strings that {@link addCompressedStrings} wrote. Nothing is read until it is asked for. */
export function openCompressedStrings(
  sections: Sections,
  name: string,
): Pick<StringTable, 'size' | 'get'> {
  const offsets = sectionOf(sections, `${name}.offsets`, Uint32Array);
  const bytes = sectionOf(sections, `${name}.bytes`, Uint8Array);
  const symbols = stringTableData(sections, `${name}.symbols`);
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let room = new Uint8Array(1024);

  /** Writes a string's own bytes into `room` and gives their number. */
  function expand(start: number, end: number): number {
    let length = 0;
    for (let at = start; at < end; at++) {
      if (length + ESCAPE > room.length) room = doubled(room);
      const code = bytes[at];
      if (code === ESCAPE) {
        room[length++] = bytes[++at];
        continue;
      }
      const last = symbols.offsets[code + 1];
      for (let from = symbols.offsets[code]; from < last; from++) {
        room[length++] = symbols.bytes[from];
      }
    }
    return length;
  }

  return {
    size: offsets.length - 1,
    get(index) {
      const length = expand(offsets[index], offsets[index + 1]);
      return decoder.decode(room.subarray(0, length));
    },
  };
}

/** Writes every string with the longest symbols that fit, from left to right. */
function compress({ offsets, bytes }: StringTableData, symbols: readonly string[]) {
  const { next, codes } = treeOf(symbols);
  const ends = new Uint32Array(offsets.length);
  let written = new Uint8Array(bytes.length + 2);
  let length = 0;
  for (let i = 0; i + 1 < offsets.length; i++) {
    const end = offsets[i + 1];
    for (let at = offsets[i]; at < end; ) {
      let code = ESCAPE;
      let after = at + 1;
      let node = 0;
      for (let reached = at; reached < end; ) {
        node = next[node * 256 + bytes[reached++]];
        if (node === 0) break;
        if (codes[node] === ESCAPE) continue;
        code = codes[node];
        after = reached;
      }
      if (length + 2 > written.length) written = doubled(written);
      written[length++] = code;
      if (code === ESCAPE) written[length++] = bytes[at];
      at = after;
    }
    ends[i + 1] = length;
  }
  return { offsets: ends, bytes: written.slice(0, length) };
}

/** The symbols byte by byte as a tree, from node 0: where a byte leads, 0 for nowhere. */
function treeOf(symbols: readonly string[]) {
  const size = symbols.reduce((sum, symbol) => sum + symbol.length, 1);
  const next = new Uint16Array(size * 256);
  const codes = new Uint8Array(size).fill(ESCAPE);
  let nodes = 1;
  symbols.forEach((symbol, code) => {
    let node = 0;
    for (const byte of bytesOf(symbol)) {
      if (next[node * 256 + byte] === 0) next[node * 256 + byte] = nodes++;
      node = next[node * 256 + byte];
    }
    codes[node] = code;
  });
  return { next, codes };
}

function endsOf(symbols: readonly string[]): Uint32Array {
  const ends = new Uint32Array(symbols.length + 1);
  symbols.forEach((symbol, i) => {
    ends[i + 1] = ends[i] + symbol.length;
  });
  return ends;
}

/** @param text a character a byte */
function bytesOf(text: string): Uint8Array {
  return Uint8Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));
}

function doubled(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(bytes.length * 2);
  larger.set(bytes);
  return larger;
}
