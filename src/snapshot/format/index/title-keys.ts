import { lowerBound } from '../../../base/binary-search.js';
import type { Titles } from '../../../catalog/catalog.js';
import { titleKeyHash } from '../../../catalog/title-key.js';
import {
  getParallel,
  getSection,
  type Sections,
  type SectionWriter,
} from '../container/sections.js';

const HASHES = 'titles.key.hash';
const DOC_IDS = 'titles.key.number';

/**
 * The hashes of title keys in ascending order. A title key is a normalized title, author's name or name of a series, which
 * is compared with queries.
 */
export interface TitleKeys {
  readonly hashes: Uint32Array;
  /** Parallel to `hashes`: the doc id of the title. Ascending for equal hashes. */
  readonly docIds: Uint32Array;
}

/** Writes the keys of all titles. */
export function addTitleKeys(sections: SectionWriter, { hashes, docIds }: TitleKeys): void {
  sections.set(HASHES, hashes);
  sections.set(DOC_IDS, docIds);
}

/** Returns the keys that {@link addTitleKeys} wrote. */
export function titleKeySections(sections: Sections): TitleKeys {
  const hashes = getSection(sections, HASHES, Uint32Array);
  return { hashes, docIds: getParallel(sections, DOC_IDS, Uint32Array, hashes.length) };
}

/**
 * Opens the hashes that {@link addTitleKeys} wrote. Returns a function that returns the doc ids of all
 * titles that have a key with the same hash as the given key. In rare cases, hashes collide, and the
 * result includes a title that does not have the given key. O(log keys).
 */
export function openTitleKeys(sections: Sections): Titles['withTitleKey'] {
  const { hashes, docIds } = titleKeySections(sections);
  return (key) => {
    const hash = titleKeyHash(key);
    const start = lowerBound(hashes, hash);
    let end = start;
    while (end < hashes.length && hashes[end] === hash) end++;
    return docIds.subarray(start, end);
  };
}
