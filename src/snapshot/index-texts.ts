import { SEARCH_FIELDS } from '../catalog/search-fields.js';
import { buildSegment, type FieldTexts } from '../search/building/build-segment.js';
import type { Segment } from '../search/building/segment.js';
import { sideBySide } from '../search/building/side-by-side.js';

/** How many titles are handed over to be indexed at a time, unless told otherwise. */
export const BATCH_SIZE = 5000;

/**
 * How many characters are handed over at a time: when there are as many, no title is added to them. A
 * character takes some 30 bytes while it is indexed, and 200 where no word comes twice.
 */
export const BATCH_CHARACTERS = 1 << 21;

/**
 * How many titles make a segment: 5 MB while it is indexed, so few that most of it never leaves V8's
 * space for young objects. Segments of 5000 take half as long again.
 */
const SEGMENT_SIZE = 500;

/** Indexes the texts of a batch of titles, as at least one segment. */
export function indexTexts(texts: readonly FieldTexts[]): Segment[] {
  const segments: Segment[] = [];
  let from = 0;
  do {
    const ofSegment = texts.slice(from, from + SEGMENT_SIZE);
    segments.push(buildSegment(ofSegment, { fields: SEARCH_FIELDS }));
    from += SEGMENT_SIZE;
  } while (from < texts.length);
  return sideBySide(segments);
}
