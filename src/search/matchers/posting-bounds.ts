import { locateKnown } from '../document-sets.js';
import type { IndexReader, QueryFields } from '../index-reader.js';

/**
 * Adds to each bound the most that a posting of its signature can score, however short the fields
 * are: one number looked up by signature, where a score needs the lengths of the document's fields.
 *
 * @param documents ascending; all of them have the term
 * @returns false, and nothing is added, when a weight is below 0 and shorter fields score less
 */
export function addPostingBounds(
  reader: IndexReader,
  term: number,
  fields: QueryFields,
  weight: number,
  documents: Uint32Array,
  bounds: Float64Array,
): boolean {
  const { boosts } = fields;
  const weights = reader.fieldWeights(term, weight, boosts, new Float64Array(boosts.length));
  if (weights.some((ofField) => ofField < 0)) return false;
  const highest = highestScores(reader, weights);
  const { documents: list, signatures } = reader.postings(term);
  if (documents.length === list.length) {
    for (let i = 0; i < documents.length; i++) bounds[i] += highest[signatures[i]];
  } else {
    const places = locateKnown(documents, list);
    for (let i = 0; i < documents.length; i++) bounds[i] += highest[signatures[places[i]]];
  }
  return true;
}

/** Per signature, what it scores in fields that hold nothing else. */
function highestScores(reader: IndexReader, weights: Float64Array): Float64Array {
  const { signatureOffsets } = reader.data;
  const { cells, cellFields, highestSaturations } = reader.bm25;
  const highest = new Float64Array(signatureOffsets.length - 1);
  for (let signature = 0; signature < highest.length; signature++) {
    const end = signatureOffsets[signature + 1];
    for (let at = signatureOffsets[signature]; at < end; at++) {
      highest[signature] += weights[cellFields[cells[at]]] * highestSaturations[cells[at]];
    }
  }
  return highest;
}
