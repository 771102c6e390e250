import { decodeTerm } from '../dictionary/term-dictionary.js';
import type { Segment } from './segment.js';

/** The merged term dictionary, and the mappings from the terms of the segments. */
export interface MergedTermDictionary {
  /** The distinct terms of all segments, ascending by UTF-16 code unit. */
  readonly terms: readonly string[];
  /** For each segment, an array that maps the terms of the segment to indexes of {@link terms}. */
  readonly termsOfSegments: readonly Uint32Array[];
}

/**
 * Merges the sorted term dictionaries of segments with a heap. O(terms of all segments × log segments).
 */
export function mergeTermDictionaries(segments: readonly Segment[]): MergedTermDictionary {
  const terms: string[] = [];
  const termsOfSegments = segments.map(
    ({ termOffsets }) => new Uint32Array(termOffsets.length - 1),
  );
  /** For each segment, the number of terms that have been merged. */
  const merged = new Uint32Array(segments.length);
  const termAt = ({ termUnits, termOffsets }: Segment, term: number) =>
    decodeTerm(termUnits, termOffsets[term], termOffsets[term + 1]);

  /** A heap of the segments that have unmerged terms, ordered by their next term. */
  const heap = [...segments.keys()].filter((segment) => termsOfSegments[segment].length > 0);
  /** For each segment, its next unmerged term. */
  const next = segments.map((segment, i) =>
    termsOfSegments[i].length > 0 ? termAt(segment, 0) : '',
  );
  heap.sort((a, b) => (next[a] < next[b] ? -1 : 1));

  while (heap.length > 0) {
    const segment = heap[0];
    if (terms.length === 0 || terms[terms.length - 1] !== next[segment]) terms.push(next[segment]);
    termsOfSegments[segment][merged[segment]++] = terms.length - 1;
    if (merged[segment] < termsOfSegments[segment].length) {
      next[segment] = termAt(segments[segment], merged[segment]);
    } else {
      heap[0] = heap[heap.length - 1];
      heap.pop();
    }
    siftDown(heap, next);
  }
  return { terms, termsOfSegments };
}

/** Restores the heap order after the first segment of the heap or the next term of that segment has changed. */
function siftDown(heap: number[], next: readonly string[]): void {
  const segment = heap[0];
  let at = 0;
  for (let child = 1; child < heap.length; child = 2 * at + 1) {
    if (child + 1 < heap.length && next[heap[child + 1]] < next[heap[child]]) child++;
    if (next[segment] <= next[heap[child]]) break;
    heap[at] = heap[child];
    at = child;
  }
  if (heap.length > 0) heap[at] = segment;
}
