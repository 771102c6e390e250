import { gallop } from '../structures/binary-search.js';
import { GALLOP_RATIO, markDocuments } from './document-sets.js';

/** The position of a document that is not in a list. All bits of this number are set. */
export const NOT_FOUND = -1;

/** The memory of the array that {@link writePositions} returns. Every call reuses the memory. */
let positions = new Uint32Array(0);
/** The memory of the results of {@link locateAll} and {@link locatePresent}. Every call reuses the memory. */
let located = new Int32Array(0);

/**
 * Returns, for each document of `documents`, its position in `list`, or {@link NOT_FOUND}. The next call of
 * this function or of {@link locatePresent} overwrites the result.
 *
 * @param documents ascending, without duplicates
 * @param list ascending, without duplicates
 */
export function locateAll(documents: Uint32Array, list: Uint32Array): Int32Array {
  const found = allocate(documents.length);
  if (list.length > documents.length * GALLOP_RATIO) return locateGalloping(documents, list, found);
  const marked = markDocuments(list, documents);
  const position = writePositions(list, documents);
  for (let i = 0; i < documents.length; i++) {
    const document = documents[i];
    const isMarked = (marked[document >>> 5] >>> document) & 1;
    // For an unmarked document, all bits of `isMarked - 1` are set, so the result is NOT_FOUND.
    found[i] = position[document] | (isMarked - 1);
  }
  return found;
}

/**
 * Returns the same as {@link locateAll} when all of `documents` are in `list`. Unless `list` is much longer
 * than `documents`, takes less time than {@link locateAll}. The next call of either function overwrites the
 * result.
 */
export function locatePresent(documents: Uint32Array, list: Uint32Array): Int32Array {
  const found = allocate(documents.length);
  if (list.length > documents.length * GALLOP_RATIO) return locateGalloping(documents, list, found);
  const position = writePositions(list, documents);
  for (let i = 0; i < documents.length; i++) found[i] = position[documents[i]];
  return found;
}

function locateGalloping(documents: Uint32Array, list: Uint32Array, found: Int32Array): Int32Array {
  found.fill(NOT_FOUND);
  let position = 0;
  for (let i = 0; i < documents.length; i++) {
    const document = documents[i];
    position = gallop(list, document, position);
    if (position === list.length) break;
    if (list[position] === document) found[i] = position;
  }
  return found;
}

function allocate(size: number): Int32Array {
  if (located.length < size) located = new Int32Array(size);
  return located.subarray(0, size);
}

/**
 * Returns an array in which element `d` is the position of document `d` in `list`. The element of a
 * document that is not in `list` is arbitrary. The array is long enough to look up every document of
 * `others`.
 */
function writePositions(list: Uint32Array, others: Uint32Array): Uint32Array {
  const size = Math.max(list.at(-1) ?? 0, others.at(-1) ?? 0) + 1;
  if (positions.length < size) positions = new Uint32Array(size);
  const written = positions;
  for (let i = 0; i < list.length; i++) written[list[i]] = i;
  return written;
}
