import {
  compareCodePoints,
  DistinctStrings,
  GrowableArray,
  StringList,
} from '../../search/index.js';
import { CompressedStringsWriter } from '../format/compressed-strings.js';
import type { SectionWriter } from '../format/container/sections.js';
import { ascending, invert } from './permutations.js';

/**
 * Collects the strings that titles share, each once. The final numbers of the strings do not depend on the
 * order of the titles: a string has a lower number than another string if it occurs in a title with a lower
 * id, or earlier in the title in which both occur first.
 */
export interface SharedStringsEncoder {
  /** Begins the next title. The ids of all titles must be different. */
  beginTitle(id: string): void;
  /** Adds a string of the current title, and returns its provisional number. */
  add(text: string): number;
  /**
   * Returns the final number of each string by its provisional number, or undefined if all final numbers
   * equal the provisional numbers, because the titles were added in the order of their ids.
   *
   * @param docIds `docIds[i]` is the doc id of the title that was added at position `i`
   */
  finalNumbers(docIds: Uint32Array): Uint32Array | undefined;
  /**
   * Writes the strings in the order of their final numbers.
   *
   * @param name the name of the sections
   * @param finalNumbers the result of {@link finalNumbers}
   * @param symbols The symbols to compress the strings with. Default: symbols that are trained on the strings.
   */
  finish(
    sections: SectionWriter,
    name: string,
    finalNumbers: Uint32Array | undefined,
    symbols?: readonly string[],
  ): void;
}

export function createSharedStringsEncoder(): SharedStringsEncoder {
  let ids = new StringList();
  let strings = new DistinctStrings();
  /** By provisional number: the position of the title with the lowest id that has the string. */
  const firstTitles = new GrowableArray();
  /** By provisional number: the number of calls of `add` for that title before the call with the string. */
  const firstUses = new GrowableArray();
  let highestId = '';
  let isHighest = true;
  let areTitlesInOrder = true;
  let uses = 0;
  return {
    beginTitle(id) {
      isHighest = ids.size === 0 || compareCodePoints(id, highestId) > 0;
      if (isHighest) highestId = id;
      else areTitlesInOrder = false;
      ids.add(id);
      uses = 0;
    },
    add(text) {
      const title = ids.size - 1;
      const use = uses++;
      const number = strings.add(text);
      if (number === firstTitles.length) {
        firstTitles.push(title);
        firstUses.push(use);
        return number;
      }
      if (!isHighest && ids.compare(title, firstTitles.get(number)) < 0) {
        firstTitles.set(number, title);
        firstUses.set(number, use);
      }
      return number;
    },
    finalNumbers(docIds) {
      ids = new StringList();
      if (areTitlesInOrder) return undefined;
      const byUse = stableOrder(firstUses.take(), ascending(firstTitles.length));
      const firstDocIds = firstTitles.take().map((title) => docIds[title]);
      return invert(stableOrder(firstDocIds, byUse));
    },
    finish(sections, name, finalNumbers, symbols) {
      const writer = new CompressedStringsWriter();
      for (let i = 0; i < strings.size; i++) writer.add(strings.get(i));
      strings = new DistinctStrings();
      writer.finish(sections, name, { finalIndexes: finalNumbers, symbols });
    },
  };
}

/**
 * Sorts `order` by `keys[i]` for each element `i`. Elements with equal keys keep their order. Takes linear
 * time, because it counts the elements of each key.
 */
function stableOrder(keys: Uint32Array, order: Uint32Array): Uint32Array {
  const starts = new Uint32Array(keys.reduce((highest, key) => Math.max(highest, key), 0) + 2);
  for (const key of keys) starts[key + 1]++;
  for (let key = 1; key < starts.length; key++) starts[key] += starts[key - 1];
  const sorted = new Uint32Array(order.length);
  for (const i of order) sorted[starts[keys[i]]++] = i;
  return sorted;
}
