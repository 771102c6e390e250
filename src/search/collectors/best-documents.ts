/**
 * Keeps the best of the documents offered to it, higher scores first and equal scores in the order
 * of their numbers.
 *
 * Gathers up to twice as many as are wanted and, when that is full, throws the worse half out: O(1)
 * a document on average, and no heap to sift.
 */
export class BestDocuments {
  private readonly documents: Uint32Array;
  private readonly scores: Float64Array;
  private length = 0;
  /** No score below this can be among the best any more; it only rises. */
  threshold = Number.NEGATIVE_INFINITY;
  /** Nor can documents after this one with just that score. */
  private last = Number.POSITIVE_INFINITY;

  /**
   * @param size how many are wanted, at least 1
   * @param offers how many will be offered at most
   */
  constructor(
    private readonly size: number,
    offers: number,
  ) {
    const capacity = Math.max(1, Math.min(offers, 2 * size + 64));
    this.documents = new Uint32Array(capacity);
    this.scores = new Float64Array(capacity);
  }

  /** Documents may be offered in any order, each once. Their scores are not NaN. */
  offer(document: number, score: number): void {
    if (this.isTooLate(document, score)) return;
    if (this.length === this.scores.length) {
      this.discardWorst();
      if (this.isTooLate(document, score)) return;
    }
    this.documents[this.length] = document;
    this.scores[this.length] = score;
    this.length++;
  }

  /** Brings {@link threshold} to the worst of the best so far. O(size) at most times two. */
  settle(): void {
    if (this.length >= this.size) this.discardWorst();
  }

  /** The best documents without the first `from` of them, in order, each with its score. */
  page(from: number): { document: number; score: number }[] {
    const end = Math.min(this.size, this.length);
    if (from >= end) return [];
    this.partition(0, this.length, end);
    this.partition(0, end, from);
    return Array.from(this.documents.subarray(from, end), (document, i) => ({
      document,
      score: this.scores[from + i],
    })).sort((a, b) => b.score - a.score || a.document - b.document);
  }

  /** The best documents, ascending. */
  chosen(): Uint32Array {
    this.settle();
    return this.documents.slice(0, this.length).sort();
  }

  private isTooLate(document: number, score: number): boolean {
    return score < this.threshold || (score === this.threshold && document > this.last);
  }

  private discardWorst(): void {
    const { documents, scores, size } = this;
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

  /** Brings the best `count` of `[start, end)` before the others, in no order. O(end - start). */
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
