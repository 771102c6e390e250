import {
  checkOffsets,
  checkStringTable,
  type StringTable,
  type StringTableData,
  StructureError,
} from '../../search/index.js';
import {
  copySection,
  getBytes,
  getSection,
  type Sections,
  type SectionWriter,
} from './container/sections.js';
import { buildTrie, bytesOf, ESCAPE, MAX_SYMBOL_BYTES, trainSymbols } from './fsst.js';
import { addJoinedStringTables, addStringTable, stringTableData } from './records.js';
import { type ByteStorage, StringWriter } from './string-writer.js';

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
  /** The symbols to compress the strings with. Default: symbols that are trained on the strings. */
  readonly symbols?: readonly string[] | undefined;
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
  readonly #storage: ByteStorage | undefined;

  /**
   * @param storage Stores the compressed strings until the end. Default: they are in memory.
   * @param maxUncompressedBytes The size from which added strings are stored compressed. Default: 64 MiB.
   */
  constructor(storage?: ByteStorage, maxUncompressedBytes = MAX_UNCOMPRESSED_BYTES) {
    this.#storage = storage;
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
    sections: SectionWriter,
    name: string,
    { finalIndexes, convert = (text) => text, symbols }: FinishOptions = {},
  ): void {
    const added = this.#added;
    const decompress = this.#temporary?.decompress ?? ((text) => text);
    const positions = this.#positions(finalIndexes);
    const trained =
      symbols ??
      trainSymbols(added.size, (index) => convert(decompress(added.get(positions[index]))));
    const compress = createCompressor(trained);
    const compressed = new StringWriter();
    for (const text of added.drain()) compressed.addBytes(compress(convert(decompress(text))));
    addStringTable(sections, name, compressed.finish(finalIndexes));
    addStringTable(sections, `${name}.symbols`, symbolTable(trained));
  }

  /** Yields the strings in UTF-8 in their final order. Each is valid until the next one. */
  *inOrder(finalIndexes?: Uint32Array): Generator<Uint8Array> {
    const decompress = this.#temporary?.decompress ?? ((text) => text);
    for (const position of this.#positions(finalIndexes)) {
      yield decompress(this.#added.get(position));
    }
  }

  /** Returns the position of each string in the order of adding, by its final index. */
  #positions(finalIndexes: Uint32Array | undefined): Uint32Array {
    const { size } = this.#added;
    const positions = new Uint32Array(size);
    for (let position = 0; position < size; position++) {
      positions[finalIndexes?.[position] ?? position] = position;
    }
    return positions;
  }

  /** Trains a temporary symbol table on the strings added so far, and compresses these strings. */
  #compressAdded(): void {
    const added = this.#added;
    const symbols = trainSymbols(added.size, (index) => added.get(index));
    const compress = createCompressor(symbols);
    this.#added = new StringWriter(this.#storage);
    for (const text of added.drain()) this.#added.addBytes(compress(text));
    this.#temporary = { compress, decompress: createDecompressor(symbolTable(symbols)) };
  }
}

/** Converts the bytes of a string. Returns a view of a shared buffer, which the next call overwrites. */
type Convert = (text: Uint8Array) => Uint8Array;

/** The strings that a {@link CompressedStringsWriter} wrote. */
type CompressedStrings = Pick<StringTable, 'size' | 'get'>;

/** Opens the strings that a {@link CompressedStringsWriter} wrote. Each `get` decompresses one string. */
export function openCompressedStrings(sections: Sections, name: string): CompressedStrings {
  const offsets = getSection(sections, `${name}.offsets`, Uint32Array);
  const bytes = getBytes(sections, `${name}.bytes`);
  const decompress = createDecompressor(stringTableData(sections, `${name}.symbols`));
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  return {
    size: offsets.length - 1,
    get: (index) => decoder.decode(decompress(bytes.read(offsets[index], offsets[index + 1]))),
  };
}

/** Returns the symbols of strings that a {@link CompressedStringsWriter} wrote, as binary strings. */
export function symbolsOf(sections: Sections, name: string): string[] {
  const { offsets, bytes } = stringTableData(sections, `${name}.symbols`);
  return Array.from({ length: offsets.length - 1 }, (_, code) =>
    String.fromCharCode(...bytes.subarray(offsets[code], offsets[code + 1])),
  );
}

/** Copies strings that a {@link CompressedStringsWriter} wrote to other sections. */
export function copyCompressedStrings(from: Sections, to: SectionWriter, name: string): void {
  for (const part of ['offsets', 'bytes', 'symbols.offsets', 'symbols.bytes']) {
    copySection(from, to, `${name}.${part}`);
  }
}

/**
 * Writes the strings of `before`, and then the strings of `added`. {@link CompressedStringsWriter} instances wrote both with
 * the same symbols.
 */
export function addJoinedCompressedStrings(
  before: Sections,
  added: Sections,
  to: SectionWriter,
  name: string,
): void {
  addJoinedStringTables(to, name, stringTableData(before, name), stringTableData(added, name));
  addStringTable(to, `${name}.symbols`, stringTableData(added, `${name}.symbols`));
}

/** The maximum size of a decompressed string in bytes. A title has at most 16 Mi characters. */
const MAX_STRING_BYTES = 1 << 27;

/**
 * Checks the symbols and the offsets of strings that a {@link CompressedStringsWriter} wrote.
 *
 * @param size The number of strings. Default: any number.
 * @returns a function that returns the size of a decompressed string in bytes. It throws a StructureError if the string
 *   has a code without a symbol, or expands to more than {@link MAX_STRING_BYTES}.
 * @throws StructureError if a section is invalid
 */
export function checkCompressedStrings(
  sections: Sections,
  name: string,
  size?: number,
): (index: number) => number {
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
  const offsets = getSection(sections, `${name}.offsets`, Uint32Array);
  const bytes = getBytes(sections, `${name}.bytes`);
  checkOffsets(`${name}.offsets`, offsets, size ?? offsets.length - 1, bytes.length);
  return (index) => {
    const start = offsets[index];
    const text = bytes.read(start, offsets[index + 1]);
    let length = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text[at];
      if (code === ESCAPE && ++at < text.length) length++;
      else if (sizes[code] > 0) length += sizes[code];
      else throw new StructureError(`${name}.bytes`, `a code of a symbol at ${start + at}`, code);
    }
    if (length <= MAX_STRING_BYTES) return length;
    const expected = `at most ${MAX_STRING_BYTES} bytes in string ${index}`;
    throw new StructureError(`${name}.bytes`, expected, length);
  };
}

/**
 * Returns a function that decompresses the bytes of a string.
 * The function returns a view of a shared buffer, which the next call overwrites.
 */
function createDecompressor(symbols: StringTableData): Convert {
  const { padded, lengths } = openSymbols(symbols);
  let buffer = new Uint8Array(1024);
  return (bytes) => {
    let output = buffer;
    let length = 0;
    for (let at = 0; at < bytes.length; at++) {
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
    const start = offsets[code];
    const length = offsets[code + 1] - start;
    for (let i = 0; i < length; i++) padded[code * MAX_SYMBOL_BYTES + i] = bytes[start + i];
    lengths[code] = length;
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

function symbolTable(symbols: readonly string[]): StringTableData {
  const offsets = new Uint32Array(symbols.length + 1);
  symbols.forEach((symbol, i) => {
    offsets[i + 1] = offsets[i] + symbol.length;
  });
  return { offsets, bytes: bytesOf(symbols.join('')) };
}

function doubleSize(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(bytes.length * 2);
  larger.set(bytes);
  return larger;
}
