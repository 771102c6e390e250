import type { Matches } from '../matches.js';

/** A document and the score it was ranked by. */
export interface ScoredDocument {
  readonly document: number;
  readonly score: number;
}

/**
 * The best `k` matches, best first; equal scores in document order.
 *
 * @param factors per document, a factor on its score; without it, scores count as they are
 * @remarks O(matches + those that enter the heap × log k) time, O(k) memory.
 */
export function topByScore(matches: Matches, k: number, factors?: Float32Array): ScoredDocument[] {
  const { documents } = matches;
  const size = Math.min(k, documents.length);
  if (size <= 0) return [];
  const scores = matches.scores();
  const heap: ScoredDocument[] = [];
  for (let i = 0; i < documents.length; i++) {
    const document = documents[i];
    const score = scores[i] * (factors === undefined ? 1 : factors[document]);
    if (heap.length < size) {
      heap.push({ document, score });
      siftUp(heap, heap.length - 1);
    } else if (score > heap[0].score) {
      heap[0] = { document, score };
      siftDown(heap);
    }
  }
  return heap.sort((a, b) => b.score - a.score || a.document - b.document);
}

/** Whether `a` ranks behind `b`. */
function isWorse(a: ScoredDocument, b: ScoredDocument): boolean {
  return a.score < b.score || (a.score === b.score && a.document > b.document);
}

function siftUp(heap: ScoredDocument[], from: number): void {
  const moved = heap[from];
  let at = from;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (!isWorse(moved, heap[parent])) break;
    heap[at] = heap[parent];
    at = parent;
  }
  heap[at] = moved;
}

function siftDown(heap: ScoredDocument[]): void {
  const moved = heap[0];
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && isWorse(heap[child + 1], heap[child])) {
      child++;
    }
    if (!isWorse(heap[child], moved)) break;
    heap[at] = heap[child];
    at = child;
  }
  heap[at] = moved;
}
