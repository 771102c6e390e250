import { checkCount } from '../../structures/prefix-sums.js';
import { writeVarint } from '../../structures/varint.js';
import { type Allocate, allocateArray } from '../allocate.js';
import type { ForwardIndex } from '../merge-forward-index.js';
import { LEFT_OUT, type MappedPart } from './part.js';

/** The maximum number of bytes of a document after the conversion, per byte before it: an id takes 1 to 5 bytes. */
const MAX_GROWTH = 5;

/**
 * Merges the forward indexes of the kept and the added documents, in one pass. Converts the ids of each document from
 * varints to varints.
 *
 * @param ranks the `termFrequencyRanks` of the merged index, which determine the ids of the terms
 * @param allocate allocates the memory of the ids
 * @throws RangeError when the forward index has more bytes than a 32-bit offset can number
 */
export function replaceForwardIndex(
  before: MappedPart,
  added: MappedPart,
  documentCount: number,
  ranks: Uint32Array,
  allocate: Allocate,
): ForwardIndex {
  const [idsBefore, addedIds] = [before, added].map((part) => mergedIds(part, ranks));
  const size = before.index.forwardBytes.length + added.index.forwardBytes.length;
  const writer = new ForwardIndexWriter(documentCount, size, allocate);
  let next = 0;
  for (let document = 0; document < before.documents.length; document++) {
    const merged = before.documents[document];
    if (merged === LEFT_OUT) continue;
    while (added.documents[next] < merged) writer.add(added, next++, addedIds);
    writer.add(before, document, idsBefore);
  }
  while (next < added.documents.length) writer.add(added, next++, addedIds);
  return writer.finish();
}

/** The ids of a forward index in the merged index. */
interface MergedIds {
  /** By id: the id in the merged index. Not defined for a term that the merged index does not have. */
  readonly ids: Uint32Array;
  /**
   * By block of {@link BLOCK} ids: the difference between the merged id and the id, if it is the same for the whole block,
   * otherwise {@link SEVERAL}. Most ids of rare terms change by the same difference as the ids next to them, so that the
   * large array of all ids is seldom read.
   */
  readonly differences: Int32Array;
}

/** The number of ids of a block, as a power of two. */
const BLOCK_BITS = 5;
const BLOCK = 1 << BLOCK_BITS;
/** Marks a block whose ids change by several differences. No difference is as great. */
const SEVERAL = 0x7fffffff;

/** @param ranks the ranks of the terms of the merged index */
function mergedIds({ index, terms }: MappedPart, ranks: Uint32Array): MergedIds {
  const fieldCount = index.fields.length;
  const ids = new Uint32Array(fieldCount + terms.length);
  for (let field = 0; field < fieldCount; field++) ids[field] = field;
  const ranked = index.termsByFrequency;
  for (let rank = 0; rank < ranked.length; rank++) {
    const merged = terms[ranked[rank]];
    if (merged !== LEFT_OUT) ids[fieldCount + rank] = fieldCount + ranks[merged];
  }
  const differences = new Int32Array(Math.ceil(ids.length / BLOCK));
  for (let id = 0; id < ids.length; id++) {
    const difference = ids[id] - id;
    const block = id >>> BLOCK_BITS;
    if (id % BLOCK === 0) differences[block] = difference;
    else if (differences[block] !== difference) differences[block] = SEVERAL;
  }
  return { ids, differences };
}

/** Writes documents in the order of the merged index. */
class ForwardIndexWriter {
  private readonly offsets: Uint32Array;
  private bytes: Uint8Array;
  private documentCount = 0;

  /** @param size the number of bytes before the conversion. The conversion changes the number of few documents. */
  constructor(
    documentCount: number,
    size: number,
    private readonly allocate: Allocate,
  ) {
    this.offsets = new Uint32Array(documentCount + 1);
    this.bytes = allocateArray(Uint8Array, size + (size >>> 8), allocate);
  }

  /** Converts a document of a part, and adds it. */
  add({ index }: MappedPart, document: number, { ids, differences }: MergedIds): void {
    const { forwardOffsets, forwardBytes } = index;
    const end = forwardOffsets[document + 1];
    let at = forwardOffsets[document];
    let to = this.offsets[this.documentCount];
    this.reserve(to + MAX_GROWTH * (end - at));
    const { bytes } = this;
    while (at < end) {
      let byte = forwardBytes[at++];
      let id = byte & 0x7f;
      for (let shift = 7; byte > 0x7f; shift += 7) {
        byte = forwardBytes[at++];
        id |= (byte & 0x7f) << shift;
      }
      const difference = differences[id >>> BLOCK_BITS];
      const merged = difference === SEVERAL ? ids[id] : id + difference;
      if (merged <= 0x7f) bytes[to++] = merged;
      else to = writeVarint(bytes, to, merged);
    }
    checkCount(to, 'bytes in the forward index');
    this.offsets[++this.documentCount] = to;
  }

  private reserve(size: number): void {
    if (size <= this.bytes.length) return;
    const grown = allocateArray(Uint8Array, size + (size >>> 6), this.allocate);
    grown.set(this.bytes);
    this.bytes = grown;
  }

  finish(): ForwardIndex {
    const { offsets, documentCount, bytes } = this;
    return { forwardOffsets: offsets, forwardBytes: bytes.subarray(0, offsets[documentCount]) };
  }
}
