import { gallop } from '../../base/binary-search.js';
import { GALLOP_RATIO } from './document-sets.js';

/** The position of a document that is not in a list. All bits of this number are set. */
export const NOT_FOUND = -1;

/**
 * Writes to `positions[i]` the position of `documents[i]` in `list`, or {@link NOT_FOUND}.
 *
 * @param documents ascending, without duplicates
 * @param list ascending, without duplicates
 * @param positions At least as long as `documents`. Default: a new array of this length.
 * @returns `positions`
 */
export function locateAll(
  documents: Uint32Array,
  list: Uint32Array,
  positions: Int32Array = new Int32Array(documents.length),
): Int32Array {
  let position = 0;
  if (list.length > documents.length * GALLOP_RATIO) {
    for (let i = 0; i < documents.length; i++) {
      position = gallop(list, documents[i], position);
      positions[i] = list[position] === documents[i] ? position : NOT_FOUND;
    }
  } else if (documents.length > list.length * GALLOP_RATIO) {
    positions.fill(NOT_FOUND, 0, documents.length);
    for (let i = 0; position < list.length; position++) {
      i = gallop(documents, list[position], i);
      if (documents[i] === list[position]) positions[i] = position;
    }
  } else {
    for (let i = 0; i < documents.length; i++) {
      while (position < list.length && list[position] < documents[i]) position++;
      positions[i] = list[position] === documents[i] ? position : NOT_FOUND;
    }
  }
  return positions;
}
