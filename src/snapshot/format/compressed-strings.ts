import type { StringTable } from '../../search/string-table.js';
import { addStringTable, stringTableData } from './records.js';
import type { SectionData, Sections } from './section.js';
import { sectionOf } from './section-of.js';
import { chooseSymbols, ESCAPE, LONGEST_SYMBOL } from './string-symbols.js';
import { StringWriter } from './string-writer.js';

const encoder = new TextEncoder();

/** How many bytes of strings are gathered before the symbols are chosen, where there are more. */
const CHOSEN_BY = 1 << 26;

/**
 * Takes strings one after the other and writes them in about half of their bytes: what they repeat
 * most is a byte each, and each string can be read by itself. Takes some 20 nanoseconds a byte. Of
 * many strings it holds the compressed bytes only, with symbols chosen by the first of them.
 */
export class CompressedStringsWriter {
  /** Strings as they are, until the symbols are chosen. */
  #plain = new StringWriter();
  #compressed = new StringWriter();
  #symbols: readonly string[] = [];
  #compress: ((text: Uint8Array) => Uint8Array) | undefined;
  readonly #chosenBy: number;

  /** @param chosenBy how many bytes are gathered before the symbols are chosen */
  constructor(chosenBy = CHOSEN_BY) {
    this.#chosenBy = chosenBy;
  }

  /** Adds a string and gives its number. */
  add(text: string): number {
    if (this.#compress !== undefined) {
      return this.#compressed.addBytes(this.#compress(encoder.encode(text)));
    }
    const number = this.#plain.add(text);
    if (this.#plain.length >= this.#chosenBy) this.#choose();
    return number;
  }

  /**
   * Writes the strings as the sections `name.offsets`, `.bytes` and `.symbols`. The writer forgets
   * them meanwhile: it is of no use afterwards.
   *
   * @param order the final number of every string by the order in which they were added, a
   *   permutation; without it, that order stays
   */
  finish(sections: Map<string, SectionData>, name: string, order?: Uint32Array): void {
    if (this.#compress === undefined) this.#choose();
    addStringTable(sections, name, this.#compressed.finish(order));
    sections.set(`${name}.symbols.offsets`, endsOf(this.#symbols));
    sections.set(`${name}.symbols.bytes`, bytesOf(this.#symbols.join('')));
  }

  /** Chooses the symbols by the strings so far, and compresses those. */
  #choose(): void {
    this.#symbols = chooseSymbols(this.#plain);
    const compress = compressor(this.#symbols);
    for (const text of this.#plain.taken()) this.#compressed.addBytes(compress(text));
    this.#plain = new StringWriter();
    this.#compress = compress;
  }
}

/** The strings that a {@link CompressedStringsWriter} wrote. Nothing is read until it is asked for. */
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
      if (length + LONGEST_SYMBOL > room.length) room = doubled(room);
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

/**
 * Writes a string with the longest symbols that fit, from left to right. What it gives holds until it
 * is called again.
 */
function compressor(symbols: readonly string[]): (text: Uint8Array) => Uint8Array {
  const { next, codes } = treeOf(symbols);
  let written = new Uint8Array(1024);
  return (text) => {
    // At worst every byte is escaped.
    while (written.length < text.length * 2) written = doubled(written);
    let length = 0;
    for (let at = 0; at < text.length; ) {
      let code = ESCAPE;
      let after = at + 1;
      let node = 0;
      for (let reached = at; reached < text.length; ) {
        node = next[node * 256 + text[reached++]];
        if (node === 0) break;
        if (codes[node] === ESCAPE) continue;
        code = codes[node];
        after = reached;
      }
      written[length++] = code;
      if (code === ESCAPE) written[length++] = text[at];
      at = after;
    }
    return written.subarray(0, length);
  };
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
