import { Bitset } from '../bitset.js';
import type { ValueColumn } from '../columns/value-column.js';
import { complement } from '../document-sets.js';
import type { FacetRows } from './facet-rows.js';
import { type FacetCounts, TopValues, topValues } from './top-values.js';
import { combineColumns, counterBases, isCombinable } from './value-combinations.js';
import { invertRows } from './value-postings.js';

/** Counts the values of a large part of all documents. */
export interface DenseTally {
  /**
   * Per column, the most frequent values of the documents; nothing when too many values would have
   * to be listed.
   *
   * @param documents ascending, each once
   */
  count(documents: Uint32Array, limit: number): FacetCounts[] | undefined;
}

/** Of more than this share of all documents, those are combined that are not among them. */
const MOST_DOCUMENTS = 0.7;

/**
 * A tally over columns and the rows that they are laid out in. Columns of few values are counted by
 * the combinations of them that occur: one number a document instead of several. Of columns of many
 * values the most frequent are counted, each by its list of documents, until no other can be among
 * the best: of most values not one document is looked at.
 *
 * @param codesOfColumns per column its codes, ascending, and so the most frequent first
 */
export function createDenseTally(
  columns: readonly ValueColumn[],
  rows: FacetRows,
  codesOfColumns: readonly Uint32Array[],
): DenseTally {
  const documentCount = rows.offsets.length - 1;
  const combined = columns.filter(isCombinable);
  const bases = counterBases(combined);
  const counters = new Uint32Array(bases[combined.length]);
  const groups = combineColumns(combined).map((group) => ({
    ...group,
    tally: new Uint32Array(group.offsets.length - 1),
  }));
  const listed = codesOfColumns.filter((_, number) => !isCombinable(columns[number]));
  const postings = invertRows(rows, listed);
  const chosen = new Bitset(documentCount);

  /** Counts combinations, then each of their values as often as the combination. */
  function countCombined(documents: Uint32Array): void {
    counters.fill(0);
    for (const { combinations, offsets, values, tally } of groups) {
      for (let i = 0; i < documents.length; i++) tally[combinations[documents[i]]]++;
      for (let combination = 0; combination < tally.length; combination++) {
        const count = tally[combination];
        if (count === 0) continue;
        tally[combination] = 0;
        const end = offsets[combination + 1];
        for (let at = offsets[combination]; at < end; at++) counters[values[at]] += count;
      }
    }
  }

  /** The best values of columns of few, the most frequent first. */
  function topOfCombined(documents: Uint32Array, limit: number): FacetCounts[] {
    const isMost = documents.length > documentCount * MOST_DOCUMENTS;
    countCombined(isMost ? complement(documents, documentCount) : documents);
    return combined.map(({ data }, number) => {
      const counts = counters.subarray(bases[number], bases[number + 1]);
      if (isMost) for (let i = 0; i < counts.length; i++) counts[i] = data.counts[i] - counts[i];
      return topValues(counts, limit);
    });
  }

  /** The best values of a column of many, among the chosen documents. */
  function topOfListed(codes: Uint32Array, limit: number): FacetCounts | undefined {
    const { totals, values } = rows;
    const { offsets, documents } = postings;
    const top = new TopValues(Math.min(limit, codes.length));
    for (let i = 0; i < codes.length; i++) {
      const code = codes[i];
      // Totals descend, so from here on nothing is counted often enough.
      if (totals[code] < top.lowest) break;
      if (offsets[code] === offsets[code + 1]) return undefined;
      const count = chosen.count(documents, offsets[code], offsets[code + 1]);
      if (count > 0) top.offer(values[code], count);
    }
    return top.take();
  }

  return {
    count(documents, limit) {
      chosen.addAll(documents);
      const ofListed = listed.map((codes) => topOfListed(codes, limit));
      chosen.clear();
      const ofCombined = topOfCombined(documents, limit);
      const counted = columns.map((column) =>
        isCombinable(column) ? ofCombined.shift() : ofListed.shift(),
      );
      return counted.every((top) => top !== undefined) ? counted : undefined;
    },
  };
}
