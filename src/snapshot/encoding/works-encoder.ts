import type { Titles } from '../../catalog/catalog.js';
import { titleKeyHash } from '../../catalog/title-key.js';
import { WORK_KEY_FIELDS, workKey } from '../../catalog/work-key.js';
import { DistinctNumbers, GrowableArray } from '../../search/index.js';
import { TITLE_SECTIONS } from '../format/titles.js';
import type { TitlesPartEncoder } from './titles-part-encoder.js';

/**
 * Creates an encoder of which titles are editions of the same work: for each title, the lowest doc id of a title with the
 * same work. Keeps a hash of each key, not the keys. Decodes only those unchanged titles that may be editions of the same
 * work as an added title.
 */
export function createWorksEncoder(): TitlesPartEncoder {
  let hashes = new DistinctNumbers();
  /**
   * By title: the number of its work from 1, or 0 for an added title without a key. An unchanged title without a key is a
   * work of its own.
   */
  const worksOfTitles = new GrowableArray();
  /** The number of works of unchanged titles. The works of `hashes` have the numbers after them. */
  let unchangedWorks = 0;
  /** By the lowest number of a title of a work before the changes: the number of the work, or 0 if none is unchanged. */
  let workOfLowest = new Uint32Array(0);
  let lowestEditionOf: (key: string, hash: number) => number | undefined = () => undefined;
  return {
    addUnchanged({ titles, numbers }) {
      workOfLowest = new Uint32Array(titles.size);
      const added = worksOfTitles.extend(numbers.length);
      for (let i = 0; i < numbers.length; i++) {
        const lowest = titles.works[numbers[i]];
        if (workOfLowest[lowest] === 0) workOfLowest[lowest] = ++unchangedWorks;
        added[i] = workOfLowest[lowest];
      }
      lowestEditionOf = finderOfLowestEdition(titles);
    },
    add(title) {
      const key = workKey(title);
      const hash = hashOf(key);
      if (hash === undefined) {
        worksOfTitles.push(0);
        return;
      }
      const lowest = lowestEditionOf(key, hash);
      const unchanged = lowest === undefined ? 0 : workOfLowest[lowest];
      worksOfTitles.push(unchanged || unchangedWorks + hashes.add(hash) + 1);
    },
    finish(sections, docIds) {
      const lowest = new Uint32Array(unchangedWorks + hashes.size + 1).fill(docIds.length);
      hashes = new DistinctNumbers();
      workOfLowest = new Uint32Array(0);
      lowestEditionOf = () => undefined;
      const workOf = worksOfTitles.take();
      docIds.forEach((docId, position) => {
        const work = workOf[position];
        lowest[work] = Math.min(lowest[work], docId);
      });
      const lowestOfWorks = new Uint32Array(docIds.length);
      docIds.forEach((docId, position) => {
        const work = workOf[position];
        lowestOfWorks[docId] = work === 0 ? docId : lowest[work];
      });
      sections.set(TITLE_SECTIONS.work, lowestOfWorks);
    },
  };
}

/**
 * Returns a hash of the key of a work, a whole number from 0 to 2^53 - 1. Returns undefined for a main title without
 * letters and digits, because such titles are not editions of each other.
 */
function hashOf(key: string): number | undefined {
  if (key.startsWith(' ')) return undefined;
  // A character before the key changes the whole hash. A character after it would not tell equal hashes apart.
  return titleKeyHash(key) * 0x200000 + (titleKeyHash(` ${key}`) >>> 11);
}

/** Returns a function that returns the lowest number of a title of the work with this key and hash, or undefined. */
function finderOfLowestEdition(titles: Titles): (key: string, hash: number) => number | undefined {
  /** The title keys whose works are in `lowestByHash`. */
  const found = new Set<string>();
  const lowestByHash = new Map<number, number>();
  return (key, hash) => {
    const [titleKey] = key.split(' ', 1);
    if (!found.has(titleKey)) {
      found.add(titleKey);
      for (const lowest of distinctWorks(titles, titles.withTitleKey(titleKey))) {
        const hashOfWork = hashOf(workKey(titles.pick(lowest, WORK_KEY_FIELDS)));
        if (hashOfWork !== undefined) lowestByHash.set(hashOfWork, lowest);
      }
    }
    return lowestByHash.get(hash);
  };
}

/** Returns the lowest number of a title of each work that has one of these titles. */
function distinctWorks({ works }: Titles, numbers: Uint32Array): ReadonlySet<number> {
  return new Set(numbers.map((number) => works[number]));
}
