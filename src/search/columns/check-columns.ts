import { checkStringTable } from '../structures/string-table.js';
import {
  checkAscending,
  checkBelow,
  checkEqual,
  checkLength,
  checkOffsets,
  checkPermutation,
} from '../structures/structure-checks.js';
import type { DocValuesColumnData } from './doc-values-column.js';
import { minRanksOfBlocks } from './range-top-k.js';

/**
 * Checks a doc values column: that its offsets and ordinals are in range, that the ordinals of each document ascend,
 * and that the number of documents of each value is exact.
 *
 * @throws StructureError if an array is invalid; `structure` is its name in {@link DocValuesColumnData}
 */
export function checkDocValuesColumn(data: DocValuesColumnData, documentCount: number): void {
  const { offsets, values, counts, dictionary } = data;
  const size = counts.length;
  checkStringTable('dictionary', dictionary, size);
  if (offsets === undefined) {
    checkLength('values', values, documentCount);
    checkBelow('values', values, size + 1);
  } else {
    checkOffsets('offsets', offsets, documentCount, values.length);
    checkBelow('values', values, size);
    checkAscending('values', values, offsets);
  }
  const counted = new Uint32Array(size + 1);
  for (let i = 0; i < values.length; i++) counted[values[i]]++;
  checkEqual('counts', counts, counted.subarray(0, size));
}

/**
 * Checks the ranks of a sort order.
 *
 * @throws StructureError if the ranks are not a permutation of the documents
 */
export function checkRanks(structure: string, ranks: Uint32Array, documentCount: number): void {
  checkLength(structure, ranks, documentCount);
  checkPermutation(structure, ranks);
}

/**
 * Checks the blocks of a search for the lowest ranks in a range.
 *
 * @param rankOf returns the rank of a position
 * @throws StructureError if the blocks are not the blocks of these ranks
 */
export function checkRangeTopK(
  structure: string,
  blocks: Uint32Array,
  size: number,
  rankOf: (position: number) => number,
): void {
  checkEqual(structure, blocks, minRanksOfBlocks(size, rankOf));
}
