import {
  checkStringTable,
  type StringTable,
  type StringTableData,
  StructureError,
} from '../../search/index.js';
import { getSection, type SectionData, type Sections } from './container/sections.js';
import { ESCAPE, MAX_SYMBOL_BYTES, trainSymbols } from './fsst.js';
import { addStringTable, stringTableData } from './records.js';
import { StringWriter } from './string-writer.js';

const encoder = new TextEncoder();

/** The default size in bytes from which added strings are stored compressed. */
const MAX_UNCOMPRESSED_BYTES = 1 << 26;

/** Options of {@link CompressedStringsWriter.finish}. */
interface FinishOptions {
  /**
   * A permutation: the final index of each string, by its position in the order of adding. Default: the
   * strings keep the order of adding.
   */
  readonly finalIndexes?: Uint32Array | undefined;
  /** Returns the text to write in place of an added text, in UTF-8. Default: the added text. */
  readonly convert?: ((text: Uint8Array) => Uint8Array) | undefined;
}

/**
 * Compresses strings with FSST (Fast Static Symbol Table), which replaces frequent substrings by codes of one
 * byte. Each string can be decompressed separately. The symbol table is trained on a sample of the
 * strings in their final order, so that the written bytes do not depend on the order of adding. Until the
 * end, many strings are stored compressed with a temporary symbol table.
 */
export class CompressedStringsWriter {
  #added = new StringWriter();
  /** How the added strings are stored. Undefined: uncompressed. */
  #temporary: { readonly compress: Convert; readonly decompress: Convert } | undefined;
  readonly #maxUncompressedBytes: number;

  /** @param maxUncompressedBytes The size from which added strings are stored compressed. Default: 64 MiB. */
  constructor(maxUncompressedBytes = MAX_UNCOMPRESSED_BYTES) {
    this.#maxUncompressedBytes = maxUncompressedBytes;
  }

  /** Adds a string, and returns its position in the order of adding, from 0. */
  add(text: string): number {
    if (this.#temporary !== undefined) {
      return this.#added.addBytes(this.#temporary.compress(encoder.encode(text)));
    }
    const position = this.#added.add(text);
    if (this.#added.length >= this.#maxUncompressedBytes) this.#compressAdded();
    return position;
  }

  /**
   * Writes the strings as the sections `name.offsets`, `name.bytes` and `name.symbols.*`, and frees
   * their memory. The writer cannot be used afterwards.
   */
  finish(
    sections: Map<string, SectionData>,
    name: string,
    { finalIndexes, convert = (text) => text }: FinishOptions = {},
  ): void {
    const added = this.#added;
    const decompress = this.#temporary?.decompress ?? ((text) => text);
    const positions = new Uint32Array(added.size);
    for (let position = 0; position < added.size; position++) {
      positions[finalIndexes?.[position] ?? position] = position;
    }
    const symbols = trainSymbols(added.size, (index) =>
      convert(decompress(added.get(positions[index]))),
    );
    const compress = createCompressor(symbols);
    const compressed = new StringWriter();
    for (const text of added.drain()) compressed.addBytes(compress(convert(decompress(text))));
    addStringTable(sections, name, compressed.finish(finalIndexes));
    addStringTable(sections, `${name}.symbols`, symbolTable(symbols));
  }

  /** Trains a temporary symbol table on the strings added so far, and compresses these strings. */
  #compressAdded(): void {
    const added = this.#added;
    const symbols = trainSymbols(added.size, (index) => added.get(index));
    const compress = createCompressor(symbols);
    this.#added = new StringWriter();
    for (const text of added.drain()) this.#added.addBytes(compress(text));
    this.#temporary = { compress, decompress: createDecompressor(symbolTable(symbols)) };
  }
}

/** Converts the bytes of a string. Returns a view of a shared buffer, which the next call overwrites. */
type Convert = (text: Uint8Array) => Uint8Array;

/** The strings that a {@link CompressedStringsWriter} wrote. */
interface CompressedStrings extends Pick<StringTable, 'size' | 'get'> {
  /** Decompresses a string to UTF-8. Returns a view of a shared buffer, which the next call overwrites. */
  bytes(index: number): Uint8Array;
}

/** Opens the strings that a {@link CompressedStringsWriter} wrote. Each `get` decompresses one string. */
export function openCompressedStrings(sections: Sections, name: string): CompressedStrings {
  const offsets = getSection(sections, `${name}.offsets`, Uint32Array);
  const bytes = getSection(sections, `${name}.bytes`, Uint8Array);
  const decompress = createDecompressor(stringTableData(sections, `${name}.symbols`));
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const bytesAt = (index: number) => decompress(bytes, offsets[index], offsets[index + 1]);
  return {
    size: offsets.length - 1,
    get: (index) => decoder.decode(bytesAt(index)),
    bytes: bytesAt,
  };
}

/** Copies strings that a {@link CompressedStringsWriter} wrote to other sections. */
export function copyCompressedStrings(
  from: Sections,
  to: Map<string, SectionData>,
  name: string,
): void {
  addStringTable(to, name, stringTableData(from, name));
  addStringTable(to, `${name}.symbols`, stringTableData(from, `${name}.symbols`));
}

/** The maximum size of a decompressed string in bytes. A title has at most 16 Mi characters. */
const MAX_STRING_BYTES = 1 << 27;

/**
 * Checks strings that a {@link CompressedStringsWriter} wrote: that all codes have symbols, and that no string expands
 * to more than {@link MAX_STRING_BYTES}.
 *
 * @param size The number of strings. Default: any number.
 * @returns the size of each decompressed string in bytes
 * @throws StructureError if a section is invalid
 */
export function checkCompressedStrings(
  sections: Sections,
  name: string,
  size?: number,
): Uint32Array {
  const symbols = stringTableData(sections, `${name}.symbols`);
  const symbolCount = symbols.offsets.length - 1;
  if (symbolCount > ESCAPE) {
    throw new StructureError(`${name}.symbols.offsets`, `at most ${ESCAPE} symbols`, symbolCount);
  }
  checkStringTable(`${name}.symbols.offsets`, symbols, symbolCount);
  /** The size of each code in bytes; 0 for a code without a symbol. */
  const sizes = new Uint8Array(256);
  for (let code = 0; code < symbolCount; code++) {
    const length = symbols.offsets[code + 1] - symbols.offsets[code];
    if (length < 1 || length > MAX_SYMBOL_BYTES) {
      const expected = `a symbol of 1 to ${MAX_SYMBOL_BYTES} bytes`;
      throw new StructureError(`${name}.symbols.offsets`, expected, length);
    }
    sizes[code] = length;
  }
  const { offsets, bytes } = stringTableData(sections, name);
  checkStringTable(`${name}.offsets`, { offsets, bytes }, size ?? offsets.length - 1);
  const decompressed = new Uint32Array(offsets.length - 1);
  for (let index = 0; index < decompressed.length; index++) {
    const end = offsets[index + 1];
    let length = 0;
    for (let at = offsets[index]; at < end; at++) {
      const code = bytes[at];
      if (code === ESCAPE && ++at < end) length++;
      else if (sizes[code] > 0) length += sizes[code];
      else throw new StructureError(`${name}.bytes`, `a code of a symbol at ${at}`, code);
    }
    if (length > MAX_STRING_BYTES) {
      const expected = `at most ${MAX_STRING_BYTES} bytes in string ${index}`;
      throw new StructureError(`${name}.bytes`, expected, length);
    }
    decompressed[index] = length;
  }
  return decompressed;
}

/**
 * Returns a function that decompresses the bytes of a string, which are all of `bytes` or a part of `bytes`.
 * The function returns a view of a shared buffer, which the next call overwrites.
 */
function createDecompressor(
  symbols: StringTableData,
): (bytes: Uint8Array, start?: number, end?: number) => Uint8Array {
  const { padded, lengths } = openSymbols(symbols);
  let buffer = new Uint8Array(1024);
  return (bytes, start = 0, end = bytes.length) => {
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
function createCompressor(symbols: readonly string[]): Convert {
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

/** Returns the symbols as a string table. */
function symbolTable(symbols: readonly string[]): StringTableData {
  const offsets = new Uint32Array(symbols.length + 1);
  symbols.forEach((symbol, i) => {
    offsets[i + 1] = offsets[i] + symbol.length;
  });
  return { offsets, bytes: bytesOf(symbols.join('')) };
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
