import { nameKeys } from '../../catalog/name-key.js';
import { titleKeyHash, titleKeys } from '../../catalog/title-key.js';
import { GrowableArray } from '../../search/index.js';
import { addTitleKeys, titleKeySections } from '../format/index/title-keys.js';
import type { TitlesPartEncoder } from './titles-part-encoder.js';

/**
 * Creates an encoder of the hashes of title keys: normalized titles, authors' names and names of series, which are
 * compared with queries.
 */
export function createTitleKeysEncoder(): TitlesPartEncoder {
  const hashes = new GrowableArray();
  /** Parallel to `hashes`: the position of the title in the order of adding. */
  const positions = new GrowableArray();
  let titleCount = 0;
  return {
    addUnchanged({ sections, titles, numbers }) {
      /** By number: 1 more than the position of the title, or 0 if the title changed. */
      const added = new Uint32Array(titles.size);
      for (const number of numbers) added[number] = ++titleCount;
      const [keyHashes, keyNumbers] = titleKeySections(sections);
      let count = 0;
      for (let i = 0; i < keyNumbers.length; i++) if (added[keyNumbers[i]] > 0) count++;
      const addedHashes = hashes.extend(count);
      const addedPositions = positions.extend(count);
      let next = 0;
      for (let i = 0; i < keyNumbers.length; i++) {
        const position = added[keyNumbers[i]];
        if (position === 0) continue;
        addedHashes[next] = keyHashes[i];
        addedPositions[next++] = position - 1;
      }
    },
    add(title) {
      for (const keys of [titleKeys(title), nameKeys(title)]) {
        for (const key of keys) {
          hashes.push(titleKeyHash(key));
          positions.push(titleCount);
        }
      }
      titleCount++;
    },
    finish(sections, docIds) {
      const docIdsOfKeys = positions.take().map((position) => docIds[position]);
      addTitleKeys(sections, hashes.take(), docIdsOfKeys);
    },
  };
}
