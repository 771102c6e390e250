import type { ValueColumn } from '../columns/value-column.js';
import { complement } from '../document-sets.js';
import type { UnsignedArray } from '../unsigned-array.js';
import { type FacetCounts, topValues } from './top-values.js';
import { combineColumns, counterBases } from './value-combinations.js';

/** Counts the values of columns with few values each. */
export interface CombinationTally {
  /**
   * Per column, the most frequent values of the documents.
   *
   * @param documents ascending, each once
   */
  count(documents: Uint32Array, limit: number): FacetCounts[];
}

/** Fewer documents than a part of all combinations are not worth a look at each combination. */
const COMBINATIONS_PER_DOCUMENT = 8;

/** Of more than this share of all documents, those are counted that are not among them. */
const MOST_DOCUMENTS = 0.7;

/** A tally over columns that are combinable: see `value-combinations.ts`. */
export function createCombinationTally(columns: readonly ValueColumn[]): CombinationTally {
  const documentCount = columns[0]?.documentCount ?? 0;
  const bases = counterBases(columns);
  const counters = new Uint32Array(bases[columns.length]);
  const groups = combineColumns(columns).map((group) => ({
    ...group,
    tally: new Uint32Array(group.offsets.length - 1),
  }));

  const combinationCount = groups.reduce((sum, { tally }) => sum + tally.length, 0);

  /** Counts combinations, then each of their values as often as the combination. */
  function countAll(documents: Uint32Array): void {
    counters.fill(0);
    for (const { combinations, offsets, values, tally } of groups) {
      addCombinations(documents, combinations, tally);
      for (let combination = 0; combination < tally.length; combination++) {
        const count = tally[combination];
        if (count === 0) continue;
        tally[combination] = 0;
        const end = offsets[combination + 1];
        for (let at = offsets[combination]; at < end; at++) counters[values[at]] += count;
      }
    }
  }

  /** The same for a few documents, without looking at every combination that there is. */
  function countFew(documents: Uint32Array): void {
    counters.fill(0);
    for (const { combinations, offsets, values } of groups) {
      for (let i = 0; i < documents.length; i++) {
        const combination = combinations[documents[i]];
        const end = offsets[combination + 1];
        for (let at = offsets[combination]; at < end; at++) counters[values[at]]++;
      }
    }
  }

  return {
    count(documents, limit) {
      const isMost = documents.length > documentCount * MOST_DOCUMENTS;
      if (isMost) countAll(complement(documents, documentCount));
      else if (documents.length * COMBINATIONS_PER_DOCUMENT < combinationCount) countFew(documents);
      else countAll(documents);
      return columns.map(({ data }, number) => {
        const counts = counters.subarray(bases[number], bases[number + 1]);
        if (isMost) for (let i = 0; i < counts.length; i++) counts[i] = data.counts[i] - counts[i];
        return topValues(counts, limit);
      });
    },
  };
}

function addCombinations(
  documents: Uint32Array,
  combinations: UnsignedArray,
  tally: Uint32Array,
): void {
  for (let i = 0; i < documents.length; i++) tally[combinations[documents[i]]]++;
}
