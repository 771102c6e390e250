import { lowerBound } from '../../base/binary-search.js';
import { DistinctNumbers } from '../../base/distinct-values.js';
import { GrowableArray } from '../../base/growable-array.js';
import { LEFT_OUT } from '../../base/merge-strings.js';
import type { Titles } from '../../catalog/catalog.js';
import type { Title } from '../../catalog/records/title.js';
import { titleKeyHash } from '../../catalog/title-key.js';
import { commonKeys, WORK_KEY_FIELDS, workKey } from '../../catalog/work-key.js';
import { TITLE_SECTIONS } from '../format/title-sections.js';
import type { TitlesPartEncoder } from './titles-part-encoder.js';

/**
 * Creates an encoder of which titles are editions of the same work: for each title, the lowest doc id of a title with the
 * same work. Keeps a hash of each key, not the keys. Decodes only those unchanged titles that may be editions of the same
 * work as an added title.
 */
export function createWorksEncoder(): TitlesPartEncoder {
  let hashes = new DistinctNumbers();
  /**
   * By position of a title: the number of its work from 1, or 0 for an added title without a key and a title that changed.
   * An unchanged title without a key is a work of its own.
   */
  const worksOfTitles = new GrowableArray();
  /** The number of works of unchanged titles. The works of `hashes` have the numbers after them. */
  let unchangedWorks = 0;
  /** By the lowest number of a title of a work before the changes: the number of the work, or 0 if none is unchanged. */
  let workOfLowest = new Uint32Array(0);
  let lowestEditionOf: ReturnType<typeof finderOfLowestEdition> = () => undefined;
  return {
    addUnchanged({ titles, numbers }) {
      workOfLowest = new Uint32Array(titles.size);
      const works = worksOfTitles.extend(titles.size);
      for (const number of numbers) {
        const lowest = titles.works[number];
        if (workOfLowest[lowest] === 0) workOfLowest[lowest] = ++unchangedWorks;
        works[number] = workOfLowest[lowest];
      }
      lowestEditionOf = finderOfLowestEdition(titles);
    },
    add(title) {
      const hash = hashOf(workKey(title));
      if (hash === undefined) {
        worksOfTitles.push(0);
        return;
      }
      const lowest = lowestEditionOf(title, hash);
      const unchanged = lowest === undefined ? 0 : workOfLowest[lowest];
      worksOfTitles.push(unchanged || unchangedWorks + hashes.add(hash) + 1);
    },
    finish(sections, { size, docIds }) {
      const lowest = new Uint32Array(unchangedWorks + hashes.size + 1).fill(size);
      hashes = new DistinctNumbers();
      workOfLowest = new Uint32Array(0);
      lowestEditionOf = () => undefined;
      const workOf = worksOfTitles.take();
      docIds.forEach((docId, position) => {
        const work = workOf[position];
        lowest[work] = Math.min(lowest[work], docId);
      });
      const lowestOfWorks = new Uint32Array(size);
      docIds.forEach((docId, position) => {
        if (docId === LEFT_OUT) return;
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

/** Returns a function that returns the lowest number of a title of the same work, by the hash of its key, or undefined. */
function finderOfLowestEdition(titles: Titles): (title: Title, hash: number) => number | undefined {
  /** The common keys of the works that are in `lowestByHash`. */
  const found = new Set<string>();
  const lowestByHash = new Map<number, number>();
  return (title, hash) => {
    const keys = commonKeys(title);
    const both = `${keys.title} ${keys.author}`;
    if (!found.has(both)) {
      found.add(both);
      for (const lowest of worksWith(titles, keys)) {
        const hashOfWork = hashOf(workKey(titles.pick(lowest, WORK_KEY_FIELDS)));
        if (hashOfWork !== undefined) lowestByHash.set(hashOfWork, lowest);
      }
    }
    return lowestByHash.get(hash);
  };
}

/** Returns the lowest number of a title of each work that has a title with these keys. */
function worksWith(
  { withTitleKey, works }: Titles,
  { title, author }: ReturnType<typeof commonKeys>,
): ReadonlySet<number> {
  const lowest = new Set<number>();
  const ofAuthor = author === '' ? undefined : withTitleKey(author);
  for (const number of withTitleKey(title)) {
    const isOfAuthor = ofAuthor === undefined || ofAuthor[lowerBound(ofAuthor, number)] === number;
    if (isOfAuthor) lowest.add(works[number]);
  }
  return lowest;
}
