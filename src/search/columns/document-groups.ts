/*
 * Groups of documents, such as the editions of a work, of which a list of results shows one.
 */

import { lowerBound } from '../../base/binary-search.js';
import { countBits, intersect } from '../postings/document-sets.js';

/** Groups of documents for field collapsing. Each document is in one group. */
export interface DocumentGroups {
  /** By document: the ordinal of its group, less than the number of documents. */
  readonly ords: Uint32Array;
  /** The documents of groups with several documents, ascending. */
  readonly members: Uint32Array;
}

/**
 * Creates groups of documents, for `TopOptions.groups`.
 *
 * @param ords by document: the ordinal of its group, less than the number of documents. Must not change afterwards
 * @example createDocumentGroups(Uint32Array.of(0, 1, 0)) // documents 0 and 2 are in one group
 */
export function createDocumentGroups(ords: Uint32Array): DocumentGroups {
  return { ords, members: findGroupMembers(ords) };
}

/** With more documents per member of a group, {@link countGroups} reads only the members. */
const MIN_DOCUMENTS_PER_MEMBER = 4;

/** Returns the documents of groups with several documents, ascending. */
export function findGroupMembers(ords: Uint32Array): Uint32Array<ArrayBuffer> {
  /** By group: the number of its documents, up to 2. */
  const counts = new Uint8Array(ords.length);
  for (let document = 0; document < ords.length; document++) {
    const ord = ords[document];
    if (counts[ord] < 2) counts[ord]++;
  }
  const members = new Uint32Array(ords.length);
  let count = 0;
  for (let document = 0; document < ords.length; document++) {
    members[count] = document;
    count += counts[ords[document]] >> 1;
  }
  return members.slice(0, count);
}

/**
 * Returns the number of groups that documents are in.
 *
 * @param documents ascending, without duplicates
 * @remarks O(documents) time. Fast if few documents of the index are in groups with several documents.
 * @example countGroups(matches.documents, works) // the number of works among the matches
 */
export function countGroups(documents: Uint32Array, groups: DocumentGroups): number {
  const { ords, members } = groups;
  const isIntersected = members.length * MIN_DOCUMENTS_PER_MEMBER <= documents.length;
  const grouped = isIntersected ? intersect(members, documents) : documents;
  const marked = markGroups(grouped, ords);
  let count = documents.length - grouped.length;
  for (let i = 0; i < marked.length; i++) count += countBits(marked[i]);
  return count;
}

/**
 * Returns, for each of some documents, the documents of its group, ascending.
 *
 * @param documents the documents to choose from, such as all matches; ascending, without duplicates
 * @param chosen some of `documents`, at most one of each group
 * @remarks O(documents of groups with several documents) time.
 */
export function documentsOfGroups(
  documents: Uint32Array,
  groups: DocumentGroups,
  chosen: Uint32Array,
): number[][] {
  const { ords, members } = groups;
  const marked = markGroups(chosen, ords);
  const found = new Map<number, number[]>();
  for (let i = 0; i < members.length; i++) {
    const document = members[i];
    const ord = ords[document];
    if (((marked[ord >>> 5] >>> ord) & 1) === 0) continue;
    if (documents[lowerBound(documents, document)] !== document) continue;
    const ofGroup = found.get(ord);
    if (ofGroup === undefined) found.set(ord, [document]);
    else ofGroup.push(document);
  }
  return Array.from(chosen, (document) => found.get(ords[document]) ?? [document]);
}

/** Returns the documents whose group contains none of `others`, in the order of `documents`. */
export function withoutGroupsOf(
  documents: Uint32Array,
  { ords }: DocumentGroups,
  others: Uint32Array,
): Uint32Array {
  const marked = markGroups(others, ords);
  const kept = new Uint32Array(documents.length);
  let count = 0;
  for (let i = 0; i < documents.length; i++) {
    const ord = ords[documents[i]];
    kept[count] = documents[i];
    count += (~marked[ord >>> 5] >>> ord) & 1;
  }
  return kept.subarray(0, count);
}

/** Returns the groups of documents as bits: bit `g & 31` of element `g >>> 5` is set for group `g`. */
function markGroups(documents: Uint32Array, ords: Uint32Array): Uint32Array {
  const marked = new Uint32Array((ords.length + 31) >>> 5);
  for (let i = 0; i < documents.length; i++) {
    const ord = ords[documents[i]];
    marked[ord >>> 5] |= 1 << ord;
  }
  return marked;
}
