import type { Segment } from '../../search/index.js';
import { createTextBatch, indexTexts, SEGMENT_SIZE, type SegmentTexts } from './index-texts.js';
import { type IndexingThreads, NO_THREADS, type SentTexts } from './indexing-thread.js';

/** Options of {@link createIndexer}. */
export interface IndexerOptions {
  /** The maximum number of titles in a segment, at least 1. Default: 5000. */
  readonly segmentSize?: number | undefined;
  /** Threads that index segments while the calling thread goes on. Default: none. */
  readonly threads?: IndexingThreads | undefined;
  /** Returns a segment with the same content, which needs less memory. Default: segments are in memory. */
  readonly store?: ((segment: Segment) => Segment) | undefined;
}

/** Indexes the texts of titles in segments. The number of threads does not change the segments. */
export interface Indexer {
  /** Adds the texts of a title by the names of fields. The first full segment starts a thread. */
  add(texts: Readonly<Record<string, readonly string[]>>): void;
  /**
   * Ends the last segment. Must be called after all titles are added.
   *
   * @returns The segments, in the order of the titles. The iteration waits for the threads.
   */
  finish(): Iterable<Segment>;
}

/**
 * Creates an indexer.
 *
 * @param fields the names of all fields of the search index
 */
export function createIndexer(
  fields: readonly string[],
  {
    segmentSize = SEGMENT_SIZE,
    threads = NO_THREADS,
    store = (segment) => segment,
  }: IndexerOptions = {},
): Indexer {
  const batch = createTextBatch(segmentSize, fields);
  const segments: (Segment | SentTexts)[] = [];

  function index(texts: SegmentTexts): void {
    segments.push(threads.send(texts) ?? store(indexTexts(texts)));
  }

  /** Removes each segment, so that its memory can be freed, and yields it. */
  function* takeSegments(): Generator<Segment> {
    for (let next = segments.shift(); next !== undefined; next = segments.shift()) {
      yield 'take' in next ? next.take() : next;
    }
  }

  return {
    add(texts) {
      batch.add(texts);
      if (!batch.isFull()) return;
      for (const [i, segment] of segments.entries()) {
        const received = 'receive' in segment ? segment.receive() : undefined;
        if (received !== undefined) segments[i] = store(received);
      }
      threads.start();
      index(batch.take());
    },
    finish() {
      index(batch.take());
      return takeSegments();
    },
  };
}
