import { openStringTable, type StringTableData } from '../../structures/string-table.js';
import { type MergedNumbers, mergeNumbers } from './merge-numbers.js';
import { mergeStrings } from './merge-strings.js';

/** A merged string table, and the numbers of the strings of both tables in it. */
export interface ReplacedStrings {
  readonly table: StringTableData;
  readonly numbers: MergedNumbers;
}

/**
 * Adds the strings of a sorted table to another sorted table, and removes strings. A string that is in both tables is once
 * in the merged table.
 *
 * @param keyOf returns the key of a string, which different strings must not share
 * @param compare compares the keys of two strings in the order of the tables
 * @param isKept returns whether the merged table has a string of `before` even if it is not added
 * @throws RangeError when the strings have more bytes than a 32-bit offset can number
 * @example
 * const [before, added] = [['Emma', 'Persuasion'], ['Sanditon']].map(encodeStringTable);
 * replaceStrings(before, added, (text) => text, compareCodePoints, (index) => index > 0).numbers.added; // Uint32Array [1]
 */
export function replaceStrings<Key>(
  before: StringTableData,
  added: StringTableData,
  keyOf: (text: string) => Key,
  compare: (a: Key, b: Key) => number,
  isKept: (index: number) => boolean,
): ReplacedStrings {
  const keysOf = (table: StringTableData) => {
    const { size, get } = openStringTable(table);
    return { size, get: (index: number) => keyOf(get(index)) };
  };
  const numbers = mergeNumbers(keysOf(before), keysOf(added), compare, isKept);
  const { offsets, units } = mergeStrings(
    { offsets: before.offsets, units: before.bytes },
    { offsets: added.offsets, units: added.bytes },
    numbers,
    (length) => new Uint8Array(length),
    'bytes of strings',
  );
  return { table: { offsets, bytes: units }, numbers };
}
