import type { Title } from '../../catalog/records/title.js';
import { titleKeyHash } from '../../catalog/title-key.js';
import { workKey } from '../../catalog/work-key.js';
import type { SectionData } from '../format/container/sections.js';
import { TITLE_SECTIONS } from '../format/titles.js';

/** Collects the keys of the works of titles, and writes which titles are editions of the same work. */
export interface WorksEncoder {
  /** Adds the work of the next title. */
  add(title: Title): void;
  /**
   * Writes, for each title, the lowest doc id of a title with the same work.
   *
   * @param docIds `docIds[i]` is the doc id of the title that was added at position `i`
   */
  finish(sections: Map<string, SectionData>, docIds: Uint32Array): void;
}

/** Creates the encoder. Keeps two hashes of each key, not the keys. */
export function createWorksEncoder(): WorksEncoder {
  const hashes: number[] = [];
  return {
    add(title) {
      const key = workKey(title);
      // A character before the key changes the whole hash. A character after it would not tell equal hashes apart.
      hashes.push(titleKeyHash(key) * 0x200000 + (titleKeyHash(` ${key}`) >>> 11));
    },
    finish(sections, docIds) {
      const lowest = new Map<number, number>();
      hashes.forEach((hash, position) => {
        const docId = docIds[position];
        lowest.set(hash, Math.min(docId, lowest.get(hash) ?? docId));
      });
      const works = new Uint32Array(docIds.length);
      hashes.forEach((hash, position) => {
        works[docIds[position]] = lowest.get(hash) ?? docIds[position];
      });
      sections.set(TITLE_SECTIONS.work, works);
    },
  };
}
