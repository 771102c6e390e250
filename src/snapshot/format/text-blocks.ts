// The entry for Node loads `worker_threads`, which only the asynchronous functions use.
import { deflateSync, inflateSync } from 'fflate/browser';
import { partitionPoint } from '../../base/binary-search.js';
import { memoizePerIndex } from '../../base/lazy.js';
import { StructureError } from '../../base/messages.js';
import type { StringTable } from '../../base/string-table.js';
import {
  getBytes,
  getOffsets,
  getParallel,
  getSection,
  readRange,
  type Sections,
  type SectionWriter,
} from './container/sections.js';
import { addStringTable, joinNumbers, joinStringTables, stringTableData } from './records.js';
import { StringWriter } from './string-writer.js';

/*
 * Texts that are stored in blocks. Each block is compressed with deflate, and is decompressed when one of its texts is
 * read. Texts that many requests read are not stored in blocks, but as a string table.
 */

/** The character after each text in a block. JSON texts do not contain it. */
const SEPARATOR = '\n';
const SEPARATOR_BYTE = SEPARATOR.charCodeAt(0);

/** A block is at most this number of times as long as its compressed bytes. Any other block is written as deflate data without compression. */
const MAX_RATIO = 32;

/** The number of blocks that stay decompressed after they were read. */
const CACHED_BLOCKS = 16;

/** The names of the sections of texts in blocks, in addition to the string table of the compressed blocks. */
const sectionsOf = (name: string) => ({
  /** The index of the first text of each block, and the number of all texts. */
  first: `${name}.first`,
  /** The decompressed size of each block in bytes. */
  size: `${name}.size`,
});

/**
 * Writes JSON texts in blocks.
 *
 * @param texts the texts in UTF-8; each is copied before the next one is read
 * @param minBytes the size of the texts in bytes at which a block is complete
 */
export function addTextBlocks(
  sections: SectionWriter,
  name: string,
  texts: Iterable<Uint8Array>,
  minBytes: number,
): void {
  const blocks = new StringWriter();
  const first = [0];
  const sizes: number[] = [];
  let block = new Uint8Array(2 * minBytes);
  let [size, count] = [0, 0];
  const endBlock = () => {
    const bytes = block.subarray(0, size);
    const deflated = deflateSync(bytes);
    const isStored = deflated.length * MAX_RATIO < size;
    blocks.addBytes(isStored ? deflateSync(bytes, { level: 0 }) : deflated);
    first.push(count);
    sizes.push(size);
    size = 0;
  };
  for (const text of texts) {
    const end = size + text.length + 1;
    if (end > block.length) {
      const larger = new Uint8Array(2 * end);
      larger.set(block.subarray(0, size));
      block = larger;
    }
    block.set(text, size);
    block[end - 1] = SEPARATOR_BYTE;
    [size, count] = [end, count + 1];
    if (size >= minBytes) endBlock();
  }
  if (size > 0) endBlock();
  sections.set(sectionsOf(name).first, Uint32Array.from(first));
  sections.set(sectionsOf(name).size, Uint32Array.from(sizes));
  addStringTable(sections, name, blocks.finish());
}

/** Writes the texts of `before`, and then the texts of `added`. {@link addTextBlocks} wrote both. */
export function addJoinedTextBlocks(
  before: Sections,
  added: Sections,
  to: SectionWriter,
  name: string,
): void {
  const { first, size } = sectionsOf(name);
  const numbersOf = (section: string) =>
    [before, added].map((from) => getSection(from, section, Uint32Array));
  const [firstBefore, firstAdded] = numbersOf(first);
  const [sizesBefore, sizesAdded] = numbersOf(size);
  const count = firstBefore[firstBefore.length - 1];
  to.set(first, joinNumbers(firstBefore.subarray(0, -1), firstAdded, count));
  to.set(size, joinNumbers(sizesBefore, sizesAdded));
  addStringTable(
    to,
    name,
    joinStringTables(stringTableData(before, name), stringTableData(added, name)),
  );
}

/**
 * Opens texts that {@link addTextBlocks} wrote. The blocks that were read last stay decompressed.
 *
 * @returns a reader whose `get` throws a StructureError if a block cannot be decompressed
 */
export function openTextBlocks(
  sections: Sections,
  name: string,
): Pick<StringTable, 'size' | 'get'> {
  const sizes = getSection(sections, sectionsOf(name).size, Uint32Array);
  const first = getParallel(sections, sectionsOf(name).first, Uint32Array, sizes.length + 1);
  const bytes = getBytes(sections, `${name}.bytes`);
  const offsets = getOffsets(sections, `${name}.offsets`, bytes.length, sizes.length);
  const { inflate = (deflated, size) => inflateSync(deflated, { out: new Uint8Array(size) }) } =
    bytes;
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const damaged = (block: number) =>
    new StructureError(`${name}.bytes`, `a compressed block at ${block}`, 'other data');

  function textsOf(block: number): string[] {
    const compressed = readRange(`${name}.offsets`, bytes, offsets, block);
    if (sizes[block] > MAX_RATIO * compressed.length) throw damaged(block);
    let texts: string[];
    try {
      texts = decoder.decode(inflate(compressed, sizes[block])).slice(0, -1).split(SEPARATOR);
    } catch {
      throw damaged(block);
    }
    if (texts.length === first[block + 1] - first[block]) return texts;
    throw damaged(block);
  }

  const slots = Math.max(1, Math.min(CACHED_BLOCKS, sizes.length));
  const readBlock = memoizePerIndex(slots, textsOf, () => true);
  return {
    size: first[first.length - 1],
    get(index) {
      const block = partitionPoint(1, first.length, (next) => first[next] <= index) - 1;
      return readBlock(block)[index - first[block]];
    },
  };
}
