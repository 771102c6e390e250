import { SEARCH_FIELDS } from '../catalog/search-fields.js';
import { buildSegment, type FieldTexts } from '../search/building/build-segment.js';
import type { Segment } from '../search/building/segment.js';

/** How many titles make a segment, unless told otherwise. */
export const SEGMENT_SIZE = 5000;

/**
 * How many characters make one: when there are as many, no title is added to them. A character takes
 * some 30 bytes while it is indexed, and 200 where no word comes twice.
 */
export const SEGMENT_CHARACTERS = 1 << 21;

/** Indexes the texts of titles as one segment. */
export function indexTexts(texts: readonly FieldTexts[]): Segment {
  return buildSegment(texts, { fields: SEARCH_FIELDS });
}
