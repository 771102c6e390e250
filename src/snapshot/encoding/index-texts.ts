import { SEARCH_FIELDS } from '../../catalog/search-fields.js';
import { buildSegment, type FieldTexts, type Segment } from '../../search/index.js';

/** The default maximum number of titles in a segment. */
export const SEGMENT_SIZE = 5000;

/**
 * The number of characters at which a segment is complete, even with fewer than {@link SEGMENT_SIZE} titles.
 * Building a segment takes about 30 bytes of memory per character, or up to 200 if every word is different.
 */
export const SEGMENT_CHARACTERS = 1 << 21;

/** Indexes the texts of titles as one segment. */
export function indexTexts(texts: readonly FieldTexts[]): Segment {
  return buildSegment(texts, { fields: SEARCH_FIELDS });
}
