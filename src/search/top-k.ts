/*
 * Keeps the best of many documents or values, and ranks documents by a sort order.
 */

import type { DocumentGroups } from './columns/document-groups.js';

/** Ranges of at most this many documents are sorted by insertion. */
const MAX_INSERTED = 32;

/** A document and the score that it was ranked by. */
export interface ScoredDocument {
  readonly document: number;
  readonly score: number;
}

/**
 * Keeps the `size` best of the documents that are offered. The numbers can also identify other things, such as the
 * ordinals of values that are ranked by their counts. A document with a higher score is better.
 * If two documents have equal scores, the one with the lower number is better. With groups, keeps the `size` best
 * groups, each with its best document.
 *
 * Uses a buffer of up to `2 * size + 64` documents instead of a heap. When the buffer is full, all
 * but the `size` best are discarded. O(1) per document on average.
 *
 * The only top-k structure. It serves `sort=relevancy` (`top-by-score.ts`), the other sort orders (`topByRank` below), the
 * values of `metadata=1` (`facets/`), and suggestions. With groups, it serves pages that list each work once.
 */
export class TopK {
  private readonly documents: Uint32Array;
  private readonly scores: Float64Array;
  private length = 0;
  /** A document with a lower score is not among the `size` best. Never decreases. */
  threshold = Number.NEGATIVE_INFINITY;
  /**
   * A document with the score {@link threshold} and a higher number than `last` is not among the
   * `size` best.
   */
  private last = Number.POSITIVE_INFINITY;

  /**
   * @param size the number of documents to keep, a whole number from 0
   * @param maxOffers the maximum number of documents that will be offered
   * @param groups the groups of documents of which only the best is kept. Default: every document is kept.
   */
  constructor(
    readonly size: number,
    maxOffers: number,
    private readonly groups?: DocumentGroups | undefined,
  ) {
    const capacity = Math.max(1, Math.min(maxOffers, 2 * size + 64));
    this.documents = new Uint32Array(capacity);
    this.scores = new Float64Array(capacity);
  }

  /** Offers a document. Offer documents in any order, each once. The score must not be NaN. */
  offer(document: number, score: number): void {
    if (this.isNotCompetitive(document, score)) return;
    if (this.length === this.scores.length) {
      this.discardWorst();
      if (this.isNotCompetitive(document, score)) return;
    }
    this.documents[this.length] = document;
    this.scores[this.length] = score;
    this.length++;
  }

  /**
   * Raises {@link threshold} to the lowest of the `size` best scores so far. Does nothing until `size`
   * documents, or documents of `size` groups, have been offered. O(size) on average.
   */
  updateThreshold(): void {
    if (this.length >= this.size) this.discardWorst();
  }

  /** Returns the `size` best documents except the first `from`, best first, each with its score. */
  page(from: number): ScoredDocument[] {
    const { documents, scores } = this.sorted(from);
    return Array.from(documents, (document, i) => ({ document, score: scores[i] }));
  }

  /** Does the same as {@link page}. The arrays are views of internal arrays. */
  sorted(from = 0): { readonly documents: Uint32Array; readonly scores: Float64Array } {
    this.collapse();
    const { documents, scores } = this;
    const end = Math.min(this.size, this.length);
    this.partition(0, this.length, end);
    this.partition(0, end, from);
    this.sort(from, end);
    return { documents: documents.subarray(from, end), scores: scores.subarray(from, end) };
  }

  private isNotCompetitive(document: number, score: number): boolean {
    return score < this.threshold || (score === this.threshold && document > this.last);
  }

  /** Discards all but the `size` best. With groups, first discards all but the best document of each group. */
  private discardWorst(): void {
    const { documents, scores, size } = this;
    this.collapse();
    if (this.length < size) return;
    this.partition(0, this.length, size);
    this.length = size;
    let worst = 0;
    for (let i = 1; i < size; i++) {
      const isWorse = scores[i] < scores[worst];
      if (isWorse || (scores[i] === scores[worst] && documents[i] > documents[worst])) worst = i;
    }
    this.threshold = scores[worst];
    this.last = documents[worst];
  }

  /** Discards all but the best document of each group. */
  private collapse(): void {
    const { groups, documents, scores } = this;
    if (groups === undefined) return;
    const positions = new Map<number, number>();
    let kept = 0;
    for (let i = 0; i < this.length; i++) {
      const group = groups.ords[documents[i]];
      const known = positions.get(group);
      const isBetter =
        known === undefined ||
        scores[i] > scores[known] ||
        (scores[i] === scores[known] && documents[i] < documents[known]);
      if (!isBetter) continue;
      const at = known ?? kept++;
      positions.set(group, at);
      documents[at] = documents[i];
      scores[at] = scores[i];
    }
    this.length = kept;
  }

  /**
   * Sorts the range `[start, end)` of the buffer, the best first. With a sort of indexes by a comparator, a search with
   * `metadata=1` takes a tenth longer, because each facet is sorted.
   */
  private sort(start: number, end: number): void {
    const { documents, scores } = this;
    if (end - start > MAX_INSERTED) {
      const middle = (start + end) >>> 1;
      this.partition(start, end, middle);
      this.sort(start, middle);
      this.sort(middle, end);
      return;
    }
    for (let i = start + 1; i < end; i++) {
      const score = scores[i];
      const document = documents[i];
      let at = i;
      for (; at > start; at--) {
        const before = scores[at - 1];
        if (before > score || (before === score && documents[at - 1] < document)) break;
        scores[at] = before;
        documents[at] = documents[at - 1];
      }
      scores[at] = score;
      documents[at] = document;
    }
  }

  /**
   * Reorders the range `[start, end)` of the buffer (quickselect), so that every document before
   * index `count` is better than every document from index `count` on. O(end - start) on average.
   */
  private partition(start: number, end: number, count: number): void {
    const { documents, scores } = this;
    let low = start;
    let high = end - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const score = scores[middle];
      const document = documents[middle];
      let i = low;
      let j = high;
      while (i <= j) {
        while (scores[i] > score || (scores[i] === score && documents[i] < document)) i++;
        while (scores[j] < score || (scores[j] === score && documents[j] > document)) j--;
        if (i > j) break;
        this.swap(i++, j--);
      }
      if (count <= j) high = j;
      else if (count > i) low = i;
      else return;
    }
  }

  private swap(i: number, j: number): void {
    const document = this.documents[i];
    const score = this.scores[i];
    this.documents[i] = this.documents[j];
    this.scores[i] = this.scores[j];
    this.documents[j] = document;
    this.scores[j] = score;
  }
}

/**
 * Returns the `size` matches after the first `from`, by ascending sort rank, as for `sort=title`. Computes no scores.
 *
 * @param ranks by document: its position in the sort order, from 0
 * @param from the number of matches to skip, a whole number from 0
 * @param size the number of matches to return, a whole number; 0 or less returns none
 * @param groups the groups of documents of which only the first match counts. Default: every match counts.
 * @remarks O(matches + size × log size) time. O(size) memory for the first pages, O(matches) for later pages.
 * @example topByRank(matches, ranks, 20, 10) // the third page of ten
 */
export function topByRank(
  matches: { readonly documents: Uint32Array },
  ranks: Uint32Array,
  from: number,
  size: number,
  groups?: DocumentGroups,
): number[] {
  const { documents } = matches;
  const end = Math.min(from + size, documents.length);
  if (size <= 0 || from >= end) return [];
  const topK = new TopK(end, documents.length, groups);
  let { threshold } = topK;
  for (let i = 0; i < documents.length; i++) {
    const document = documents[i];
    const score = -ranks[document];
    if (score <= threshold) continue;
    topK.offer(document, score);
    threshold = topK.threshold;
  }
  return topK.page(from).map(({ document }) => document);
}
