import type { Titles } from '../../catalog/catalog.js';
import type { Title } from '../../catalog/records/title.js';
import { titleKeyHash } from '../../catalog/title-key.js';
import { workKey } from '../../catalog/work-key.js';
import type { SectionData } from '../format/container/sections.js';
import { TITLE_SECTIONS } from '../format/titles.js';
import type { UnchangedTitles } from './unchanged-titles.js';

/** Collects the keys of the works of titles, and writes which titles are editions of the same work. */
export interface WorksEncoder {
  /** Adds unchanged titles. Decodes only titles that may be editions of the same work as an added title. */
  addUnchanged(unchanged: UnchangedTitles): void;
  /** Adds the work of the next title. */
  add(title: Title): void;
  /**
   * Writes, for each title, the lowest doc id of a title with the same work.
   *
   * @param docIds `docIds[i]` is the doc id of the title that was added at position `i`
   */
  finish(sections: Map<string, SectionData>, docIds: Uint32Array): void;
}

/** Creates the encoder. Keeps a hash of each key, not the keys. */
export function createWorksEncoder(): WorksEncoder {
  /** By title: a number that titles of the same work have in common. Undefined for a title without a key. */
  const works: (number | undefined)[] = [];
  let workOfUnchanged: (title: Title, hash: number) => number | undefined = () => undefined;
  return {
    addUnchanged(unchanged) {
      const { titles, numbers } = unchanged;
      for (const number of numbers) works.push(unchangedWork(titles, number));
      workOfUnchanged = finderOfWorks(titles);
    },
    add(title) {
      const hash = hashOf(title);
      works.push(hash === undefined ? undefined : (workOfUnchanged(title, hash) ?? hash));
    },
    finish(sections, docIds) {
      const lowest = new Map<number, number>();
      works.forEach((work, position) => {
        if (work === undefined) return;
        lowest.set(work, Math.min(docIds[position], lowest.get(work) ?? docIds[position]));
      });
      const lowestOfWorks = new Uint32Array(docIds.length);
      works.forEach((work, position) => {
        const docId = docIds[position];
        lowestOfWorks[docId] = work === undefined ? docId : (lowest.get(work) ?? docId);
      });
      sections.set(TITLE_SECTIONS.work, lowestOfWorks);
    },
  };
}

/**
 * Returns a hash of the key of a title's work, a whole number from 0 to 2^53 - 1. Returns undefined for a main title
 * without letters and digits, because such titles are not editions of each other.
 */
function hashOf(title: Title): number | undefined {
  const key = workKey(title);
  if (key.startsWith(' ')) return undefined;
  // A character before the key changes the whole hash. A character after it would not tell equal hashes apart.
  return titleKeyHash(key) * 0x200000 + (titleKeyHash(` ${key}`) >>> 11);
}

/** Returns a number below 0 that all unchanged titles of the same work have in common. */
function unchangedWork({ works }: Titles, number: number): number {
  return -1 - works[number];
}

/** Returns a function that returns the {@link unchangedWork} of the title in the catalog with this hash. */
function finderOfWorks(titles: Titles): (title: Title, hash: number) => number | undefined {
  const hashes = new Map<number, number | undefined>();
  const hashAt = (number: number) => {
    if (!hashes.has(number)) hashes.set(number, hashOf(titles.get(number)));
    return hashes.get(number);
  };
  return (title, hash) => {
    const [titleKey] = workKey(title).split(' ', 1);
    const found = titles.withTitleKey(titleKey).find((number) => hashAt(number) === hash);
    return found === undefined ? undefined : unchangedWork(titles, found);
  };
}
