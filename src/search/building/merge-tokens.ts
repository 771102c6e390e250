import { rankTerms, tokenCodesOf } from '../token-codes.js';
import { codeLength, writeCode } from '../token-stream.js';
import type { PlacedSegment } from './merge-segments.js';

/** The token streams of all documents. */
export function mergeTokens(
  placed: readonly PlacedSegment[],
  documentCount: number,
  fieldCount: number,
  postingOffsets: Uint32Array,
) {
  const codes = tokenCodesOf(rankTerms(postingOffsets), fieldCount);
  const lengths = Uint8Array.from(codes, codeLength);

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
  return { tokenOffsets, tokenBytes };
}
