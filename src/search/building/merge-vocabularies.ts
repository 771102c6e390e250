import { decodeTerm } from '../vocabulary/term-codec.js';
import type { Segment } from './segment.js';

/** The terms of all segments, each once, ascending by code unit. */
export interface MergedVocabularies {
  readonly terms: readonly string[];
  /** Per segment, the merged number of each of its terms. */
  readonly termsOfSegments: readonly Uint32Array[];
}

/**
 * Merges the sorted terms of segments, always taking the least that any of them has next. Of the
 * terms that segments share, one copy is in memory at a time. O(terms * log segments).
 */
export function mergeVocabularies(segments: readonly Segment[]): MergedVocabularies {
  const terms: string[] = [];
  const termsOfSegments = segments.map(
    ({ termOffsets }) => new Uint32Array(termOffsets.length - 1),
  );
  const taken = new Uint32Array(segments.length);
  const termAt = ({ termUnits, termOffsets }: Segment, place: number) =>
    decodeTerm(termUnits, termOffsets[place], termOffsets[place + 1]);

  /** Segments with terms left, as a heap by the next term of each. */
  const heap = [...segments.keys()].filter((segment) => termsOfSegments[segment].length > 0);
  const next = segments.map((segment, i) =>
    termsOfSegments[i].length > 0 ? termAt(segment, 0) : '',
  );
  heap.sort((a, b) => (next[a] < next[b] ? -1 : 1));

  while (heap.length > 0) {
    const segment = heap[0];
    if (terms.length === 0 || terms[terms.length - 1] !== next[segment]) terms.push(next[segment]);
    termsOfSegments[segment][taken[segment]++] = terms.length - 1;
    if (taken[segment] < termsOfSegments[segment].length) {
      next[segment] = termAt(segments[segment], taken[segment]);
    } else {
      heap[0] = heap[heap.length - 1];
      heap.pop();
    }
    siftDown(heap, next);
  }
  return { terms, termsOfSegments };
}

/** Moves the first of a heap to where no segment behind it has a lesser term. */
function siftDown(heap: number[], next: readonly string[]): void {
  const moved = heap[0];
  let at = 0;
  for (let child = 1; child < heap.length; child = 2 * at + 1) {
    if (child + 1 < heap.length && next[heap[child + 1]] < next[heap[child]]) child++;
    if (next[moved] <= next[heap[child]]) break;
    heap[at] = heap[child];
    at = child;
  }
  if (heap.length > 0) heap[at] = moved;
}
