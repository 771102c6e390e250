/*
 * Keeps the best of many documents or values: by score, without computing most scores, or by a sort order, with one document
 * of each group, such as one edition of a work.
 */

import { lowerBound } from '../base/binary-search.js';
import { countBits, intersect, locateAll } from './postings/document-sets.js';

/** Groups of documents for field collapsing. Each document is in one group. */
export interface DocumentGroups {
  /** By document: the ordinal of its group, less than the number of documents. */
  readonly ords: Uint32Array;
  /** The documents of groups with several documents, ascending. */
  readonly members: Uint32Array;
}

/**
 * Creates groups of documents, for `TopOptions.groups`.
 *
 * @param ords by document: the ordinal of its group, less than the number of documents. Must not change afterwards
 * @example createDocumentGroups(Uint32Array.of(0, 1, 0)) // documents 0 and 2 are in one group
 */
export function createDocumentGroups(ords: Uint32Array): DocumentGroups {
  return { ords, members: findGroupMembers(ords) };
}

/** With more documents per member of a group, {@link countGroups} reads only the members. */
const MIN_DOCUMENTS_PER_MEMBER = 4;

/** Returns the documents of groups with several documents, ascending. */
export function findGroupMembers(ords: Uint32Array): Uint32Array<ArrayBuffer> {
  /** By group: the number of its documents, up to 2. */
  const counts = new Uint8Array(ords.length);
  for (let document = 0; document < ords.length; document++) {
    const ord = ords[document];
    if (counts[ord] < 2) counts[ord]++;
  }
  const members = new Uint32Array(ords.length);
  let count = 0;
  for (let document = 0; document < ords.length; document++) {
    members[count] = document;
    count += counts[ords[document]] >> 1;
  }
  return members.slice(0, count);
}

/**
 * Returns the number of groups that documents are in.
 *
 * @param documents ascending, without duplicates
 * @remarks O(documents) time. Fast if few documents of the index are in groups with several documents.
 * @example countGroups(matches.documents, works) // the number of works among the matches
 */
export function countGroups(documents: Uint32Array, groups: DocumentGroups): number {
  const { ords, members } = groups;
  const isIntersected = members.length * MIN_DOCUMENTS_PER_MEMBER <= documents.length;
  const grouped = isIntersected ? intersect(members, documents) : documents;
  const marked = markGroups(grouped, ords);
  let count = documents.length - grouped.length;
  for (let i = 0; i < marked.length; i++) count += countBits(marked[i]);
  return count;
}

/**
 * Returns, for each of some documents, the documents of its group, ascending.
 *
 * @param documents the documents to choose from, such as all matches; ascending, without duplicates
 * @param chosen some of `documents`, at most one of each group
 * @remarks O(documents of groups with several documents) time.
 */
export function documentsOfGroups(
  documents: Uint32Array,
  groups: DocumentGroups,
  chosen: Uint32Array,
): number[][] {
  const { ords, members } = groups;
  const marked = markGroups(chosen, ords);
  const found = new Map<number, number[]>();
  for (let i = 0; i < members.length; i++) {
    const document = members[i];
    const ord = ords[document];
    if (((marked[ord >>> 5] >>> ord) & 1) === 0) continue;
    if (documents[lowerBound(documents, document)] !== document) continue;
    const ofGroup = found.get(ord);
    if (ofGroup === undefined) found.set(ord, [document]);
    else ofGroup.push(document);
  }
  return Array.from(chosen, (document) => found.get(ords[document]) ?? [document]);
}

/** Returns the documents whose group contains none of `others`, in the order of `documents`. */
export function withoutGroupsOf(
  documents: Uint32Array,
  { ords }: DocumentGroups,
  others: Uint32Array,
): Uint32Array {
  const marked = markGroups(others, ords);
  const kept = new Uint32Array(documents.length);
  let count = 0;
  for (let i = 0; i < documents.length; i++) {
    const ord = ords[documents[i]];
    kept[count] = documents[i];
    count += (~marked[ord >>> 5] >>> ord) & 1;
  }
  return kept.subarray(0, count);
}

/** Returns the groups of documents as bits: bit `g & 31` of element `g >>> 5` is set for group `g`. */
function markGroups(documents: Uint32Array, ords: Uint32Array): Uint32Array {
  const marked = new Uint32Array((ords.length + 31) >>> 5);
  for (let i = 0; i < documents.length; i++) {
    const ord = ords[documents[i]];
    marked[ord >>> 5] |= 1 << ord;
  }
  return marked;
}

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
 * The only top-k structure. It serves `sort=relevancy` (`topByScore` below), the other sort orders (`topByRank` below), the
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

/** Factors on the scores of all documents, applied when documents are ranked. */
export interface ScoreBoosts {
  /**
   * By document: a factor of at least 0.
   *
   * @internal
   */
  readonly values: Float32Array;
}

/**
 * Creates boosts for {@link TopOptions.boosts}.
 *
 * @param values by document: a factor of at least 0
 */
export function createScoreBoosts(values: Float32Array): ScoreBoosts {
  return { values };
}

/** Options of `Matches.top`. */
export interface TopOptions {
  /** The number of best documents to skip, a whole number from 0. Default: 0. */
  readonly from?: number;
  /** Factors on the scores of all documents. Default: no boosts. */
  readonly boosts?: ScoreBoosts | undefined;
  /**
   * By document: a further factor on the score, at least 0. Documents that do not match are ignored.
   * Default: no boosts.
   */
  readonly documentBoosts?: ReadonlyMap<number, number> | undefined;
  /**
   * The groups of documents of which only the best is returned: field collapsing. {@link from} and the maximum number of
   * results count groups. Default: every document is returned.
   */
  readonly groups?: DocumentGroups | undefined;
}

/** Computes the scores of documents. The documents are ascending and match a query. */
export interface DocumentScorer {
  /** The score of every document. Undefined when scores differ or must be computed. */
  readonly constantScore: number | undefined;
  /** Returns the score of each document, in an array that the caller may modify. */
  scores(documents: Uint32Array): Float64Array;
  /**
   * Runs `work` with a score upper bound of each document, in an array that `work` may modify. A bound is a
   * 32-bit float, so rounding can make the bound slightly lower than the score.
   */
  withMaxScores<Result>(documents: Uint32Array, work: (maxScores: Float32Array) => Result): Result;
}

/** Below this many documents, every document is scored. */
const MIN_DOCUMENTS_TO_PRUNE = 10_000;
/** Below this many documents per requested or skipped document, every document is scored. */
const MIN_DOCUMENTS_PER_RESULT = 16;
/**
 * At least this many documents are scored before the others: the documents with the highest maximum scores.
 * Their scores are usually high enough to rule out most other documents.
 */
const MIN_SCORED_FIRST = 256;
/**
 * The size of the first batch in which the other documents that can be among the best are scored. Each batch is twice
 * as large as the one before, because some matchers read their whole posting lists once per batch.
 */
export const FIRST_BATCH_SIZE = 2048;
/** A factor on maximum scores, which are 32-bit floats and can be rounded below the scores. */
const ROUNDING_SLACK = 1 + 1e-5;
/**
 * While the lowest of the best scores is at most this number, every document is scored, because a maximum
 * score may have been rounded to 0.
 */
const MIN_THRESHOLD = 1e-30;

/** The number of documents with a constant score that are ranked at a time, because all documents may match. */
const CONSTANT_BATCH_SIZE = 4096;

/**
 * Returns the best `k` documents after the first {@link TopOptions.from}, best first. Documents with equal
 * scores are in document order.
 *
 * When there are many documents, most of the documents that cannot be among the best are not scored. A search for `the` in
 * 100,000 titles would otherwise take a fifth longer.
 *
 * @param k a whole number; 0 or less returns no documents
 * @remarks O(documents + k × log k) time, in addition to the time of the scorer.
 */
export function topByScore(
  scorer: DocumentScorer,
  documents: Uint32Array,
  k: number,
  { from = 0, boosts, documentBoosts, groups }: TopOptions,
): ScoredDocument[] {
  const end = Math.min(from + k, documents.length);
  if (k <= 0 || from >= end) return [];
  const isConstant = scorer.constantScore !== undefined;
  const prunes =
    !isConstant &&
    documents.length >= MIN_DOCUMENTS_TO_PRUNE &&
    end * MIN_DOCUMENTS_PER_RESULT <= documents.length;
  const topK = new TopK(end, documents.length, groups);
  const ranking = new Ranking(scorer, documents, topK, boosts?.values, documentBoosts);
  if (prunes) {
    scorer.withMaxScores(documents, (maxScores) => ranking.offerCompetitive(maxScores));
  } else {
    const size = isConstant ? CONSTANT_BATCH_SIZE : documents.length;
    for (let at = 0; at < documents.length; at += size) {
      ranking.offer(size < documents.length ? documents.subarray(at, at + size) : documents);
    }
  }
  return topK.page(from);
}

/** Scores documents and offers them to a {@link TopK}. */
class Ranking {
  /** The documents with a factor in `documentBoosts`, ascending. */
  private readonly boosted: Uint32Array;

  constructor(
    private readonly scorer: DocumentScorer,
    private readonly documents: Uint32Array,
    private readonly topK: TopK,
    private readonly boosts: Float32Array | undefined,
    private readonly documentBoosts: ReadonlyMap<number, number> = new Map(),
  ) {
    this.boosted = Uint32Array.from(documentBoosts.keys()).sort();
  }

  /** Scores and offers some of the documents, which are ascending. */
  offer(documents: Uint32Array): void {
    const { topK, boosts, scorer } = this;
    const scores =
      scorer.constantScore === undefined
        ? scorer.scores(documents)
        : new Float64Array(documents.length).fill(scorer.constantScore);
    this.boost(documents, scores);
    let { threshold } = topK;
    for (let i = 0; i < documents.length; i++) {
      const document = documents[i];
      const score = boosts === undefined ? scores[i] : scores[i] * boosts[document];
      // `TopK.offer` also rejects these documents, but the call takes longer than this check.
      if (score < threshold) continue;
      topK.offer(document, score);
      threshold = topK.threshold;
    }
  }

  /**
   * Scores and offers the documents with the highest maximum scores, then the other documents that can still be among
   * the best. Modifies `maxScores`.
   *
   * @param maxScores parallel to the documents
   */
  offerCompetitive(maxScores: Float32Array): void {
    const { boosts, documents } = this;
    this.boost(documents, maxScores);
    for (let i = 0; boosts !== undefined && i < maxScores.length; i++) {
      maxScores[i] *= boosts[documents[i]];
    }
    const first = positionsOfHighest(maxScores, Math.max(MIN_SCORED_FIRST, 2 * this.topK.size));
    let minMaxScore = this.offerPositions(first) / ROUNDING_SLACK;
    for (const position of first) maxScores[position] = Number.NaN;
    let batch = new Uint32Array(FIRST_BATCH_SIZE);
    let batchLength = 0;
    for (let i = 0; i < maxScores.length; i++) {
      if (!(maxScores[i] >= minMaxScore)) continue;
      batch[batchLength++] = i;
      if (batchLength < batch.length) continue;
      minMaxScore = this.offerPositions(batch) / ROUNDING_SLACK;
      batch = new Uint32Array(Math.min(2 * batch.length, maxScores.length - i - 1));
      batchLength = 0;
    }
    this.offerPositions(batch.subarray(0, batchLength));
  }

  /**
   * Scores and offers the documents at some positions.
   *
   * @returns the threshold of the {@link TopK}: a document with a lower score is not among the best. Returns
   *   -Infinity when the threshold is at most {@link MIN_THRESHOLD}.
   */
  private offerPositions(positions: Uint32Array): number {
    this.offer(positions.map((position) => this.documents[position]));
    this.topK.updateThreshold();
    const { threshold } = this.topK;
    return threshold > MIN_THRESHOLD ? threshold : Number.NEGATIVE_INFINITY;
  }

  /** Multiplies the scores, or the maximum scores, of documents by the factors in `documentBoosts`. */
  private boost(documents: Uint32Array, scores: Float64Array | Float32Array): void {
    if (this.boosted.length === 0) return;
    const boosted = intersect(this.boosted, documents);
    const positions = locateAll(boosted, documents);
    for (let i = 0; i < boosted.length; i++) {
      scores[positions[i]] *= this.documentBoosts.get(boosted[i]) ?? 1;
    }
  }
}

/** Returns the positions of the `count` highest maximum scores, ascending. Skips NaN. */
function positionsOfHighest(maxScores: Float32Array, count: number): Uint32Array {
  const highest = new TopK(count, maxScores.length);
  let { threshold } = highest;
  for (let i = 0; i < maxScores.length; i++) {
    if (!(maxScores[i] > threshold)) continue;
    highest.offer(i, maxScores[i]);
    threshold = highest.threshold;
  }
  return highest.sorted().documents.slice().sort();
}
