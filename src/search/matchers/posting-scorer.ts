import type { Bm25 } from '../bm25.js';
import type { FrozenIndexData } from '../frozen-index-data.js';
import type { IndexReader, QueryFields } from '../index-reader.js';
import type { ScoreTarget } from './matcher.js';

/**
 * Scores postings of one term after another over the same fields. Postings go by their place. What a
 * posting scores in its fields is added up before it is added to anything else: so a document's score
 * is the same to the last bit, whichever others are scored with it.
 */
export class PostingScorer {
  private readonly weights: Float64Array;
  private readonly bm25: Bm25;
  private readonly data: FrozenIndexData;
  private readonly word: Uint32Array | undefined;
  private readonly bit: number;

  /** @param source the number of the term as it was asked for */
  constructor(
    private readonly reader: IndexReader,
    private readonly fields: QueryFields,
    private readonly target: ScoreTarget,
    source: number,
  ) {
    this.weights = new Float64Array(fields.boosts.length);
    this.bm25 = reader.bm25;
    this.data = reader.data;
    this.word = target.terms?.[source >>> 5];
    this.bit = 1 << (source & 31);
  }

  /** From now on postings are those of `term`, each score times `weight`. */
  setTerm(term: number, weight: number): void {
    this.reader.fieldWeights(term, weight, this.fields.boosts, this.weights);
  }

  /**
   * Adds the score of a posting to each of the target's documents.
   *
   * @param first the place before them all
   * @param places per document, its posting counted from `first`, -1 for none; without it, the
   *   postings are those of the documents one by one
   */
  addAll(first: number, places?: Int32Array): void {
    if (this.target.boundsDo) {
      this.addBounds(first, places);
      return;
    }
    const { bm25, weights } = this;
    const { documents, scores, slots } = this.target;
    const { cells, cellFields } = bm25;
    const { postingSignatures, fieldLengths, signatureOffsets } = this.data;
    const isPlain = slots === undefined && this.word === undefined;
    for (let i = 0; i < documents.length; i++) {
      const place = places === undefined ? i : places[i];
      if (place < 0) continue;
      const document = documents[i];
      if (!isPlain) {
        this.addWithin(first + place, document, i, this.fields.mask);
        continue;
      }
      const signature = postingSignatures[first + place];
      const end = signatureOffsets[signature + 1];
      let score = 0;
      for (let at = signatureOffsets[signature]; at < end; at++) {
        const cell = cells[at];
        const field = cellFields[cell];
        score += weights[field] * bm25.cellSaturation(cell, fieldLengths[field][document]);
      }
      scores[i] += score;
    }
  }

  /** {@link addAll} for bounds: of a posting only its signature is read, of a document nothing. */
  private addBounds(first: number, places: Int32Array | undefined): void {
    const { documents, scores, slots } = this.target;
    const { postingSignatures } = this.data;
    const bounds = this.bm25.signatureBounds(this.weights);
    let i = 0;
    if (places === undefined && slots === undefined) {
      // Four at a time: a third less than one by one.
      for (; i + 4 <= documents.length; i += 4) {
        scores[i] += bounds[postingSignatures[first + i]];
        scores[i + 1] += bounds[postingSignatures[first + i + 1]];
        scores[i + 2] += bounds[postingSignatures[first + i + 2]];
        scores[i + 3] += bounds[postingSignatures[first + i + 3]];
      }
    }
    for (; i < documents.length; i++) {
      const place = places === undefined ? i : places[i];
      if (place < 0) continue;
      scores[slots === undefined ? i : slots[i]] += bounds[postingSignatures[first + place]];
    }
  }

  /**
   * Adds the scores of the postings from `first` up to but not `end` whose documents are among the
   * target's.
   *
   * @param places a sparse set: `places[d]` is the place of document `d` among the target's when that
   *   place holds `d`, and anything when no place does
   */
  addSparse(first: number, end: number, places: Uint32Array): void {
    const { documents, scores, slots } = this.target;
    const { postingDocuments, postingSignatures } = this.data;
    const isPlain = slots === undefined && this.word === undefined;
    for (let posting = first; posting < end; posting++) {
      const document = postingDocuments[posting];
      const i = places[document];
      if (i >= documents.length || documents[i] !== document) continue;
      if (isPlain) scores[i] += this.scoreOf(postingSignatures[posting], document);
      else this.addWithin(posting, document, i, this.fields.mask);
    }
  }

  /** Adds the scores of the postings from `first` up to but not `end` to the sums of documents. */
  addToSums(first: number, end: number, sums: Float64Array): void {
    const { postingDocuments, postingSignatures } = this.data;
    for (let posting = first; posting < end; posting++) {
      const document = postingDocuments[posting];
      sums[document] += this.scoreOf(postingSignatures[posting], document);
    }
  }

  /** What a posting of that signature scores; fields that are not asked for have the weight 0. */
  private scoreOf(signature: number, document: number): number {
    const { bm25, weights } = this;
    const { onlyCells, cells, cellFields } = bm25;
    const { fieldLengths, signatureOffsets } = this.data;
    const only = onlyCells[signature];
    if (only >= 0) {
      const field = cellFields[only];
      return weights[field] * bm25.cellSaturation(only, fieldLengths[field][document]);
    }
    let score = 0;
    const end = signatureOffsets[signature + 1];
    for (let at = signatureOffsets[signature]; at < end; at++) {
      const cell = cells[at];
      const field = cellFields[cell];
      score += weights[field] * bm25.cellSaturation(cell, fieldLengths[field][document]);
    }
    return score;
  }

  /**
   * Adds what postings score at most in some fields.
   *
   * @param first the place before them all
   * @param places per document, its posting counted from `first`; without it, the postings are those
   *   of the documents one by one
   * @param masks per document, the fields as bits; where there are none, there need be no posting
   */
  addBoundsWithin(first: number, places: Int32Array | undefined, masks: Uint32Array): void {
    const weights = this.weights.map((weight) => Math.max(0, weight));
    const { documents, scores, slots } = this.target;
    const { postingSignatures } = this.data;
    const { mostByField } = this.bm25;
    for (let i = 0; i < documents.length; i++) {
      const mask = masks[i];
      if (mask === 0) continue;
      const signature = postingSignatures[first + (places === undefined ? i : places[i])];
      let field = 31 - Math.clz32(mask);
      let bound = weights[field] * mostByField[field][signature];
      for (let rest = mask ^ (1 << field); rest !== 0; rest ^= 1 << field) {
        field = 31 - Math.clz32(rest);
        bound += weights[field] * mostByField[field][signature];
      }
      scores[slots === undefined ? i : slots[i]] += bound;
    }
  }

  /** Adds what a posting scores in the fields of `mask` to document `i` of the target. */
  addWithin(posting: number, document: number, i: number, mask: number): void {
    const { bm25, data, word } = this;
    const { scores, slots } = this.target;
    const slot = slots === undefined ? i : slots[i];
    const signature = data.postingSignatures[posting];
    const end = data.signatureOffsets[signature + 1];
    let score = 0;
    let isIn = 0;
    for (let at = data.signatureOffsets[signature]; at < end; at++) {
      const cell = bm25.cells[at];
      const field = bm25.cellFields[cell];
      if ((mask & (1 << field)) === 0) continue;
      const saturation = bm25.cellSaturation(cell, data.fieldLengths[field][document]);
      score += this.weights[field] * saturation;
      isIn = this.bit;
    }
    scores[slot] += score;
    if (word !== undefined) word[slot] |= isIn;
  }
}
