import type { Titles } from '../../catalog/catalog.js';
import { titleKeyHash } from '../../catalog/title-key.js';
import { sectionOf } from './records.js';
import type { SectionData, Sections } from './section.js';

const HASHES = 'titles.key.hash';
const NUMBERS = 'titles.key.number';

/** A title and the hash of one of its keys. */
export interface HashedKey {
  readonly hash: number;
  readonly number: number;
}

/** Writes which titles each key belongs to: the hashes of keys, ascending, and beside each a title. */
export function addTitleKeys(sections: Map<string, SectionData>, keys: readonly HashedKey[]): void {
  const sorted = [...keys].sort((a, b) => a.hash - b.hash || a.number - b.number);
  sections.set(
    HASHES,
    Uint32Array.from(sorted, ({ hash }) => hash),
  );
  sections.set(
    NUMBERS,
    Uint32Array.from(sorted, ({ number }) => number),
  );
}

/** Finds titles by what {@link addTitleKeys} wrote. O(log keys). */
export function openTitleKeys(sections: Sections): Titles['withKey'] {
  const hashes = sectionOf(sections, HASHES, Uint32Array);
  const numbers = sectionOf(sections, NUMBERS, Uint32Array);
  return (key) => {
    const hash = titleKeyHash(key);
    let low = 0;
    let high = hashes.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (hashes[middle] < hash) low = middle + 1;
      else high = middle;
    }
    let end = low;
    while (end < hashes.length && hashes[end] === hash) end++;
    return numbers.subarray(low, end);
  };
}
