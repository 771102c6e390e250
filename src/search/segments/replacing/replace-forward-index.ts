import { ranksOfTerms, rankTermsByFrequency } from '../../postings/forward-index.js';
import { sumCounts } from '../../structures/prefix-sums.js';
import { varintLength, writeVarint } from '../../structures/varint.js';
import { LEFT_OUT, type MappedPart } from './part.js';

/**
 * Merges the forward indexes of the kept and the added documents. Converts the ids of each document from varints to
 * varints.
 *
 * @param postingOffsets the posting offsets of the merged index, which determine the ids of the terms
 */
export function replaceForwardIndex(
  parts: readonly MappedPart[],
  documentCount: number,
  postingOffsets: Uint32Array,
) {
  const ranks = ranksOfTerms(postingOffsets);
  const idsOfParts = parts.map((part) => mergedIds(part, ranks));
  const forwardOffsets = new Uint32Array(documentCount + 1);
  parts.forEach((part, i) => {
    measureDocuments(part, idsOfParts[i], forwardOffsets);
  });
  sumCounts(forwardOffsets, 'bytes in the forward index');
  const forwardBytes = new Uint8Array(forwardOffsets[documentCount]);
  parts.forEach((part, i) => {
    convertDocuments(part, idsOfParts[i], forwardOffsets, forwardBytes);
  });
  return { forwardOffsets, forwardBytes };
}

/**
 * Returns the id in the merged index by the id in a part. The id of a term that the merged index does not have is not
 * defined.
 *
 * @param ranks the ranks of the terms of the merged index
 */
function mergedIds({ index, terms }: MappedPart, ranks: Uint32Array): Uint32Array {
  const fieldCount = index.fields.length;
  const ids = new Uint32Array(fieldCount + terms.length);
  for (let field = 0; field < fieldCount; field++) ids[field] = field;
  const ranked = rankTermsByFrequency(index.postingOffsets);
  for (let rank = 0; rank < ranked.length; rank++) {
    const merged = terms[ranked[rank]];
    if (merged !== LEFT_OUT) ids[fieldCount + rank] = fieldCount + ranks[merged];
  }
  return ids;
}

/** Sets the number of bytes of each document, as element `document + 1` of `lengths`. */
function measureDocuments(
  { index: { forwardOffsets, forwardBytes }, documents }: MappedPart,
  ids: Uint32Array,
  lengths: Uint32Array,
): void {
  const bytesOf = new Uint8Array(ids.length);
  for (let id = 0; id < ids.length; id++) bytesOf[id] = varintLength(ids[id]);
  for (let document = 0; document < documents.length; document++) {
    const merged = documents[document];
    if (merged === LEFT_OUT) continue;
    const end = forwardOffsets[document + 1];
    let length = 0;
    for (let at = forwardOffsets[document]; at < end; ) {
      let byte = forwardBytes[at++];
      let id = byte & 0x7f;
      for (let shift = 7; byte > 0x7f; shift += 7) {
        byte = forwardBytes[at++];
        id |= (byte & 0x7f) << shift;
      }
      length += bytesOf[id];
    }
    lengths[merged + 1] = length;
  }
}

function convertDocuments(
  { index: { forwardOffsets, forwardBytes }, documents }: MappedPart,
  ids: Uint32Array,
  mergedOffsets: Uint32Array,
  mergedBytes: Uint8Array,
): void {
  for (let document = 0; document < documents.length; document++) {
    const merged = documents[document];
    if (merged === LEFT_OUT) continue;
    const end = forwardOffsets[document + 1];
    let to = mergedOffsets[merged];
    for (let at = forwardOffsets[document]; at < end; ) {
      let byte = forwardBytes[at++];
      let id = byte & 0x7f;
      for (let shift = 7; byte > 0x7f; shift += 7) {
        byte = forwardBytes[at++];
        id |= (byte & 0x7f) << shift;
      }
      const mergedId = ids[id];
      if (mergedId <= 0x7f) mergedBytes[to++] = mergedId;
      else to = writeVarint(mergedBytes, to, mergedId);
    }
  }
}
