import { GrowableArray } from '../../base/growable-array.js';
import { LEFT_OUT } from '../../base/merge-strings.js';
import { sortPairs } from '../../base/sort-by-keys.js';
import { nameKeys } from '../../catalog/name-key.js';
import { titleKeyHash, titleKeys } from '../../catalog/title-key.js';
import { addTitleKeys, type TitleKeys, titleKeySections } from '../format/index/title-keys.js';
import type { TitlesPartEncoder } from './titles-part-encoder.js';
import type { UnchangedTitles } from './unchanged-titles.js';

/**
 * Creates an encoder of the hashes of title keys: normalized titles, authors' names and names of series, which are
 * compared with queries.
 */
export function createTitleKeysEncoder(): TitlesPartEncoder {
  const hashes = new GrowableArray();
  /** Parallel to `hashes`: the position of the title in the order of adding. */
  const positions = new GrowableArray();
  let unchanged: UnchangedTitles | undefined;
  let titleCount = 0;
  return {
    addUnchanged(titles) {
      unchanged = titles;
      titleCount = titles.titles.size;
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
    finish(sections, { docIds }) {
      const added = {
        hashes: hashes.take(),
        docIds: positions.take().map((position) => docIds[position]),
      };
      sortPairs(added.hashes, added.docIds);
      const all = unchanged === undefined ? added : mergeUnchanged(unchanged, docIds, added);
      addTitleKeys(sections, all);
    },
  };
}

/** Merges the keys of unchanged titles, whose order does not change, with sorted keys of other titles. */
function mergeUnchanged(
  { sections }: UnchangedTitles,
  docIds: Uint32Array,
  added: TitleKeys,
): TitleKeys {
  const before = titleKeySections(sections);
  const merged = {
    hashes: new Uint32Array(before.hashes.length + added.hashes.length),
    docIds: new Uint32Array(before.hashes.length + added.hashes.length),
  };
  let length = 0;
  let next = 0;
  const push = (hash: number, docId: number) => {
    merged.hashes[length] = hash;
    merged.docIds[length++] = docId;
  };
  for (let i = 0; i < before.hashes.length; i++) {
    const hash = before.hashes[i];
    const docId = docIds[before.docIds[i]];
    if (docId === LEFT_OUT) continue;
    for (; next < added.hashes.length; next++) {
      const isBefore =
        added.hashes[next] === hash ? added.docIds[next] < docId : added.hashes[next] < hash;
      if (!isBefore) break;
      push(added.hashes[next], added.docIds[next]);
    }
    push(hash, docId);
  }
  for (; next < added.hashes.length; next++) push(added.hashes[next], added.docIds[next]);
  return { hashes: merged.hashes.subarray(0, length), docIds: merged.docIds.subarray(0, length) };
}
