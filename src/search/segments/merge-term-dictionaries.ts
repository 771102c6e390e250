import { decodeTerm } from '../dictionary/term-dictionary.js';
import { partitionPointNear } from '../structures/binary-search.js';
import { GrowableArray } from '../structures/growable-array.js';
import { sumCounts } from '../structures/prefix-sums.js';
import type { Segment } from './segment.js';

type TermsOfSegment = Pick<Segment, 'termOffsets' | 'termUnits'>;

/** The merged term dictionary, and the mappings from the terms of the segments. */
export interface MergedTermDictionary {
  /**
   * The range of each term in {@link termUnits}. The terms are the distinct terms of all segments, ascending by UTF-16
   * code unit.
   */
  readonly termOffsets: Uint32Array;
  /** The UTF-16 code units of all terms, concatenated. */
  readonly termUnits: Uint16Array;
  /** For each segment, an array that maps the terms of the segment to merged terms. */
  readonly termsOfSegments: readonly Uint32Array[];
}

/**
 * Merges the sorted term dictionaries of segments with a heap. O(terms of all segments × log segments). Of each segment,
 * only the next term is a string in V8's heap.
 *
 * @throws RangeError when the terms have more code units than a 32-bit offset can number
 */
export function mergeTermDictionaries(merging: readonly Segment[]): MergedTermDictionary {
  const segments = merging.map(({ termOffsets, termUnits }) => ({ termOffsets, termUnits }));
  const lengths = new GrowableArray();
  lengths.push(0);
  let units = new Uint16Array(1024);
  let end = 0;
  let latest: string | undefined;
  const reserve = (length: number) => {
    if (end + length <= units.length) return;
    const grown = new Uint16Array(2 * units.length + length);
    grown.set(units.subarray(0, end));
    units = grown;
  };
  const addTerm = (term: string) => {
    reserve(term.length);
    for (let i = 0; i < term.length; i++) units[end++] = term.charCodeAt(i);
    lengths.push(term.length);
    latest = term;
  };
  const termsOfSegments = segments.map(
    ({ termOffsets }) => new Uint32Array(termOffsets.length - 1),
  );
  /** For each segment, the number of terms that have been merged. */
  const merged = new Uint32Array(segments.length);
  const termAt = ({ termUnits, termOffsets }: TermsOfSegment, term: number) =>
    decodeTerm(termUnits, termOffsets[term], termOffsets[term + 1]);

  /** Adds the next terms of a segment up to `last`, none of which is in another segment. Does not decode them. */
  const addRun = (segment: number, last: number) => {
    const { termOffsets, termUnits } = segments[segment];
    const run = termUnits.subarray(termOffsets[merged[segment]], termOffsets[last]);
    reserve(run.length);
    units.set(run, end);
    end += run.length;
    for (let term = merged[segment]; term < last; term++) {
      lengths.push(termOffsets[term + 1] - termOffsets[term]);
      termsOfSegments[segment][term] = lengths.length - 2;
    }
    merged[segment] = last;
    latest = undefined;
  };

  /** A heap of the segments that have unmerged terms, ordered by their next term. */
  const heap = [...segments.keys()].filter((segment) => termsOfSegments[segment].length > 0);
  /** For each segment, its next unmerged term. */
  const next = segments.map((segment, i) =>
    termsOfSegments[i].length > 0 ? termAt(segment, 0) : '',
  );
  heap.sort((a, b) => (next[a] < next[b] ? -1 : 1));

  while (heap.length > 0) {
    const segment = heap[0];
    if (latest !== next[segment]) addTerm(next[segment]);
    termsOfSegments[segment][merged[segment]++] = lengths.length - 2;
    const { length } = termsOfSegments[segment];
    if (merged[segment] < length) {
      next[segment] = termAt(segments[segment], merged[segment]);
      const isFirst = (term: string) =>
        !(heap.length > 1 && next[heap[1]] <= term) && !(heap.length > 2 && next[heap[2]] <= term);
      if (isFirst(next[segment])) {
        const from = merged[segment] + 1;
        const isTermFirst = (term: number) => isFirst(termAt(segments[segment], term));
        addRun(segment, partitionPointNear(from, length, from, isTermFirst));
        if (merged[segment] < length) next[segment] = termAt(segments[segment], merged[segment]);
      }
    }
    if (merged[segment] === length) {
      heap[0] = heap[heap.length - 1];
      heap.pop();
    }
    siftDown(heap, next);
  }
  const termOffsets = sumCounts(lengths.toArray(), 'code units in terms');
  return { termOffsets, termUnits: units.slice(0, end), termsOfSegments };
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
