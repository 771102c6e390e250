import { MAX_POSTINGS_TO_COUNT } from '../../frozen-index-data.js';
import { sumCounts } from '../../structures/prefix-sums.js';
import { type Allocate, allocateArray } from '../allocate.js';
import { DocumentFrequencyCollector } from '../document-frequency-collector.js';
import type { MergedFrequencySets } from '../merge-frequency-sets.js';
import { LEFT_OUT, type MappedPart } from './part.js';

/**
 * Merges the posting lists of the kept and the added documents. Copies the postings of each run of terms that no removed
 * and no added document has. Takes over document frequencies, changed by the postings that are removed and added.
 *
 * @param keptCounts by term of `before`: the number of its postings that are kept
 * @param termCount the number of terms of the merged index
 * @param frequencySets the frequency sets of `before`, then of `added`, merged
 * @param allocate allocates the memory of the postings
 */
export function replacePostings(
  before: MappedPart,
  added: MappedPart,
  keptCounts: Uint32Array,
  termCount: number,
  frequencySets: MergedFrequencySets,
  allocate: Allocate,
) {
  const postingOffsets = measurePostings(before, added, keptCounts, termCount);
  const merger = new PostingMerger(
    before,
    added,
    frequencySets,
    postingOffsets[termCount],
    allocate,
  );
  const { postingOffsets: offsets } = before.index;
  let next = 0;
  let unchanged = 0;
  for (let term = 0; term <= before.terms.length; term++) {
    const merged = term < before.terms.length ? before.terms[term] : termCount;
    const isKept =
      term < before.terms.length && keptCounts[term] === offsets[term + 1] - offsets[term];
    const isBeforeAdded = next === added.terms.length || merged < added.terms[next];
    if (isKept && isBeforeAdded) continue;
    merger.copyTerms(unchanged, term);
    unchanged = term + 1;
    if (merged === LEFT_OUT) continue;
    while (added.terms[next] < merged) merger.mergeTerm(added.terms[next], undefined, next++);
    if (term === before.terms.length) break;
    merger.mergeTerm(merged, term, added.terms[next] === merged ? next++ : undefined);
  }
  return { postingOffsets, ...merger.finish() };
}

/** Returns the posting offsets of the merged index. */
function measurePostings(
  before: MappedPart,
  added: MappedPart,
  keptCounts: Uint32Array,
  termCount: number,
): Uint32Array {
  const offsets = new Uint32Array(termCount + 1);
  for (let term = 0; term < before.terms.length; term++) {
    const merged = before.terms[term];
    if (merged !== LEFT_OUT) offsets[merged + 1] = keptCounts[term];
  }
  const { postingOffsets } = added.index;
  for (let term = 0; term < added.terms.length; term++) {
    offsets[added.terms[term] + 1] += postingOffsets[term + 1] - postingOffsets[term];
  }
  return sumCounts(offsets, 'postings');
}

/** A class, because V8 compiles the functions of closures again for each merge. */
class PostingMerger {
  private readonly postingDocuments: Uint32Array;
  private readonly postingFrequencySets: Uint16Array | Uint32Array;
  private readonly documentFrequencies: DocumentFrequencyCollector;
  /** Whether all kept documents keep their numbers. */
  private readonly hasSameDocuments: boolean;
  /** Whether all frequency sets of `before` keep their numbers. */
  private readonly hasSameSets: boolean;
  /** The number of merged postings. */
  private length = 0;
  /** The position of the next term in the document frequencies of `before`. */
  private nextStored = 0;

  constructor(
    private readonly before: MappedPart,
    private readonly added: MappedPart,
    private readonly frequencySets: MergedFrequencySets,
    postingCount: number,
    allocate: Allocate,
  ) {
    this.postingDocuments = allocateArray(Uint32Array, postingCount, allocate);
    const isWide = frequencySets.frequencySetOffsets.length - 1 > 0x10000;
    const SetArray = isWide ? Uint32Array : Uint16Array;
    this.postingFrequencySets = allocateArray<Uint32Array | Uint16Array>(
      SetArray,
      postingCount,
      allocate,
    );
    this.documentFrequencies = new DocumentFrequencyCollector(before.index.fields.length);
    this.hasSameDocuments = before.documents.every(
      (merged, document) => merged === document || merged === LEFT_OUT,
    );
    this.hasSameSets = frequencySets.mergedSetsOf[0].every((merged, set) => merged === set);
  }

  /** Copies the posting lists of a run of terms of `before` that no removed and no added document has. */
  copyTerms(first: number, last: number): void {
    const { before, postingDocuments, postingFrequencySets, length } = this;
    const {
      postingOffsets,
      postingDocuments: documents,
      postingFrequencySets: sets,
    } = before.index;
    const [start, end] = [postingOffsets[first], postingOffsets[last]];
    if (this.hasSameDocuments) {
      postingDocuments.set(documents.subarray(start, end), length);
    } else {
      for (let at = start; at < end; at++) {
        postingDocuments[length + at - start] = before.documents[documents[at]];
      }
    }
    if (this.hasSameSets) {
      postingFrequencySets.set(sets.subarray(start, end), length);
    } else {
      const [mergedSets] = this.frequencySets.mergedSetsOf;
      for (let at = start; at < end; at++) {
        postingFrequencySets[length + at - start] = mergedSets[sets[at]];
      }
    }
    this.length += end - start;
    const { documentFrequencyTerms } = before.index;
    this.skipStoredUntil(first);
    for (let i = this.nextStored; documentFrequencyTerms[i] < last; i = this.nextStored) {
      this.addStored();
      this.documentFrequencies.store(before.terms[documentFrequencyTerms[i]]);
    }
  }

  /**
   * Merges the posting lists of a term.
   *
   * @param merged the term in the merged index
   * @param term the term of `before`, if it is one
   * @param addedTerm the term of `added`, if it is one
   */
  mergeTerm(merged: number, term: number | undefined, addedTerm: number | undefined): void {
    const start = this.length;
    const [from, end] = rangeOf(this.before, term);
    const [addedFrom, addedEnd] = rangeOf(this.added, addedTerm);
    this.mergeLists(from, end, addedFrom, addedEnd);
    const { documentFrequencies, length } = this;
    if (length - start <= MAX_POSTINGS_TO_COUNT) {
      documentFrequencies.clear();
      return;
    }
    if (term !== undefined && end - from > MAX_POSTINGS_TO_COUNT) {
      this.skipStoredUntil(term);
      this.addStored();
    } else {
      documentFrequencies.clear();
      for (let at = start; at < length; at++) {
        documentFrequencies.addSet(this.frequencySets, this.postingFrequencySets[at], 1);
      }
    }
    documentFrequencies.store(merged);
  }

  /** Merges ranges of the postings of both parts. Counts removed and added postings in the document frequencies. */
  private mergeLists(from: number, end: number, addedFrom: number, addedEnd: number): void {
    const { before, documentFrequencies, postingDocuments, postingFrequencySets } = this;
    const { documents: mergedDocuments, index } = before;
    const { postingDocuments: documents, postingFrequencySets: sets } = index;
    const [mergedSets] = this.frequencySets.mergedSetsOf;
    let to = this.length;
    let next = addedFrom;
    let addedDocument = this.addedDocument(next, addedEnd);
    for (let at = from; at < end; at++) {
      const document = mergedDocuments[documents[at]];
      if (document === LEFT_OUT) {
        documentFrequencies.addSet(index, sets[at], -1);
        continue;
      }
      while (addedDocument < document) {
        this.addPosting(next++, to++);
        addedDocument = this.addedDocument(next, addedEnd);
      }
      postingDocuments[to] = document;
      postingFrequencySets[to++] = mergedSets[sets[at]];
    }
    while (next < addedEnd) this.addPosting(next++, to++);
    this.length = to;
  }

  /** Returns the document of a posting of `added` in the merged index, or {@link LEFT_OUT} at the end of a list. */
  private addedDocument(at: number, end: number): number {
    const { documents, index } = this.added;
    return at < end ? documents[index.postingDocuments[at]] : LEFT_OUT;
  }

  /** Writes a posting of `added` as the merged posting `to`. */
  private addPosting(at: number, to: number): void {
    const { documents, index } = this.added;
    const set = index.postingFrequencySets[at];
    this.documentFrequencies.addSet(index, set, 1);
    this.postingDocuments[to] = documents[index.postingDocuments[at]];
    this.postingFrequencySets[to] = this.frequencySets.mergedSetsOf[1][set];
  }

  /** Skips the document frequencies of terms of `before` below a term. */
  private skipStoredUntil(term: number): void {
    while (this.before.index.documentFrequencyTerms[this.nextStored] < term) this.nextStored++;
  }

  /** Adds the next document frequencies of `before`. */
  private addStored(): void {
    const { documentFrequencyOffsets, documentFrequencyFields, documentFrequencies } =
      this.before.index;
    const end = documentFrequencyOffsets[this.nextStored + 1];
    for (let at = documentFrequencyOffsets[this.nextStored++]; at < end; at++) {
      this.documentFrequencies.add(documentFrequencyFields[at], documentFrequencies[at]);
    }
  }

  finish() {
    const { postingDocuments, postingFrequencySets } = this;
    return { postingDocuments, postingFrequencySets, ...this.documentFrequencies.toArrays() };
  }
}

/** Returns the range of the postings of a term, which is empty for no term. */
function rangeOf({ index: { postingOffsets } }: MappedPart, term: number | undefined) {
  return term === undefined
    ? ([0, 0] as const)
    : ([postingOffsets[term], postingOffsets[term + 1]] as const);
}
