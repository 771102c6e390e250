import { gallop } from '../structures/binary-search.js';
import { GALLOP_RATIO, markDocuments } from './document-sets.js';

/** The result for a document that a list does not contain. All bits of this number are set. */
export const NOT_FOUND = -1;

/** Working memory of {@link writePositions}, reused by every call. */
let positions = new Uint32Array(0);
/** The memory of the results, reused by every call. */
let located = new Int32Array(0);

/**
 * Returns the position in `list` of each document of `documents`, or {@link NOT_FOUND}. Both lists must
 * be ascending. The next call of this function or of {@link locatePresent} overwrites the result.
 */
export function locateAll(documents: Uint32Array, list: Uint32Array): Int32Array {
  const found = allocate(documents.length);
  if (list.length > documents.length * GALLOP_RATIO) return locateGalloping(documents, list, found);
  const marked = markDocuments(list, documents);
  const position = writePositions(list, documents);
  for (let i = 0; i < documents.length; i++) {
    const document = documents[i];
    const isMarked = (marked[document >>> 5] >>> document) & 1;
    // The position, or NOT_FOUND: for an unmarked document, all bits of `isMarked - 1` are set.
    found[i] = position[document] | (isMarked - 1);
  }
  return found;
}

/** Does the same as {@link locateAll}, faster, for documents that are all in `list`. */
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
 * Returns the positions of the documents of `list`, indexed by document. The array is long enough to
 * look up every document of `others`. The elements of documents that are not in `list` are arbitrary.
 */
function writePositions(list: Uint32Array, others: Uint32Array): Uint32Array {
  const size = Math.max(list.at(-1) ?? 0, others.at(-1) ?? 0) + 1;
  if (positions.length < size) positions = new Uint32Array(size);
  const written = positions;
  for (let i = 0; i < list.length; i++) written[list[i]] = i;
  return written;
}
