import type { Title } from '../catalog/title.js';
import { titleKeyHash, titleKeys } from '../catalog/title-key.js';
import { NumberList } from '../search/building/number-list.js';
import type { SectionData } from './format/section.js';
import { addTitleKeys } from './format/title-keys.js';

/** Takes titles one after the other and keeps of them the keys that they are known by. */
export interface TitleKeysEncoder {
  add(title: Title): void;
  /**
   * Writes the sections.
   *
   * @param order the final number of every title by the order in which they were added
   */
  finish(sections: Map<string, SectionData>, order: Uint32Array): void;
}

/** An encoder of the keys of titles, which holds eight bytes a key. */
export function createTitleKeysEncoder(): TitleKeysEncoder {
  const hashes = new NumberList();
  const arrivals = new NumberList();
  let titles = 0;
  return {
    add(title) {
      for (const key of titleKeys(title)) {
        hashes.push(titleKeyHash(key));
        arrivals.push(titles);
      }
      titles++;
    },
    finish(sections, order) {
      const numbers = arrivals.toArray().map((arrival) => order[arrival]);
      addTitleKeys(sections, hashes.toArray(), numbers);
    },
  };
}
