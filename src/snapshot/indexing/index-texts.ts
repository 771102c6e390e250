import { buildSegment, type FieldTexts, type Segment } from '../../search/index.js';

/** The default maximum number of titles in a segment, a part of the index that is built separately. */
export const SEGMENT_SIZE = 5000;

/**
 * The number of UTF-16 code units of text at which a segment is complete, even with fewer titles than the
 * maximum. Building a segment takes about 30 bytes of memory per code unit, or up to 200 if every word is different.
 */
export const SEGMENT_CHARACTERS = 1 << 21;

/** The texts of the titles of a segment. */
export interface SegmentTexts {
  readonly texts: readonly FieldTexts[];
  /** The names of all fields of the search index. */
  readonly fields: readonly string[];
}

/** Indexes the texts of titles as one segment. */
export function indexTexts({ texts, fields }: SegmentTexts): Segment {
  return buildSegment(texts, { fields });
}

/** Collects the texts of titles up to the size of a segment. */
export interface TextBatch {
  add(texts: Readonly<Record<string, readonly string[]>>): void;
  /** Returns whether the texts are enough for a segment. */
  isFull(): boolean;
  /** Returns the collected texts, and removes them from the batch. */
  take(): SegmentTexts;
}

/**
 * Creates an empty batch.
 *
 * @param segmentSize the maximum number of titles in a segment
 * @param fields the names of all fields of the search index
 */
export function createTextBatch(segmentSize: number, fields: readonly string[]): TextBatch {
  let batch: FieldTexts[] = [];
  let characters = 0;
  return {
    add(texts) {
      batch.push(texts);
      for (const values of Object.values(texts)) {
        for (const value of values) characters += value.length;
      }
    },
    isFull: () => batch.length >= segmentSize || characters >= SEGMENT_CHARACTERS,
    take() {
      const taken = batch;
      batch = [];
      characters = 0;
      return { texts: taken, fields };
    },
  };
}
