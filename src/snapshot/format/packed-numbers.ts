/** What {@link packNumbers} takes: whole numbers of more than a byte. */
export type PackableNumbers = Uint16Array | Uint32Array | Int32Array;

/** How many numbers make a block, so that its words are as many as each of its numbers has bits. */
const BLOCK = 32;

/** In the byte of a block: its numbers are steps from the one before each. Below it are the bits. */
const STEPS = 0x40;
const WIDTH = 0x3f;

/**
 * Packs numbers in blocks of 32, each number of a block in as many bits as the largest of them needs:
 * itself, or, where that is narrower, the step up to it from the number before. A block is one run of
 * 32-bit words, so decoding is the same few operations for every number, whatever its size.
 *
 * The bytes are: how many numbers there are (u32), a byte for every block, zeros up to a multiple of
 * 4, the blocks' words, and two words that are never part of a number.
 *
 * Signed numbers take as many bits as they are far from zero, and the least of 32 bits none.
 */
export function packNumbers(numbers: PackableNumbers): Uint8Array {
  const unsigned = numbers instanceof Int32Array ? Uint32Array.from(numbers, unsignedOf) : numbers;
  const blockCount = Math.ceil(unsigned.length / BLOCK);
  const blocks = new Uint8Array(blockCount);
  const wordCount = measureBlocks(unsigned, blocks);
  const start = wordsStart(blockCount);
  const bytes = new Uint8Array(start + (wordCount + 2) * 4);
  new Uint32Array(bytes.buffer, 0, 1)[0] = unsigned.length;
  bytes.set(blocks, 4);
  writeBlocks(unsigned, blocks, new Uint32Array(bytes.buffer, start));
  return bytes;
}

/** Decides how every block is written, and gives how many words they take together. */
function measureBlocks(numbers: Uint16Array | Uint32Array, blocks: Uint8Array): number {
  let wordCount = 0;
  let before = 0;
  for (let block = 0; block < blocks.length; block++) {
    const end = Math.min((block + 1) * BLOCK, numbers.length);
    let bits = 0;
    let bitsOfSteps = 0;
    for (let i = block * BLOCK; i < end; i++) {
      bits |= numbers[i];
      bitsOfSteps |= numbers[i] - before;
      before = numbers[i];
    }
    const width = 32 - Math.clz32(bits);
    const widthOfSteps = 32 - Math.clz32(bitsOfSteps);
    blocks[block] = widthOfSteps < width ? STEPS | widthOfSteps : width;
    wordCount += Math.min(width, widthOfSteps);
  }
  return wordCount;
}

function writeBlocks(
  numbers: Uint16Array | Uint32Array,
  blocks: Uint8Array,
  words: Uint32Array,
): void {
  let first = 0;
  let before = 0;
  for (let block = 0; block < blocks.length; block++) {
    const width = blocks[block] & WIDTH;
    const isSteps = (blocks[block] & STEPS) !== 0;
    const end = Math.min((block + 1) * BLOCK, numbers.length);
    for (let i = block * BLOCK, bit = 0; i < end; i++, bit += width) {
      const written = isSteps ? numbers[i] - before : numbers[i];
      before = numbers[i];
      const word = first + (bit >>> 5);
      const shift = bit & 31;
      words[word] |= written << shift;
      if (shift + width > 32) words[word + 1] |= written >>> (32 - shift);
    }
    first += width;
  }
}

/**
 * Unpacks what {@link packNumbers} packed, a number in some four nanoseconds.
 *
 * @param bytes from a multiple of 4 on in their buffer
 * @param View the type of array that was packed
 */
export function unpackNumbers<T extends PackableNumbers>(
  bytes: Uint8Array,
  View: new (length: number) => T,
): T {
  const { buffer, byteOffset, byteLength } = bytes;
  const [count] = new Uint32Array(buffer, byteOffset, 1);
  const blocks = bytes.subarray(4, 4 + Math.ceil(count / BLOCK));
  const start = wordsStart(blocks.length);
  const words = new Int32Array(buffer, byteOffset + start, (byteLength - start) / 4);
  const numbers: PackableNumbers = new View(count);
  // Words and numbers as signed ones: others are objects until the loop is compiled.
  const signed = numbers instanceof Uint32Array ? new Int32Array(numbers.buffer) : numbers;
  readBlocks(blocks, words, signed);
  if (numbers instanceof Int32Array) {
    for (let i = 0; i < count; i++) numbers[i] = signedOf(numbers[i]);
  }
  return numbers as T;
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
    const width = blocks[block] & WIDTH;
    const mask = width === 32 ? -1 : (1 << width) - 1;
    /** What of the number before counts for the next. */
    const kept = (blocks[block] & STEPS) === 0 ? 0 : -1;
    const end = Math.min(i + BLOCK, numbers.length);
    for (let bit = 0; i < end; i++, bit += width) {
      const word = first + (bit >>> 5);
      const shift = bit & 31;
      // What is shifted by 32 in two steps is gone, as it is to be; by 32 at once it would stay.
      const high = (words[word + 1] << 1) << (31 - shift);
      number = ((number & kept) + (((words[word] >>> shift) | high) & mask)) | 0;
      numbers[i] = number;
    }
    first += width;
  }
}

function wordsStart(blockCount: number): number {
  return 4 + Math.ceil(blockCount / 4) * 4;
}

/** 0 for the least number of 32 bits, 1 for 0, 2 for -1, 3 for 1, and so on. */
function unsignedOf(number: number): number {
  return (((number << 1) ^ (number >> 31)) + 1) >>> 0;
}

/** The number of which {@link unsignedOf} gives this. */
function signedOf(unsigned: number): number {
  const folded = unsigned - 1;
  return (folded >>> 1) ^ -(folded & 1);
}
