import type { StringTable, StringTableData } from '../../search/index.js';
import { getSection, type SectionData, type Sections } from './container/sections.js';
import { ESCAPE, MAX_SYMBOL_BYTES, trainSymbols } from './fsst.js';
import { addStringTable, stringTableData } from './records.js';
import { StringWriter } from './string-writer.js';

const encoder = new TextEncoder();

/** The default number of bytes of text that starts the training of the symbol table. */
const TRAINING_BYTES = 1 << 26;

/**
 * Compresses strings with FSST (Fast Static Symbol Table), which replaces frequent substrings by codes of one
 * byte. Each string can be decompressed separately. The symbol table is trained on the first strings, which
 * stay uncompressed in memory until the training. Later strings are compressed when they are added.
 */
export class CompressedStringsWriter {
  /** The strings added before the training, uncompressed. */
  #plain = new StringWriter();
  #compressed = new StringWriter();
  #symbols: readonly string[] = [];
  #compress: ((text: Uint8Array) => Uint8Array) | undefined;
  readonly #trainingBytes: number;

  /** @param trainingBytes The number of bytes of text that starts the training. Default: 64 MiB. */
  constructor(trainingBytes = TRAINING_BYTES) {
    this.#trainingBytes = trainingBytes;
  }

  /** Adds a string, and returns its position in the order of adding, from 0. */
  add(text: string): number {
    if (this.#compress !== undefined) {
      return this.#compressed.addBytes(this.#compress(encoder.encode(text)));
    }
    const position = this.#plain.add(text);
    if (this.#plain.length >= this.#trainingBytes) this.#train();
    return position;
  }

  /**
   * Writes the strings as the sections `name.offsets`, `name.bytes` and `name.symbols.*`, and frees
   * their memory. The writer cannot be used afterwards.
   *
   * @param finalIndexes A permutation: the final index of each string, by its position in the order of
   *   adding. Default: the strings keep the order of adding.
   */
  finish(sections: Map<string, SectionData>, name: string, finalIndexes?: Uint32Array): void {
    if (this.#compress === undefined) this.#train();
    addStringTable(sections, name, this.#compressed.finish(finalIndexes));
    sections.set(`${name}.symbols.offsets`, offsetsOf(this.#symbols));
    sections.set(`${name}.symbols.bytes`, bytesOf(this.#symbols.join('')));
  }

  /** Trains the symbol table on the strings added so far, and compresses these strings. */
  #train(): void {
    this.#symbols = trainSymbols(this.#plain);
    const compress = createCompressor(this.#symbols);
    for (const text of this.#plain.drain()) this.#compressed.addBytes(compress(text));
    this.#plain = new StringWriter();
    this.#compress = compress;
  }
}

/** Opens the strings that a {@link CompressedStringsWriter} wrote. Each `get` decompresses one string. */
export function openCompressedStrings(
  sections: Sections,
  name: string,
): Pick<StringTable, 'size' | 'get'> {
  const offsets = getSection(sections, `${name}.offsets`, Uint32Array);
  const bytes = getSection(sections, `${name}.bytes`, Uint8Array);
  const symbols = openSymbols(stringTableData(sections, `${name}.symbols`));
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let buffer = new Uint8Array(1024);

  /** Decompresses `bytes` from `start` to `end`. Returns a view of `buffer`. */
  function decompress(start: number, end: number): Uint8Array {
    const { padded, lengths } = symbols;
    let output = buffer;
    let length = 0;
    for (let at = start; at < end; at++) {
      if (length + MAX_SYMBOL_BYTES > output.length) {
        output = doubleSize(output);
        buffer = output;
      }
      const code = bytes[at];
      if (code === ESCAPE) {
        output[length++] = bytes[++at];
        continue;
      }
      const from = code * MAX_SYMBOL_BYTES;
      const symbolLength = lengths[code];
      // Always copies 4 bytes, because most codes stand for up to 4 bytes. The next symbol overwrites the
      // bytes after a shorter symbol.
      output[length] = padded[from];
      output[length + 1] = padded[from + 1];
      output[length + 2] = padded[from + 2];
      output[length + 3] = padded[from + 3];
      for (let i = 4; i < symbolLength; i++) output[length + i] = padded[from + i];
      length += symbolLength;
    }
    return output.subarray(0, length);
  }

  return {
    size: offsets.length - 1,
    get: (index) => decoder.decode(decompress(offsets[index], offsets[index + 1])),
  };
}

/** Copies the symbols, so that each symbol begins at a multiple of {@link MAX_SYMBOL_BYTES}. */
function openSymbols({ offsets, bytes }: StringTableData) {
  const padded = new Uint8Array(ESCAPE * MAX_SYMBOL_BYTES);
  const lengths = new Uint8Array(ESCAPE);
  for (let code = 0; code < offsets.length - 1; code++) {
    padded.set(bytes.subarray(offsets[code], offsets[code + 1]), code * MAX_SYMBOL_BYTES);
    lengths[code] = offsets[code + 1] - offsets[code];
  }
  return { padded, lengths };
}

/**
 * Returns a function that compresses the UTF-8 bytes of a string. At each position, the function writes the
 * code of the longest symbol that matches, or {@link ESCAPE} and the byte if no symbol matches. The function
 * returns a view of a shared buffer, which the next call overwrites.
 */
function createCompressor(symbols: readonly string[]): (text: Uint8Array) => Uint8Array {
  const { next, codes } = buildTrie(symbols);
  let output = new Uint8Array(1024);
  return (text) => {
    // In the worst case, every byte is escaped.
    while (output.length < text.length * 2) output = doubleSize(output);
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
      output[length++] = code;
      if (code === ESCAPE) output[length++] = text[at];
      at = after;
    }
    return output.subarray(0, length);
  };
}

/**
 * Builds a trie of the symbols' bytes. Node 0 is the root. `next[node * 256 + byte]` is a child node, or 0 if
 * there is no such child. `codes[node]` is the code of the symbol that ends at the node, or {@link ESCAPE} if
 * no symbol ends there.
 */
function buildTrie(symbols: readonly string[]) {
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

/** Returns the start of each symbol in the concatenated symbols, and the total length. */
function offsetsOf(symbols: readonly string[]): Uint32Array {
  const offsets = new Uint32Array(symbols.length + 1);
  symbols.forEach((symbol, i) => {
    offsets[i + 1] = offsets[i] + symbol.length;
  });
  return offsets;
}

/** Returns the bytes of a binary string, in which each character, 0 to 0xff, stands for one byte. */
function bytesOf(text: string): Uint8Array {
  return Uint8Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));
}

function doubleSize(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(bytes.length * 2);
  larger.set(bytes);
  return larger;
}
