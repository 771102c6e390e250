import { SEARCH_FIELDS } from '../catalog/search-fields.js';
import { buildSegment, type FieldTexts } from '../search/building/build-segment.js';
import type { Segment } from '../search/building/segment.js';

/** How many titles are handed over to be indexed at a time, unless told otherwise. */
export const BATCH_SIZE = 5000;

/**
 * How many characters are handed over at a time: when there are as many, no title is added to them. A
 * character takes some 30 bytes while it is indexed, and 200 where no word comes twice.
 */
export const BATCH_CHARACTERS = 1 << 21;

/** Indexes the texts of a batch of titles. */
export function indexTexts(texts: readonly FieldTexts[]): Segment {
  return buildSegment(texts, { fields: SEARCH_FIELDS });
}
