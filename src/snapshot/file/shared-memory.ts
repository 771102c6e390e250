/*
 * Copies sections to memory that threads share, and makes V8 free the memory of replaced catalogs.
 * `server/threads/shared-catalogs.ts` sends the sections to the threads.
 */

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { memoizePerObject } from '../../base/lazy.js';
import { allocateShared } from '../../base/typed-arrays.js';
import { isInFile, type Section, type SectionData } from '../format/container/sections.js';

const copyOf = memoizePerObject((array: SectionData) => {
  const copy = viewOf(array, allocateShared(array.byteLength), 0);
  copy.set(array);
  return copy;
});

/** Returns an array of the type and length of another array, in a buffer. */
function viewOf<T extends SectionData>(like: T, buffer: ArrayBufferLike, offset: number): T {
  const View = like.constructor as new (
    buffer: ArrayBufferLike,
    offset: number,
    length: number,
  ) => T;
  // A view of a buffer that can grow is slow, unless it has an explicit length.
  return new View(buffer, offset, like.length);
}

/**
 * Returns an array that threads can share: the array itself if it is in shared memory, otherwise a copy. Every call with
 * the same array returns the same copy. Returns a section that stays in a file as it is.
 *
 * @example
 * const shared = inSharedMemory(Uint32Array.of(1, 2));
 * worker.postMessage(shared); // The worker reads the same memory.
 */
export function inSharedMemory<T extends Section>(array: T): T {
  if (isInFile(array) || array.buffer instanceof SharedArrayBuffer) return array;
  return copyOf(array) as T;
}

/**
 * Returns a section like {@link inSharedMemory}, without a copy if a section in shared memory has the same bytes. The
 * result is not the object `before`, unless `section` is `before` itself: values that are cached by the object can also
 * depend on other sections.
 *
 * @param before the section that the other section replaces
 */
export function replacementInSharedMemory(section: Section, before: Section | undefined): Section {
  if (before === undefined || isInFile(before) || isInFile(section)) return inSharedMemory(section);
  const { buffer, byteOffset } = before;
  const isReusable = buffer instanceof SharedArrayBuffer && section.buffer !== buffer;
  return isReusable && hasSameBytes(section, before)
    ? viewOf(section, buffer, byteOffset)
    : inSharedMemory(section);
}

function hasSameBytes(a: SectionData, b: SectionData): boolean {
  if (a.constructor !== b.constructor || a.length !== b.length) return false;
  return bytesOf(a).equals(bytesOf(b));
}

function bytesOf({ buffer, byteOffset, byteLength }: SectionData): Buffer {
  return Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
}

/** Returns the size of the shared memory of arrays, in bytes. Does not count arrays in other memory. */
export function sharedBytes(arrays: readonly SectionData[]): number {
  const buffers = new Set(arrays.map(({ buffer }) => buffer));
  return [...buffers]
    .filter((buffer) => buffer instanceof SharedArrayBuffer)
    .reduce((sum, { byteLength }) => sum + byteLength, 0);
}

/**
 * Collects the garbage of a worker thread, such as arrays that were copied to shared memory. V8 would not collect it for a
 * long time, because it reserves much more memory for each thread.
 */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}

/**
 * The size of a buffer for which V8 starts a collection, in bytes. V8 starts one when the buffers of a thread have grown by
 * 64 MiB since the last collection.
 */
const COLLECTED_BYTES = 2 ** 27;

/**
 * The time before each collection of {@link collectGarbageSoon}, in milliseconds. After changes that take some seconds to
 * prepare, both collections end before the next preparation begins. A preparation makes the pauses of a collection longer,
 * because its threads need the same processors.
 */
const COLLECTION_DELAY_MS = 300;

/** The number of collections that follow a call. The first one can have begun before the call. */
const COLLECTIONS = 2;

let timer: NodeJS.Timeout | undefined;
let remaining = 0;

/**
 * Collects the garbage of the calling thread soon, such as replaced catalogs and the arrays of a warm-up. The collections
 * run in short steps between other work. V8 does not count memory that threads share, so without this call it would keep
 * a replaced catalog for minutes.
 */
export function collectGarbageSoon(): void {
  remaining = COLLECTIONS;
  if (timer !== undefined) return;
  timer = setInterval(() => {
    startCollection();
    if (--remaining > 0) return;
    clearInterval(timer);
    timer = undefined;
  }, COLLECTION_DELAY_MS);
  timer.unref();
}

function startCollection(): void {
  try {
    // V8 counts the buffer. It is never written, so the system provides no memory for it.
    new ArrayBuffer(COLLECTED_BYTES, { maxByteLength: COLLECTED_BYTES });
  } catch {
    // Without addresses for the buffer, V8 collects garbage later.
  }
}
