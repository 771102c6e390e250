import { FEW_POSTINGS } from '../frozen-index-data.js';
import type { PlacedSegment } from './merge-segments.js';
import type { MergedSignatures } from './merge-signatures.js';
import { NumberList } from './number-list.js';

/** The posting lists of all terms, and in how many documents each stands in each field. */
export function mergePostings(
  placed: readonly PlacedSegment[],
  termCount: number,
  fieldCount: number,
  signatures: MergedSignatures,
) {
  const postingOffsets = countPostings(placed, termCount);
  const postingCount = postingOffsets[termCount];
  const postingDocuments = new Uint32Array(postingCount);
  const signatureCount = signatures.signatureOffsets.length - 1;
  const isWide = signatureCount > 0x10000;
  const postingSignatures = isWide ? new Uint32Array(postingCount) : new Uint16Array(postingCount);

  const cursors = postingOffsets.slice(0, termCount);
  const isUnordered = new Uint8Array(termCount);
  placed.forEach(({ segment, terms, documents }, number) => {
    const signaturesHere = signatures.signaturesOfSegments[number];
    for (let local = 0; local < terms.length; local++) {
      const term = terms[local];
      let to = cursors[term];
      const end = segment.postingOffsets[local + 1];
      for (let at = segment.postingOffsets[local]; at < end; at++, to++) {
        const document = documents[segment.postingDocuments[at]];
        if (to > postingOffsets[term] && document < postingDocuments[to - 1]) isUnordered[term] = 1;
        postingDocuments[to] = document;
        postingSignatures[to] = signaturesHere[segment.postingSignatures[at]];
      }
      cursors[term] = to;
    }
  });
  for (let term = 0; term < termCount; term++) {
    if (isUnordered[term] === 0) continue;
    const [start, end] = [postingOffsets[term], postingOffsets[term + 1]];
    sortTogether(
      postingDocuments.subarray(start, end),
      postingSignatures.subarray(start, end),
      signatureCount,
    );
  }
  return {
    postingOffsets,
    postingDocuments,
    postingSignatures,
    ...countDocumentFrequencies(postingOffsets, postingSignatures, fieldCount, signatures),
  };
}

function countPostings(placed: readonly PlacedSegment[], termCount: number): Uint32Array {
  const offsets = new Uint32Array(termCount + 1);
  for (const { segment, terms } of placed) {
    for (let local = 0; local < terms.length; local++) {
      offsets[terms[local] + 1] +=
        segment.postingOffsets[local + 1] - segment.postingOffsets[local];
    }
  }
  for (let term = 0; term < termCount; term++) offsets[term + 1] += offsets[term];
  return offsets;
}

/** Sorts documents and moves the signatures with them: each pair becomes one number and back. */
function sortTogether(
  documents: Uint32Array,
  signatures: Uint16Array | Uint32Array,
  signatureCount: number,
): void {
  const pairs = new Float64Array(documents.length);
  for (let i = 0; i < pairs.length; i++) pairs[i] = documents[i] * signatureCount + signatures[i];
  pairs.sort();
  for (let i = 0; i < pairs.length; i++) {
    documents[i] = Math.floor(pairs[i] / signatureCount);
    signatures[i] = pairs[i] % signatureCount;
  }
}

function countDocumentFrequencies(
  postingOffsets: Uint32Array,
  postingSignatures: Uint16Array | Uint32Array,
  fieldCount: number,
  { signatureOffsets, signatureFields }: MergedSignatures,
) {
  const termCount = postingOffsets.length - 1;
  const terms = new NumberList();
  const offsets = new NumberList();
  const fields = new NumberList();
  const frequencies = new NumberList();
  const counts = new Uint32Array(fieldCount);
  offsets.push(0);
  for (let term = 0; term < termCount; term++) {
    if (postingOffsets[term + 1] - postingOffsets[term] <= FEW_POSTINGS) continue;
    for (let posting = postingOffsets[term]; posting < postingOffsets[term + 1]; posting++) {
      const signature = postingSignatures[posting];
      const end = signatureOffsets[signature + 1];
      for (let at = signatureOffsets[signature]; at < end; at++) counts[signatureFields[at]]++;
    }
    for (let field = 0; field < fieldCount; field++) {
      if (counts[field] === 0) continue;
      fields.push(field);
      frequencies.push(counts[field]);
      counts[field] = 0;
    }
    terms.push(term);
    offsets.push(fields.length);
  }
  return {
    frequentTerms: terms.toArray(),
    frequencyOffsets: offsets.toArray(),
    frequencyFields: Uint8Array.from(fields.toArray()),
    documentFrequencies: frequencies.toArray(),
  };
}
