import { Bitset } from '../bitset.js';
import type { ValueColumn } from '../columns/value-column.js';
import type { LargeColumn } from './facet-rows.js';
import type { RankedValues } from './ranked-values.js';
import { type FacetCounts, TopValues } from './top-values.js';
import { invertFrequent, type ValuePostings } from './value-postings.js';

/**
 * Counts and selects by columns of many values, for a large part of all documents: the most frequent
 * values are counted, each by its list of documents, until no other can be among the best. Of most
 * values not one document is looked at.
 */
export interface ListedTally {
  /**
   * By column, the most frequent values of the documents; nothing when too many values would have
   * to be listed.
   *
   * @param documents in any order, each once
   */
  count(documents: Uint32Array, limit: number): Map<number, FacetCounts> | undefined;
  /** The same for one column. */
  countOne(documents: Uint32Array, column: number, limit: number): FacetCounts | undefined;
  /**
   * The documents that have any of the values in a column, ascending; nothing when one of the values
   * is not listed.
   */
  documentsOf(column: number, values: readonly number[]): Uint32Array | undefined;
}

/** A column by its values. */
interface Lists {
  readonly ranked: RankedValues;
  readonly postings: ValuePostings;
}

/**
 * @param columns over the same documents; they go by their place here
 * @param large those of many values, with their values
 */
export function createListedTally(
  columns: readonly ValueColumn[],
  large: readonly LargeColumn[],
): ListedTally {
  const lists = new Map(
    large.map((ranked) => [
      ranked.column,
      { ranked, postings: invertFrequent(columns[ranked.column], ranked) },
    ]),
  );
  const chosen = new Bitset(columns[0]?.documentCount ?? 0);

  /** The best values of a column among the chosen documents. */
  function topOfChosen({ ranked, postings }: Lists, limit: number): FacetCounts | undefined {
    const { values, totals } = ranked;
    const { offsets, documents } = postings;
    const top = new TopValues(Math.min(limit, values.length));
    for (let rank = 0; rank < values.length; rank++) {
      // Totals descend, so from here on nothing is counted often enough.
      if (totals[rank] < top.lowest) break;
      if (offsets[rank] === offsets[rank + 1]) return undefined;
      const count = chosen.countIf(documents, offsets[rank], offsets[rank + 1], top.lowest);
      if (count > 0) top.offer(values[rank], count);
    }
    return top.take();
  }

  return {
    count(documents, limit) {
      chosen.addAll(documents);
      const tops = new Map<number, FacetCounts>();
      for (const [column, ofColumn] of lists) {
        const top = topOfChosen(ofColumn, limit);
        if (top === undefined) break;
        tops.set(column, top);
      }
      chosen.clear();
      return tops.size === lists.size ? tops : undefined;
    },
    countOne(documents, column, limit) {
      const ofColumn = lists.get(column);
      if (ofColumn === undefined) return undefined;
      chosen.addAll(documents);
      const top = topOfChosen(ofColumn, limit);
      chosen.clear();
      return top;
    },
    documentsOf(column, values) {
      const ofColumn = lists.get(column);
      const found = ofColumn && listsOf(ofColumn, values);
      if (found === undefined) return undefined;
      for (const list of found) chosen.addAll(list);
      return chosen.takeAll();
    },
  };
}

/** The documents of each of the values; nothing where those of one are not listed. */
function listsOf(
  { ranked: { values, totals }, postings: { offsets, documents } }: Lists,
  wanted: readonly number[],
): Uint32Array[] | undefined {
  const lists: Uint32Array[] = [];
  for (const value of wanted) {
    const rank = values.indexOf(value);
    if (rank < 0 || totals[rank] === 0) continue;
    if (offsets[rank] === offsets[rank + 1]) return undefined;
    lists.push(documents.subarray(offsets[rank], offsets[rank + 1]));
  }
  return lists;
}
