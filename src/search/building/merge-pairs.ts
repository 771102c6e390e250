import { MOST_PAIRED_TERMS } from '../term-pairs.js';
import { createUnsignedArray } from '../unsigned-array.js';

/** A term is paired that more than one document in so many has, and no fewer documents than these. */
const DOCUMENTS_PER_TERM = 128;
const FEWEST_DOCUMENTS = 16;

/**
 * Where the most widespread terms stand side by side. Reads the token streams twice, some ten
 * nanoseconds a token; the most widespread terms are those of the lowest codes.
 */
export function mergePairs(
  tokenOffsets: Uint32Array,
  tokenBytes: Uint8Array,
  postingOffsets: Uint32Array,
  fieldCount: number,
) {
  const documentCount = tokenOffsets.length - 1;
  const termCount = countPairedTerms(postingOffsets, documentCount);
  const pairOffsets = new Uint32Array(termCount * termCount + 1);
  /** Per pair, one more than the last document that has it. */
  const latest = new Uint32Array(termCount * termCount);
  readPairs(tokenOffsets, tokenBytes, fieldCount, termCount, (pair, document) => {
    if (latest[pair] === document + 1) return;
    latest[pair] = document + 1;
    pairOffsets[pair + 1]++;
  });
  for (let pair = 0; pair < latest.length; pair++) pairOffsets[pair + 1] += pairOffsets[pair];
  latest.fill(0);

  const pairDocuments = new Uint32Array(pairOffsets[latest.length]);
  const masks = new Uint32Array(pairDocuments.length);
  const ends = pairOffsets.slice(0, latest.length);
  readPairs(tokenOffsets, tokenBytes, fieldCount, termCount, (pair, document, field) => {
    if (latest[pair] !== document + 1) pairDocuments[ends[pair]++] = document;
    latest[pair] = document + 1;
    masks[ends[pair] - 1] |= 1 << field;
  });

  const fieldSets = Uint32Array.from(new Set(masks)).sort();
  const numbers = new Map(Array.from(fieldSets, (mask, number) => [mask, number]));
  const pairFields = createUnsignedArray(fieldSets.length, masks.length);
  for (let i = 0; i < masks.length; i++) pairFields[i] = numbers.get(masks[i]) ?? 0;
  return { pairOffsets, pairDocuments, pairFields, fieldSets };
}

function countPairedTerms(postingOffsets: Uint32Array, documentCount: number): number {
  const needed = Math.max(FEWEST_DOCUMENTS, documentCount / DOCUMENTS_PER_TERM);
  let count = 0;
  for (let term = 0; term + 1 < postingOffsets.length; term++) {
    if (postingOffsets[term + 1] - postingOffsets[term] > needed) count++;
  }
  return Math.min(count, MOST_PAIRED_TERMS);
}

/** Tells of every pair of neighbours in a field of which both have codes of paired terms. */
function readPairs(
  tokenOffsets: Uint32Array,
  tokenBytes: Uint8Array,
  fieldCount: number,
  termCount: number,
  tell: (pair: number, document: number, field: number) => void,
): void {
  // Codes of fields and of paired terms are below 128, of one byte each.
  const end = fieldCount + termCount;
  for (let document = 0; document + 1 < tokenOffsets.length; document++) {
    let field = 0;
    let before = -1;
    for (let at = tokenOffsets[document]; at < tokenOffsets[document + 1]; at++) {
      const code = tokenBytes[at];
      if (code > 0x7f) {
        while (tokenBytes[at] > 0x7f) at++;
        before = -1;
      } else if (code < fieldCount) {
        field = code;
        before = -1;
      } else if (code < end) {
        const term = code - fieldCount;
        if (before >= 0) tell(before * termCount + term, document, field);
        before = term;
      } else {
        before = -1;
      }
    }
  }
}
