import { deflateSync, inflateSync } from 'fflate';
import {
  checkLength,
  checkOffsets,
  partitionPoint,
  type StringTable,
  StructureError,
} from '../../search/index.js';
import {
  copySection,
  getBytes,
  getSection,
  type Sections,
  type SectionWriter,
} from './container/sections.js';
import { addJoinedStringTables, addStringTable, joinNumbers, stringTableData } from './records.js';
import { StringWriter } from './string-writer.js';

/** A block is complete when its texts have at least this size in bytes: that of the window of deflate. */
const BLOCK_BYTES = 1 << 15;

/** The character after each text in a block. JSON texts do not contain it. */
const SEPARATOR = '\n';
const SEPARATOR_BYTE = SEPARATOR.charCodeAt(0);

/** A block is at most this number of times as long as its compressed bytes. Any other block is stored as it is. */
const MAX_RATIO = 32;

/** The maximum size of a block in bytes. A title has at most 16 Mi characters. */
const MAX_BLOCK_BYTES = 1 << 27;

/**
 * The names of the sections of texts in blocks, in addition to the string table of the compressed blocks. Each block is
 * compressed with deflate, and is decompressed when one of its texts is read.
 */
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
 */
export function addTextBlocks(
  sections: SectionWriter,
  name: string,
  texts: Iterable<Uint8Array>,
): void {
  const blocks = new StringWriter();
  const first = [0];
  const sizes: number[] = [];
  let block = new Uint8Array(2 * BLOCK_BYTES);
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
    if (size >= BLOCK_BYTES) endBlock();
  }
  if (size > 0) endBlock();
  sections.set(sectionsOf(name).first, Uint32Array.from(first));
  sections.set(sectionsOf(name).size, Uint32Array.from(sizes));
  addStringTable(sections, name, blocks.finish());
}

/** Returns whether any section of texts with this name exists. */
export function hasTextBlocks(sections: Sections, name: string): boolean {
  const names = [...Object.values(sectionsOf(name)), `${name}.offsets`, `${name}.bytes`];
  return names.some((section) => sections.has(section));
}

/** Copies texts that {@link addTextBlocks} wrote to other sections. */
export function copyTextBlocks(from: Sections, to: SectionWriter, name: string): void {
  const { first, size } = sectionsOf(name);
  for (const section of [first, size, `${name}.offsets`, `${name}.bytes`]) {
    copySection(from, to, section);
  }
}

/** Writes the texts of `before`, and then the texts of `added`. {@link addTextBlocks} wrote both. */
export function addJoinedTextBlocks(
  before: Sections,
  added: Sections,
  to: SectionWriter,
  name: string,
): void {
  const { first, size } = sectionsOf(name);
  const [firstBefore, firstAdded] = [before, added].map((from) =>
    getSection(from, first, Uint32Array),
  );
  const [sizesBefore, sizesAdded] = [before, added].map((from) =>
    getSection(from, size, Uint32Array),
  );
  const count = firstBefore[firstBefore.length - 1];
  to.set(first, joinNumbers(firstBefore.subarray(0, -1), firstAdded, count));
  to.set(size, joinNumbers(sizesBefore, sizesAdded));
  addJoinedStringTables(to, name, stringTableData(before, name), stringTableData(added, name));
}

/** Opens texts that {@link addTextBlocks} wrote. The texts of the block that was read last stay decompressed. */
export function openTextBlocks(sections: Sections, name: string): Pick<StringTable, 'get'> {
  const { first, read } = openBlocks(sections, name);
  let latest: { readonly block: number; readonly texts: readonly string[] } | undefined;
  return {
    get(index) {
      const block = partitionPoint(1, first.length, (next) => first[next] <= index) - 1;
      if (latest?.block !== block) latest = { block, texts: read(block) };
      return latest.texts[index - first[block]];
    },
  };
}

function openBlocks(sections: Sections, name: string) {
  const first = getSection(sections, sectionsOf(name).first, Uint32Array);
  const sizes = getSection(sections, sectionsOf(name).size, Uint32Array);
  const offsets = getSection(sections, `${name}.offsets`, Uint32Array);
  const bytes = getBytes(sections, `${name}.bytes`);
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  return {
    first,
    sizes,
    offsets,
    length: bytes.length,
    /** Returns the texts of a block. */
    read(block: number): string[] {
      const compressed = bytes.read(offsets[block], offsets[block + 1]);
      const text = decoder.decode(inflateSync(compressed, { out: new Uint8Array(sizes[block]) }));
      return text.slice(0, -1).split(SEPARATOR);
    },
  };
}

/**
 * Checks texts that {@link addTextBlocks} wrote.
 *
 * @param size the number of texts
 * @param isValid returns whether a text is valid
 * @throws StructureError if a section or a text is invalid
 */
export function checkTextBlocks(
  sections: Sections,
  name: string,
  size: number,
  isValid: (text: string) => boolean,
): void {
  const names = sectionsOf(name);
  const { first, sizes, offsets, length, read } = openBlocks(sections, name);
  const count = sizes.length;
  checkLength(names.first, first, count + 1);
  for (let block = 0; block <= count; block++) {
    const isInOrder = block === 0 ? first[0] === 0 : first[block] > first[block - 1];
    if (isInOrder && (block < count || first[count] === size)) continue;
    const expected = block < count ? `an ascending index at ${block}` : `${size} texts`;
    throw new StructureError(names.first, expected, first[block]);
  }
  checkOffsets(`${name}.offsets`, offsets, count, length);
  for (let block = 0; block < count; block++) {
    const limit = Math.min(MAX_BLOCK_BYTES, MAX_RATIO * (offsets[block + 1] - offsets[block]));
    if (sizes[block] > limit) {
      throw new StructureError(
        names.size,
        `at most ${limit} bytes in block ${block}`,
        sizes[block],
      );
    }
    const texts = textsOrNone(() => read(block));
    const expected = first[block + 1] - first[block];
    if (texts.length === expected && texts.every(isValid)) continue;
    throw new StructureError(
      `${name}.bytes`,
      `a block of ${expected} records at ${block}`,
      'other data',
    );
  }
}

/** Returns no texts for a block that cannot be decompressed. */
function textsOrNone(read: () => string[]): string[] {
  try {
    return read();
  } catch {
    return [];
  }
}
