import type { Titles } from '../../../catalog/catalog.js';
import { titleKeyHash } from '../../../catalog/title-key.js';
import { checkBelow, checkLength, lowerBound, StructureError } from '../../../search/index.js';
import {
  getSection,
  lazySection,
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
  return {
    hashes: getSection(sections, HASHES, Uint32Array),
    docIds: getSection(sections, DOC_IDS, Uint32Array),
  };
}

/**
 * Checks the hashes that {@link addTitleKeys} wrote.
 *
 * @throws StructureError if a hash is out of order, or belongs to no title
 */
export function checkTitleKeys(sections: Sections, titleCount: number): void {
  const { hashes, docIds } = titleKeySections(sections);
  checkLength(DOC_IDS, docIds, hashes.length);
  checkBelow(DOC_IDS, docIds, titleCount);
  for (let i = 1; i < hashes.length; i++) {
    const isAfter =
      hashes[i] === hashes[i - 1] ? docIds[i] >= docIds[i - 1] : hashes[i] > hashes[i - 1];
    if (isAfter) continue;
    throw new StructureError(HASHES, `a hash of at least ${hashes[i - 1]} at ${i}`, hashes[i]);
  }
}

/**
 * Opens the hashes that {@link addTitleKeys} wrote. Returns a function that returns the doc ids of all
 * titles that have a key with the same hash as the given key. In rare cases, hashes collide, and the
 * result includes a title that does not have the given key. O(log keys).
 */
export function openTitleKeys(sections: Sections): Titles['withTitleKey'] {
  const allHashes = lazySection(sections, HASHES, Uint32Array);
  const allDocIds = lazySection(sections, DOC_IDS, Uint32Array);
  return (key) => {
    const [hashes, docIds] = [allHashes(), allDocIds()];
    const hash = titleKeyHash(key);
    const start = lowerBound(hashes, hash);
    let end = start;
    while (end < hashes.length && hashes[end] === hash) end++;
    return docIds.subarray(start, end);
  };
}
