import type { DocValuesColumn } from '../columns/doc-values-column.js';
import { complement } from '../postings/document-sets.js';
import { createSmallestArray, type UnsignedArray } from '../structures/smallest-type.js';
import { type FacetCounts, topValues } from './value-counts.js';

/**
 * The distinct combinations of values that documents have in several columns. Counting the combinations
 * reads one number per document, for example one for format, language and decade together.
 */
export interface ValueCombinations {
  /** The indexes of the combined columns. */
  readonly columns: readonly number[];
  /** Per document, the number of its combination. */
  readonly combinations: UnsignedArray;
  /**
   * Combination `i` has the values from `offsets[i]` up to but not including `offsets[i + 1]` of
   * {@link values}.
   */
  readonly offsets: Uint32Array;
  /** The values of all combinations, each as the index of its counter. See {@link counterBases}. */
  readonly values: Uint32Array;
}

/** A column with more distinct values than this is not combined. */
const MAX_COMBINABLE_VALUES = 128;
/**
 * The maximum number of combinations in a group of columns is one per 16 documents, but not below
 * {@link MIN_COMBINATION_LIMIT} or above {@link MAX_COMBINATION_LIMIT}. Counting combinations is faster than
 * counting values only when many documents share a combination.
 */
const DOCUMENTS_PER_COMBINATION = 16;
const MIN_COMBINATION_LIMIT = 256;
const MAX_COMBINATION_LIMIT = 0x10000;

/**
 * Returns the index of the first counter of each column, and then the number of counters. The counters of
 * all combinable columns are in one array, column after column, one counter per ordinal.
 */
function counterBases(columns: readonly DocValuesColumn[]): Uint32Array {
  const bases = new Uint32Array(columns.length + 1);
  columns.forEach((column, index) => {
    bases[index + 1] = bases[index] + (isCombinable(column) ? column.dictionary.size : 0);
  });
  return bases;
}

/**
 * Combines columns over the same documents into groups. Each column is added to the first group whose number
 * of combinations then does not exceed the maximum, or to a new group.
 *
 * @returns the groups. A column with too many values or combinations is in no group.
 */
export function combineColumns(columns: readonly DocValuesColumn[]): ValueCombinations[] {
  const documentCount = columns[0]?.documentCount ?? 0;
  const maxCombinations = Math.min(
    MAX_COMBINATION_LIMIT,
    Math.max(MIN_COMBINATION_LIMIT, Math.ceil(documentCount / DOCUMENTS_PER_COMBINATION)),
  );
  const bases = counterBases(columns);
  // Columns with at most one value per document are added first, and columns with fewer distinct values before
  // columns with more, because these columns add the fewest combinations to a group.
  const order = [...columns.keys()]
    .filter((column) => isCombinable(columns[column]))
    .sort(
      (a, b) =>
        Number(columns[a].data.offsets !== undefined) -
          Number(columns[b].data.offsets !== undefined) ||
        columns[a].dictionary.size - columns[b].dictionary.size,
    );
  const groups: GroupBuilder[] = [];
  for (const index of order) {
    const column = columns[index];
    const isAdded = groups.some((group) =>
      group.addColumn(column, index, bases[index], maxCombinations),
    );
    if (isAdded) continue;
    const group = new GroupBuilder(documentCount);
    if (group.addColumn(column, index, bases[index], maxCombinations)) groups.push(group);
  }
  return groups.map((group) => group.finish());
}

function isCombinable({ dictionary }: DocValuesColumn): boolean {
  return dictionary.size <= MAX_COMBINABLE_VALUES;
}

/**
 * Builds the combinations of one group of columns. Combinations form a tree: combination 0 has no values, and
 * every other combination adds one value to its parent.
 */
class GroupBuilder {
  private readonly columns: number[] = [];
  private combinations: Uint32Array;
  /** The parent of each combination; 0 for combination 0. */
  private parents: number[] = [0];
  /** The value that each combination adds to its parent, as the index of the value's counter. */
  private added: number[] = [0];

  constructor(documentCount: number) {
    this.combinations = new Uint32Array(documentCount);
  }

  /**
   * Adds a column, unless the group would have more than `maxCombinations` combinations.
   *
   * @param index the index of the column
   * @param base the index of the column's first counter
   * @returns whether the column was added
   */
  addColumn(
    { data, dictionary }: DocValuesColumn,
    index: number,
    base: number,
    maxCombinations: number,
  ): boolean {
    const { offsets, values } = data;
    const { size } = dictionary;
    const initialLength = this.parents.length;
    const combinations = this.combinations.slice();
    /** At `combination * size + value`: the child that adds `value` to `combination`, or 0 if none. */
    let children = new Uint32Array(2 * initialLength * size);
    for (let document = 0; document < combinations.length; document++) {
      const start = offsets === undefined ? document : offsets[document];
      const end = offsets === undefined ? document + 1 : offsets[document + 1];
      let combination = combinations[document];
      for (let at = start; at < end; at++) {
        const value = values[at];
        if (value === size) continue;
        const key = combination * size + value;
        let child = children[key];
        if (child === 0) {
          child = this.parents.length;
          if (child === maxCombinations) {
            this.parents.length = initialLength;
            this.added.length = initialLength;
            return false;
          }
          this.parents.push(combination);
          this.added.push(base + value);
          children[key] = child;
          if ((child + 1) * size > children.length) children = doubleLength(children);
        }
        combination = child;
      }
      combinations[document] = combination;
    }
    this.combinations = combinations;
    this.columns.push(index);
    return true;
  }

  finish(): ValueCombinations {
    const { parents, added } = this;
    const offsets = new Uint32Array(parents.length + 1);
    const values: number[] = [];
    for (let combination = 0; combination < parents.length; combination++) {
      for (let at = combination; at !== 0; at = parents[at]) values.push(added[at]);
      offsets[combination + 1] = values.length;
    }
    const combinations = createSmallestArray(parents.length - 1, this.combinations.length);
    combinations.set(this.combinations);
    return { columns: this.columns, combinations, offsets, values: Uint32Array.from(values) };
  }
}

function doubleLength(numbers: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(2 * numbers.length);
  larger.set(numbers);
  return larger;
}

/** Counts values and selects documents in the combined columns. Columns are identified by their index. */
export interface CombinationCounter {
  /**
   * Returns the most frequent values of the documents, by column. Columns in no group are omitted.
   *
   * @param documents ascending, without duplicates
   * @param limit the maximum number of values per column
   */
  count(documents: Uint32Array, limit: number): Map<number, FacetCounts>;
  /** Counts like {@link count}, but only one column, which must be in a group. */
  countOne(documents: Uint32Array, column: number, limit: number): FacetCounts;
  /**
   * Returns the documents of `candidates` (ascending) that have any of the values in a column. The column
   * must be in a group.
   */
  select(candidates: Uint32Array, column: number, values: readonly number[]): Uint32Array;
}

/**
 * When the values of more than this share of all documents are counted, the values of the other documents are
 * counted instead, and the counts are subtracted from the counts of all documents.
 */
const COMPLEMENT_SHARE = 0.7;

/**
 * Creates a counter for groups of columns.
 *
 * @param columns all columns, including columns in no group
 * @param groups see {@link combineColumns}
 */
export function createCombinationCounter(
  columns: readonly DocValuesColumn[],
  groups: readonly ValueCombinations[],
): CombinationCounter {
  const documentCount = columns[0]?.documentCount ?? 0;
  const bases = counterBases(columns);
  const counters = new Uint32Array(bases[columns.length]);
  const countsOfGroups = groups.map(({ offsets }) => new Uint32Array(offsets.length - 1));
  const spares = groups.map(({ offsets }) => new Uint32Array(offsets.length - 1));
  const buffer = new Uint32Array(documentCount + 1);

  /**
   * Counts the combinations of the documents in some groups. Then adds the count of each combination to the
   * counter of each of its values.
   */
  function add(documents: Uint32Array, groupIndexes: readonly number[]): void {
    const end = groupIndexes.length - (groupIndexes.length % 3);
    for (let i = 0; i < end; i += 3) {
      const three = groupIndexes.slice(i, i + 3);
      addThree(
        documents,
        three.map((index) => groups[index]),
        three.map((index) => countsOfGroups[index]),
      );
    }
    for (const index of groupIndexes.slice(end)) {
      addOne(documents, groups[index], countsOfGroups[index], spares[index]);
    }
    for (const index of groupIndexes) {
      const { offsets, values } = groups[index];
      const counts = countsOfGroups[index];
      for (let combination = 0; combination < counts.length; combination++) {
        const count = counts[combination];
        if (count === 0) continue;
        counts[combination] = 0;
        const end = offsets[combination + 1];
        for (let at = offsets[combination]; at < end; at++) counters[values[at]] += count;
      }
    }
  }

  /** Returns the most frequent values of the documents in the columns of some groups. */
  function topOf(
    documents: Uint32Array,
    groupIndexes: readonly number[],
    limit: number,
  ): Map<number, FacetCounts> {
    const usesComplement = documents.length > documentCount * COMPLEMENT_SHARE;
    const counted = usesComplement ? complement(documents, documentCount) : documents;
    counters.fill(0);
    add(counted, groupIndexes);
    const tops = new Map<number, FacetCounts>();
    for (const column of groupIndexes.flatMap((index) => groups[index].columns)) {
      const counts = counters.subarray(bases[column], bases[column + 1]);
      const totals = columns[column].data.counts;
      if (usesComplement) for (let i = 0; i < counts.length; i++) counts[i] = totals[i] - counts[i];
      tops.set(column, topValues(counts, limit));
    }
    return tops;
  }

  function groupOf(column: number): number {
    return groups.findIndex((group) => group.columns.includes(column));
  }

  return {
    count: (documents, limit) => topOf(documents, [...groups.keys()], limit),
    countOne(documents, column, limit) {
      return topOf(documents, [groupOf(column)], limit).get(column) as FacetCounts;
    },
    select(candidates, column, values) {
      const acceptedCounters = new Uint8Array(counters.length);
      for (const value of values) {
        const isInColumn = value >= 0 && value < columns[column].dictionary.size;
        if (isInColumn) acceptedCounters[bases[column] + value] = 1;
      }
      return selectCombined(candidates, groups[groupOf(column)], acceptedCounters, buffer);
    },
  };
}

/**
 * Counts the combinations of one group. Most documents share a few combinations, and the processor delays an
 * increment of a counter until the previous increment of the same counter is done. Every other document
 * therefore increments a second set of counters.
 *
 * @param spare the second set of counters, parallel to `counts`; all zero before and after the call
 */
function addOne(
  documents: Uint32Array,
  { combinations }: ValueCombinations,
  counts: Uint32Array,
  spare: Uint32Array,
): void {
  const even = documents.length & ~1;
  for (let i = 0; i < even; i += 2) {
    counts[combinations[documents[i]]]++;
    spare[combinations[documents[i + 1]]]++;
  }
  if (even < documents.length) counts[combinations[documents[even]]]++;
  for (let i = 0; i < counts.length; i++) counts[i] += spare[i];
  spare.fill(0);
}

/**
 * Counts the combinations of three groups in one loop, because increments of different counters do not wait for
 * each other.
 */
function addThree(
  documents: Uint32Array,
  [a, b, c]: readonly ValueCombinations[],
  [countsA, countsB, countsC]: readonly Uint32Array[],
): void {
  const [ofA, ofB, ofC] = [a.combinations, b.combinations, c.combinations];
  for (let i = 0; i < documents.length; i++) {
    const document = documents[i];
    countsA[ofA[document]]++;
    countsB[ofB[document]]++;
    countsC[ofC[document]]++;
  }
}

/**
 * Returns the candidates that have any of the accepted values. First finds the combinations that have an
 * accepted value, then reads the combination of each candidate.
 *
 * @param acceptedCounters 1 for the counter of each accepted value, 0 for all others
 * @param buffer working memory, longer than `candidates`
 */
function selectCombined(
  candidates: Uint32Array,
  { combinations, offsets, values }: ValueCombinations,
  acceptedCounters: Uint8Array,
  buffer: Uint32Array,
): Uint32Array {
  const accepted = new Uint8Array(offsets.length - 1);
  for (let combination = 0; combination < accepted.length; combination++) {
    const end = offsets[combination + 1];
    for (let at = offsets[combination]; at < end; at++) {
      accepted[combination] |= acceptedCounters[values[at]];
    }
  }
  let count = 0;
  let i = 0;
  if (candidates.length === combinations.length) {
    // All documents are candidates, so document i is candidate i.
    for (; i + 4 <= combinations.length; i += 4) {
      const countA = count + accepted[combinations[i]];
      const countB = countA + accepted[combinations[i + 1]];
      const countC = countB + accepted[combinations[i + 2]];
      const countD = countC + accepted[combinations[i + 3]];
      buffer[count] = i;
      buffer[countA] = i + 1;
      buffer[countB] = i + 2;
      buffer[countC] = i + 3;
      count = countD;
    }
  }
  // The loop is unrolled because the four lookups of a step do not depend on each other.
  for (; i + 4 <= candidates.length; i += 4) {
    const a = candidates[i];
    const b = candidates[i + 1];
    const c = candidates[i + 2];
    const d = candidates[i + 3];
    const countA = count + accepted[combinations[a]];
    const countB = countA + accepted[combinations[b]];
    const countC = countB + accepted[combinations[c]];
    const countD = countC + accepted[combinations[d]];
    buffer[count] = a;
    buffer[countA] = b;
    buffer[countB] = c;
    buffer[countC] = d;
    count = countD;
  }
  for (; i < candidates.length; i++) {
    buffer[count] = candidates[i];
    count += accepted[combinations[candidates[i]]];
  }
  return buffer.slice(0, count);
}
