import type { Titles } from '../../catalog/catalog.js';
import { titleKeyHash } from '../../catalog/title-key.js';
import type { SectionData, Sections } from './section.js';
import { laterSectionOf } from './section-of.js';

const HASHES = 'titles.key.hash';
const NUMBERS = 'titles.key.number';

/** Which half of a number of 64 bits comes first in memory is the machine's choice. */
const LOW = new Uint32Array(BigUint64Array.of(1n).buffer)[0] === 1 ? 0 : 1;
const HIGH = 1 - LOW;

/**
 * Writes which titles each key belongs to: the hashes of keys, ascending, and beside each a title,
 * ascending among equal hashes.
 *
 * @param hashes of every key of every title
 * @param numbers the title of each
 */
export function addTitleKeys(
  sections: Map<string, SectionData>,
  hashes: Uint32Array,
  numbers: Uint32Array,
): void {
  // As numbers of 64 bits, hash above title, both are sorted at once and without a comparator.
  const pairs = new BigUint64Array(hashes.length);
  const halves = new Uint32Array(pairs.buffer);
  hashes.forEach((hash, i) => {
    halves[2 * i + HIGH] = hash;
    halves[2 * i + LOW] = numbers[i];
  });
  pairs.sort();
  sections.set(
    HASHES,
    hashes.map((_, i) => halves[2 * i + HIGH]),
  );
  sections.set(
    NUMBERS,
    numbers.map((_, i) => halves[2 * i + LOW]),
  );
}

/** Finds titles by what {@link addTitleKeys} wrote. O(log keys). */
export function openTitleKeys(sections: Sections): Titles['withKey'] {
  const allHashes = laterSectionOf(sections, HASHES, Uint32Array);
  const allNumbers = laterSectionOf(sections, NUMBERS, Uint32Array);
  return (key) => {
    const [hashes, numbers] = [allHashes(), allNumbers()];
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
