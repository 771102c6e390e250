import { type Allocate, allocateMemory } from '../../../search/index.js';

/** Arrays that {@link packNumbers} can pack. */
export type PackableNumbers = Uint16Array | Uint32Array | Int32Array;

/** The constructor of such an array. */
interface PackableArray<T extends PackableNumbers> {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: ArrayBufferLike, byteOffset: number, length: number): T;
}

/** The size of a block in numbers: 32 numbers of `n` bits fill exactly `n` 32-bit words. */
const BLOCK = 32;

/** The bit of a block's byte that is set if the block stores differences. */
const DELTAS_FLAG = 0x40;
/** The bits of a block's byte that contain the number of bits per entry. */
const WIDTH_MASK = 0x3f;

/**
 * Packs numbers in blocks of 32. A block stores its numbers, or the difference of each number from the
 * previous number if the differences need fewer bits. All entries of a block have the same number of bits. A
 * block is a sequence of whole 32-bit words, so that every number is decoded by the same few operations.
 *
 * The packed bytes are: the count of the numbers (u32), one byte per block (the number of bits per entry, and
 * the flag for differences), zeros up to a multiple of 4, the words of the blocks, and two zero words. The
 * decoder reads up to two words beyond the last block.
 *
 * Signed numbers are zigzag-encoded first, so that small absolute values need few bits. -2^31, which number
 * columns use for a missing number, is encoded as 0.
 */
export function packNumbers(numbers: PackableNumbers): Uint8Array {
  const unsigned = numbers instanceof Int32Array ? Uint32Array.from(numbers, unsignedOf) : numbers;
  const blockCount = Math.ceil(unsigned.length / BLOCK);
  const blocks = new Uint8Array(blockCount);
  const wordCount = measureBlocks(unsigned, blocks);
  const start = startOfWords(blockCount);
  const bytes = new Uint8Array(start + (wordCount + 2) * 4);
  new Uint32Array(bytes.buffer, 0, 1)[0] = unsigned.length;
  bytes.set(blocks, 4);
  writeBlocks(unsigned, blocks, new Uint32Array(bytes.buffer, start));
  return bytes;
}

/** Writes the byte of each block into `blocks`, and returns the total number of words. */
function measureBlocks(numbers: Uint16Array | Uint32Array, blocks: Uint8Array): number {
  let wordCount = 0;
  let previous = 0;
  for (let block = 0; block < blocks.length; block++) {
    const end = Math.min((block + 1) * BLOCK, numbers.length);
    let bits = 0;
    let deltaBits = 0;
    for (let i = block * BLOCK; i < end; i++) {
      bits |= numbers[i];
      deltaBits |= numbers[i] - previous;
      previous = numbers[i];
    }
    const width = 32 - Math.clz32(bits);
    const deltaWidth = 32 - Math.clz32(deltaBits);
    blocks[block] = deltaWidth < width ? DELTAS_FLAG | deltaWidth : width;
    wordCount += Math.min(width, deltaWidth);
  }
  return wordCount;
}

function writeBlocks(
  numbers: Uint16Array | Uint32Array,
  blocks: Uint8Array,
  words: Uint32Array,
): void {
  let first = 0;
  let previous = 0;
  for (let block = 0; block < blocks.length; block++) {
    const width = blocks[block] & WIDTH_MASK;
    const isDeltas = (blocks[block] & DELTAS_FLAG) !== 0;
    const end = Math.min((block + 1) * BLOCK, numbers.length);
    for (let i = block * BLOCK, bit = 0; i < end; i++, bit += width) {
      const entry = isDeltas ? numbers[i] - previous : numbers[i];
      previous = numbers[i];
      const word = first + (bit >>> 5);
      const shift = bit & 31;
      words[word] |= entry << shift;
      if (shift + width > 32) words[word + 1] |= entry >>> (32 - shift);
    }
    first += width;
  }
}

/**
 * Unpacks the numbers that {@link packNumbers} packed.
 *
 * @param bytes must begin at a multiple of 4 in their buffer
 * @param View the type of the array that was packed
 * @param allocate Allocates the memory of the array. Default: memory of the calling thread.
 */
export function unpackNumbers<T extends PackableNumbers>(
  bytes: Uint8Array,
  View: PackableArray<T>,
  allocate: Allocate = allocateMemory,
): T {
  const { buffer, byteOffset, byteLength } = bytes;
  const count = new Uint32Array(buffer, byteOffset, 1)[0];
  const blocks = bytes.subarray(4, 4 + Math.ceil(count / BLOCK));
  const start = startOfWords(blocks.length);
  const words = new Int32Array(buffer, byteOffset + start, (byteLength - start) / 4);
  const numbers: PackableNumbers = new View(allocate(count * View.BYTES_PER_ELEMENT), 0, count);
  // Signed arrays are faster: V8's interpreter allocates a heap object for every number of 2^31 or more.
  const signed = numbers instanceof Uint32Array ? new Int32Array(numbers.buffer) : numbers;
  readBlocks(blocks, words, signed);
  if (numbers instanceof Int32Array) restoreSigns(numbers);
  return numbers as T;
}

function restoreSigns(numbers: Int32Array): void {
  for (let i = 0; i < numbers.length; i++) numbers[i] = signedOf(numbers[i]);
}

/**
 * Returns the count of the numbers that {@link packNumbers} packed, or undefined if the bytes are not packed numbers.
 * Reads only the count and the bytes of the blocks.
 *
 * @param bytes must begin at a multiple of 4 in their buffer
 */
export function packedCount(bytes: Uint8Array): number | undefined {
  if (bytes.length < 4) return undefined;
  const count = new Uint32Array(bytes.buffer, bytes.byteOffset, 1)[0];
  const blockCount = Math.ceil(count / BLOCK);
  if (bytes.length < 4 + blockCount) return undefined;
  let wordCount = 2;
  for (let block = 0; block < blockCount; block++) {
    const byte = bytes[4 + block];
    const width = byte & WIDTH_MASK;
    if (width > BLOCK || byte > (DELTAS_FLAG | WIDTH_MASK)) return undefined;
    wordCount += width;
  }
  return bytes.length === startOfWords(blockCount) + 4 * wordCount ? count : undefined;
}

function readBlocks(
  blocks: Uint8Array,
  words: Int32Array,
  numbers: Uint16Array | Int32Array,
): void {
  let first = 0;
  let number = 0;
  let i = 0;
  for (let block = 0; block < blocks.length; block++) {
    const width = blocks[block] & WIDTH_MASK;
    const mask = width === 32 ? -1 : (1 << width) - 1;
    // The mask removes the previous number from the sum if the block stores plain numbers.
    const deltaMask = (blocks[block] & DELTAS_FLAG) === 0 ? 0 : -1;
    const end = Math.min(i + BLOCK, numbers.length);
    for (let bit = 0; i < end; i++, bit += width) {
      const word = first + (bit >>> 5);
      const shift = bit & 31;
      // Two shifts, because `<< 32` is a shift by 0 in JavaScript.
      const high = (words[word + 1] << 1) << (31 - shift);
      number = ((number & deltaMask) + (((words[word] >>> shift) | high) & mask)) | 0;
      numbers[i] = number;
    }
    first += width;
  }
}

function startOfWords(blockCount: number): number {
  return 4 + Math.ceil(blockCount / 4) * 4;
}

/** Maps -2^31 to 0, 0 to 1, -1 to 2, 1 to 3, and so on. */
function unsignedOf(number: number): number {
  return (((number << 1) ^ (number >> 31)) + 1) >>> 0;
}

/** The inverse of {@link unsignedOf}. */
function signedOf(unsigned: number): number {
  const folded = (unsigned - 1) | 0;
  return (folded >>> 1) ^ -(folded & 1);
}
