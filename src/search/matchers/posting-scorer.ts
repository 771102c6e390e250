import type { Bm25 } from '../bm25.js';
import type { IndexReader } from '../index-reader.js';
import type { UnsignedArray } from '../unsigned-array.js';

/** Scores postings of one term after another over the same fields. */
export class PostingScorer {
  private readonly weights: Float64Array;
  private readonly bm25: Bm25;
  private readonly lengths: readonly UnsignedArray[];
  private readonly signatureOffsets: Uint32Array;

  constructor(
    private readonly reader: IndexReader,
    private readonly boosts: Float64Array,
  ) {
    this.weights = new Float64Array(boosts.length);
    this.bm25 = reader.bm25;
    this.lengths = reader.data.fieldLengths;
    this.signatureOffsets = reader.data.signatureOffsets;
  }

  /** From now on postings are those of `term`, each score times `weight`. */
  setTerm(term: number, weight: number): void {
    this.reader.fieldWeights(term, weight, this.boosts, this.weights);
  }

  /** The score of a document whose posting has that signature. */
  score(signature: number, document: number): number {
    const { bm25 } = this;
    const cell = bm25.onlyCells[signature];
    if (cell >= 0) {
      const field = bm25.cellFields[cell];
      return this.weights[field] * bm25.tableOf(cell)[this.lengths[field][document]];
    }
    return this.scoreWithin(signature, document, -1);
  }

  /** The same, in the fields of `mask` only. */
  scoreWithin(signature: number, document: number, mask: number): number {
    const { bm25 } = this;
    let score = 0;
    const end = this.signatureOffsets[signature + 1];
    for (let at = this.signatureOffsets[signature]; at < end; at++) {
      const cell = bm25.cells[at];
      const field = bm25.cellFields[cell];
      if ((mask & (1 << field)) === 0) continue;
      score += this.weights[field] * bm25.tableOf(cell)[this.lengths[field][document]];
    }
    return score;
  }
}
