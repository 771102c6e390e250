import type { IndexReader } from '../index-reader.js';
import type { Expansion } from '../vocabulary/expansion.js';
import type { ScoreTarget } from './matcher.js';

/** Stands for any number of units from this on. */
const MOST_UNITS = 0xffff;

/** So many units are more than any one posting can score. */
const UNITS_OF_POSTING = 4096;

/** Terms of so few documents are bounded as if they had one. */
const FEW_DOCUMENTS = 4;

/**
 * Adds to documents what the terms of an expansion score in them at most, in whole units: two bytes a
 * document, of which a processor's cache has room for many. Of a posting only its signature is read.
 *
 * @param boosts by field
 * @param units by document; stops at {@link MOST_UNITS}
 * @returns what a unit is worth
 */
export function addExpansionBounds(
  reader: IndexReader,
  { terms, weights }: Expansion,
  boosts: Float64Array,
  units: Uint16Array,
): number {
  const { bm25 } = reader;
  const { postingOffsets, postingDocuments, postingSignatures } = reader.data;
  // As if every term stood in one document, and in all its fields.
  const rarest = bm25.idf(1);
  const ofRareTerms = bm25.signatureBounds(boosts.map((boost) => boost * rarest));
  const heaviest = weights.reduce((most, weight) => Math.max(most, weight), 0);
  const most = ofRareTerms.reduce((highest, bound) => Math.max(highest, bound), 0);
  const unit = (heaviest * most) / UNITS_OF_POSTING;
  if (unit === 0) return 0;

  const fieldWeights = new Float64Array(boosts.length);
  for (let number = 0; number < terms.length; number++) {
    const first = postingOffsets[terms[number]];
    const end = postingOffsets[terms[number] + 1];
    const isRare = end - first <= FEW_DOCUMENTS;
    const perUnit = Math.max(0, weights[number]) / unit;
    if (!isRare) reader.fieldWeights(terms[number], 1, boosts, fieldWeights);
    for (let posting = first; posting < end; posting++) {
      const signature = postingSignatures[posting];
      const bound = isRare ? ofRareTerms[signature] : bm25.signatureBound(signature, fieldWeights);
      const document = postingDocuments[posting];
      const sum = units[document] + ((bound * perUnit + 1) | 0);
      units[document] = sum < MOST_UNITS ? sum : MOST_UNITS;
    }
  }
  return unit;
}

/** Adds units to the bounds of a target's documents. */
export function addUnits(
  { documents, slots, scores }: ScoreTarget,
  units: Uint16Array,
  unit: number,
): void {
  for (let i = 0; i < documents.length; i++) {
    const count = units[documents[i]];
    const slot = slots === undefined ? i : slots[i];
    scores[slot] += count < MOST_UNITS ? count * unit : Number.POSITIVE_INFINITY;
  }
}
