import { codeLength, writeCode } from '../token-stream.js';
import type { PlacedSegment } from './merge-segments.js';

/** The token streams of all documents, and what their codes stand for. */
export function mergeTokens(
  placed: readonly PlacedSegment[],
  documentCount: number,
  fieldCount: number,
  postingOffsets: Uint32Array,
) {
  const tokenTerms = rankTerms(postingOffsets);
  const codes = new Uint32Array(tokenTerms.length);
  const lengths = new Uint8Array(tokenTerms.length);
  tokenTerms.forEach((term, rank) => {
    codes[term] = fieldCount + rank;
    lengths[term] = codeLength(fieldCount + rank);
  });

  const tokenOffsets = new Uint32Array(documentCount + 1);
  for (const { segment, terms, documents } of placed) {
    const { tokens, tokenOffsets: offsets } = segment;
    for (let local = 0; local < documents.length; local++) {
      let length = 0;
      for (let at = offsets[local]; at < offsets[local + 1]; at++) {
        length += tokens[at] < fieldCount ? 1 : lengths[terms[tokens[at] - fieldCount]];
      }
      tokenOffsets[documents[local] + 1] = length;
    }
  }
  for (let document = 0; document < documentCount; document++) {
    tokenOffsets[document + 1] += tokenOffsets[document];
  }

  const tokenBytes = new Uint8Array(tokenOffsets[documentCount]);
  for (const { segment, terms, documents } of placed) {
    const { tokens, tokenOffsets: offsets } = segment;
    for (let local = 0; local < documents.length; local++) {
      let to = tokenOffsets[documents[local]];
      for (let at = offsets[local]; at < offsets[local + 1]; at++) {
        const token = tokens[at];
        const code = token < fieldCount ? token : codes[terms[token - fieldCount]];
        to = writeCode(tokenBytes, to, code);
      }
    }
  }
  return { tokenOffsets, tokenBytes, tokenTerms };
}

/** Terms by how many documents have them, most first, then by number. */
function rankTerms(postingOffsets: Uint32Array): Uint32Array {
  const count = postingOffsets.length - 1;
  const factor = 2 ** 26;
  const keys = new Float64Array(count);
  for (let term = 0; term < count; term++) {
    const documents = postingOffsets[term + 1] - postingOffsets[term];
    keys[term] = -documents * factor + term;
  }
  keys.sort();
  return Uint32Array.from(keys, (key) => ((key % factor) + factor) % factor);
}
