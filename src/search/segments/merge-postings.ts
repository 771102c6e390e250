/*
 * Merges posting lists, their frequency sets and document frequencies for `merge-segments.ts`.
 */

import { LEFT_OUT } from '../../base/merge-strings.js';
import { type Allocate, allocateArray, GrowableArray, sumCounts } from '../../base/typed-arrays.js';
import { MAX_POSTINGS_TO_COUNT, type MappedSegment, type Segment } from '../frozen-index-data.js';
import type { FieldFrequency } from './build-segment.js';

/**
 * Merges the posting lists of all terms and computes the document frequencies of frequent terms. The arrays of
 * the result are described in `FrozenIndexData`.
 *
 * @param counts the numbers of terms and fields of the merged index
 */
export function mergePostings(
  mapped: readonly MappedSegment[],
  frequencySets: MergedFrequencySets,
  counts: { readonly termCount: number; readonly fieldCount: number },
  allocate: Allocate,
) {
  const postingOffsets = new Uint32Array(counts.termCount + 1);
  for (const { terms, postingCounts } of mapped) addCounts(postingOffsets, 1, terms, postingCounts);
  sumCounts(postingOffsets, 'postings');
  const postings = new PostingMerger(postingOffsets, frequencySets, allocate).merge(mapped);
  return {
    postingOffsets,
    ...postings,
    ...countDocumentFrequencies(
      postingOffsets,
      postings.postingFrequencySets,
      frequencySets,
      counts.fieldCount,
    ),
  };
}

/** Adds the number of postings of each term of a segment, `difference` elements after the term. */
function addCounts(
  sums: Uint32Array,
  difference: number,
  terms: Uint32Array,
  postingCounts: Uint32Array,
): void {
  for (let term = 0; term < terms.length; term++) {
    if (terms[term] !== LEFT_OUT) sums[terms[term] + difference] += postingCounts[term];
  }
}

/**
 * Writes the postings of one segment after another, so that the postings of only one segment are in memory. Then sorts
 * the postings of terms that several segments have. If the documents of the first segment stay in order, its postings
 * are written last: each list is merged with the postings of the other segments, which are at the end of its range.
 * This takes least time if the first segment is a large index and the others are small.
 *
 * A class, because V8 compiles the functions of closures again for each merge.
 */
class PostingMerger {
  private readonly postingDocuments: Uint32Array;
  private readonly postingFrequencySets: Uint16Array | Uint32Array;

  constructor(
    private readonly postingOffsets: Uint32Array,
    private readonly frequencySets: MergedFrequencySets,
    allocate: Allocate,
  ) {
    const postingCount = postingOffsets[postingOffsets.length - 1];
    this.postingDocuments = allocateArray(Uint32Array, postingCount, allocate);
    const isWide = frequencySets.frequencySetOffsets.length - 1 > 0x10000;
    this.postingFrequencySets = allocateArray<Uint16Array | Uint32Array>(
      isWide ? Uint32Array : Uint16Array,
      postingCount,
      allocate,
    );
  }

  merge(mapped: readonly MappedSegment[]) {
    /** By term: the start of the postings of the segments that are written first. */
    const starts = this.postingOffsets.slice(0, -1);
    const [first] = mapped;
    const isFirstInOrder = first?.isInOrder === true;
    if (isFirstInOrder) addCounts(starts, 0, first.terms, first.postingCounts);
    const cursors = starts.slice();
    /** For each term, 1 if its postings must be sorted by document. */
    const isUnordered = new Uint8Array(starts.length);
    mapped.forEach((part, i) => {
      if (i > 0 || !isFirstInOrder) this.append(part, i, starts, cursors, isUnordered);
    });
    for (let term = 0; term < starts.length; term++) {
      if (isUnordered[term] === 1) this.sort(starts[term], this.postingOffsets[term + 1]);
    }
    if (isFirstInOrder) this.mergeFirst(first, starts);
    const { postingDocuments, postingFrequencySets } = this;
    return { postingDocuments, postingFrequencySets };
  }

  /** Writes the postings of a segment at the cursors of their terms. */
  private append(
    { segment, documents, terms }: MappedSegment,
    number: number,
    starts: Uint32Array,
    cursors: Uint32Array,
    isUnordered: Uint8Array,
  ): void {
    const { postingDocuments, postingFrequencySets } = this;
    const mergedSets = this.frequencySets.mergedSetsOf[number];
    const { postingOffsets, postingDocuments: localDocuments } = segment;
    const localSets = segment.postingFrequencySets;
    for (let local = 0; local < terms.length; local++) {
      const term = terms[local];
      if (term === LEFT_OUT) continue;
      const start = starts[term];
      let to = cursors[term];
      const end = postingOffsets[local + 1];
      for (let at = postingOffsets[local]; at < end; at++) {
        const document = documents[localDocuments[at]];
        if (document === LEFT_OUT) continue;
        if (to > start && document < postingDocuments[to - 1]) isUnordered[term] = 1;
        postingDocuments[to] = document;
        postingFrequencySets[to++] = mergedSets[localSets[at]];
      }
      cursors[term] = to;
    }
  }

  /**
   * Sorts a range of postings by document. For sorting, each posting is encoded as one number:
   * `document * setCount + frequencySet`.
   */
  private sort(start: number, end: number): void {
    const setCount = this.frequencySets.frequencySetOffsets.length - 1;
    const documents = this.postingDocuments.subarray(start, end);
    const sets = this.postingFrequencySets.subarray(start, end);
    const keys = new Float64Array(documents.length);
    for (let i = 0; i < keys.length; i++) keys[i] = documents[i] * setCount + sets[i];
    keys.sort();
    for (let i = 0; i < keys.length; i++) {
      documents[i] = Math.floor(keys[i] / setCount);
      sets[i] = keys[i] % setCount;
    }
  }

  /**
   * Writes the postings of the first segment, whose documents stay in order. Copies the postings of consecutive terms
   * together if no other segment and no left-out document has these terms.
   *
   * @param starts by term: the start of the postings of the other segments
   */
  private mergeFirst({ segment, ...mapping }: MappedSegment, starts: Uint32Array): void {
    // Reads each array once, because a property can read its array from a file.
    const first: MappedSegment = { ...mapping, segment: { ...segment } };
    const { terms, postingCounts } = first;
    const { postingOffsets: localOffsets } = first.segment;
    const { postingOffsets } = this;
    const isUnchanged = (local: number) => {
      const count = postingCounts[local];
      const term = terms[local];
      return (
        count === localOffsets[local + 1] - localOffsets[local] &&
        count === postingOffsets[term + 1] - postingOffsets[term]
      );
    };
    const copies = {
      documents: mapping.documents.every((to, document) => to === document || to === LEFT_OUT),
      sets: this.frequencySets.mergedSetsOf[0].every((to, set) => to === set),
    };
    for (let local = 0, end = 0; local < terms.length; local = end) {
      end = local + 1;
      if (terms[local] === LEFT_OUT) continue;
      if (isUnchanged(local)) {
        while (terms[end] === terms[end - 1] + 1 && isUnchanged(end)) end++;
        this.copyTerms(first, local, end, copies);
      } else {
        this.mergeTerm(first, local, starts[terms[local]]);
      }
    }
  }

  /**
   * Copies the posting lists of the terms from `local` up to but not including `end` of the first segment.
   *
   * @param copies whether all documents and frequency sets have the same numbers in the merged index
   */
  private copyTerms(
    { segment, documents, terms }: MappedSegment,
    local: number,
    end: number,
    copies: { readonly documents: boolean; readonly sets: boolean },
  ): void {
    const { postingDocuments, postingFrequencySets } = this;
    const { postingOffsets: offsets } = segment;
    const from = segment.postingDocuments.subarray(offsets[local], offsets[end]);
    const setsFrom = segment.postingFrequencySets.subarray(offsets[local], offsets[end]);
    const start = this.postingOffsets[terms[local]];
    if (copies.documents) postingDocuments.set(from, start);
    else {
      for (let i = 0; i < from.length; i++) postingDocuments[start + i] = documents[from[i]];
    }
    const [mergedSets] = this.frequencySets.mergedSetsOf;
    if (copies.sets) postingFrequencySets.set(setsFrom, start);
    else {
      for (let i = 0; i < setsFrom.length; i++) {
        postingFrequencySets[start + i] = mergedSets[setsFrom[i]];
      }
    }
  }

  /**
   * Merges the posting list of a term of the first segment with the postings of the other segments, which are at the end of
   * the range of the term.
   *
   * @param start the start of the postings of the other segments
   */
  private mergeTerm(
    { segment, documents, terms }: MappedSegment,
    local: number,
    start: number,
  ): void {
    const { postingDocuments, postingFrequencySets } = this;
    const { postingDocuments: localDocuments, postingFrequencySets: localSets } = segment;
    const [mergedSets] = this.frequencySets.mergedSetsOf;
    const term = terms[local];
    const end = segment.postingOffsets[local + 1];
    const otherEnd = this.postingOffsets[term + 1];
    let to = this.postingOffsets[term];
    let next = start;
    let other = next < otherEnd ? postingDocuments[next] : LEFT_OUT;
    for (let at = segment.postingOffsets[local]; at < end; at++) {
      const document = documents[localDocuments[at]];
      if (document === LEFT_OUT) continue;
      while (other < document) {
        postingDocuments[to] = other;
        postingFrequencySets[to++] = postingFrequencySets[next++];
        other = next < otherEnd ? postingDocuments[next] : LEFT_OUT;
      }
      postingDocuments[to] = document;
      postingFrequencySets[to++] = mergedSets[localSets[at]];
    }
  }
}

/**
 * Counts the document frequencies of terms with more than {@link MAX_POSTINGS_TO_COUNT} postings: for each field, the
 * number of documents that have the term in the field.
 */
function countDocumentFrequencies(
  postingOffsets: Uint32Array,
  postingFrequencySets: Uint16Array | Uint32Array,
  { frequencySetOffsets, frequencySetFields }: MergedFrequencySets,
  fieldCount: number,
) {
  const terms = new GrowableArray();
  const ends = new GrowableArray();
  const fields = new GrowableArray();
  const frequencies = new GrowableArray();
  const counts = new Uint32Array(fieldCount);
  ends.push(0);
  for (let term = 0; term + 1 < postingOffsets.length; term++) {
    const end = postingOffsets[term + 1];
    if (end - postingOffsets[term] <= MAX_POSTINGS_TO_COUNT) continue;
    for (let posting = postingOffsets[term]; posting < end; posting++) {
      const set = postingFrequencySets[posting];
      const last = frequencySetOffsets[set + 1];
      for (let at = frequencySetOffsets[set]; at < last; at++) counts[frequencySetFields[at]]++;
    }
    for (let field = 0; field < fieldCount; field++) {
      if (counts[field] === 0) continue;
      fields.push(field);
      frequencies.push(counts[field]);
      counts[field] = 0;
    }
    terms.push(term);
    ends.push(fields.length);
  }
  return {
    documentFrequencyTerms: terms.toArray(),
    documentFrequencyOffsets: ends.toArray(),
    documentFrequencyFields: Uint8Array.from(fields.toArray()),
    documentFrequencies: frequencies.toArray(),
  };
}

/** The frequency sets of some postings. */
export interface CountedFrequencySets
  extends Pick<Segment, 'frequencySetOffsets' | 'frequencySetFields' | 'frequencySetFrequencies'> {
  /** By frequency set: the number of postings that have the set. */
  readonly counts: Uint32Array;
}

/**
 * The frequency sets of the merged index, numbered from 0. A frequency set is the fields of a posting, with the
 * term frequency in each field. The three arrays of the sets have the same format as in `FrozenIndexData`.
 */
interface MergedFrequencySets {
  readonly frequencySetOffsets: Uint32Array;
  readonly frequencySetFields: Uint8Array;
  readonly frequencySetFrequencies: Uint32Array;
  /**
   * For each source, an array that maps its frequency sets to merged frequency sets. The element of a frequency set that
   * no posting has is 0.
   */
  readonly mergedSetsOf: readonly Uint32Array[];
}

interface UsedFrequencySet {
  readonly entries: readonly FieldFrequency[];
  /** The number of postings that have the frequency set. */
  readonly count: number;
}

/**
 * Merges the frequency sets of several sources. Omits frequency sets that no posting has. The merged sets are
 * ordered by descending number of postings. Sets with the same number of postings are ordered by their first
 * fields, the frequencies in their first fields, their second fields and so on. The order does not depend on
 * how the documents were split into sources.
 */
export function mergeFrequencySets(sources: readonly CountedFrequencySets[]): MergedFrequencySets {
  const used = new Map<string, UsedFrequencySet>();
  const keysOfSources = sources.map((source) => {
    const readEntries = entriesReader(source);
    /** For each frequency set of the source, its key in `used`; undefined when no posting has the set. */
    const keys: (string | undefined)[] = new Array(source.counts.length);
    source.counts.forEach((count, frequencySet) => {
      if (count === 0) return;
      const entries = readEntries(frequencySet);
      const key = entries.map(({ field, frequency }) => `${field}:${frequency}`).join();
      keys[frequencySet] = key;
      used.set(key, { entries, count: count + (used.get(key)?.count ?? 0) });
    });
    return keys;
  });

  const sorted = [...used].sort(
    ([, a], [, b]) => b.count - a.count || compareEntries(a.entries, b.entries),
  );
  const numbers = new Map(sorted.map(([key], number) => [key, number]));
  const frequencySetOffsets = new Uint32Array(sorted.length + 1);
  sorted.forEach(([, { entries }], number) => {
    frequencySetOffsets[number + 1] = frequencySetOffsets[number] + entries.length;
  });
  const entries = sorted.flatMap(([, frequencySet]) => frequencySet.entries);
  return {
    frequencySetOffsets,
    frequencySetFields: Uint8Array.from(entries, ({ field }) => field),
    frequencySetFrequencies: Uint32Array.from(entries, ({ frequency }) => frequency),
    mergedSetsOf: keysOfSources.map((keys) =>
      Uint32Array.from(keys, (key) => numbers.get(key ?? '') ?? 0),
    ),
  };
}

function entriesReader({
  frequencySetOffsets,
  frequencySetFields,
  frequencySetFrequencies,
}: CountedFrequencySets): (frequencySet: number) => FieldFrequency[] {
  return (frequencySet) => {
    const entries: FieldFrequency[] = [];
    const end = frequencySetOffsets[frequencySet + 1];
    for (let at = frequencySetOffsets[frequencySet]; at < end; at++) {
      entries.push({ field: frequencySetFields[at], frequency: frequencySetFrequencies[at] });
    }
    return entries;
  };
}

function compareEntries(a: readonly FieldFrequency[], b: readonly FieldFrequency[]): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) {
    const difference = a[i].field - b[i].field || a[i].frequency - b[i].frequency;
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
