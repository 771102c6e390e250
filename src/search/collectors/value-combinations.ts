import type { ValueColumn } from '../columns/value-column.js';
import { createUnsignedArray, type UnsignedArray } from '../unsigned-array.js';

/**
 * What documents have of several columns together, each different combination once: where a format, a
 * language and a decade would be three numbers to count by, the combination is one.
 */
export interface ValueCombinations {
  /** The places of the columns among those that were given. */
  readonly columns: readonly number[];
  /** Per document, its combination. */
  readonly combinations: UnsignedArray;
  /** Per combination, where its values stand in {@link values}; one more than there are. */
  readonly offsets: Uint32Array;
  /** The values of a combination, each as the place of its counter: see {@link counterBases}. */
  readonly values: Uint32Array;
}

/** A column of more values than these is not combined with others. */
const MOST_VALUES = 128;
/** Combining pays when a combination stands for many documents. */
const DOCUMENTS_PER_COMBINATION = 16;
const FEWEST_COMBINATIONS = 256;
const MOST_COMBINATIONS = 0x10000;

/**
 * Per column, the place of its first value's counter when those of all columns stand in a row, of
 * columns of many values none; one more entry than there are columns.
 */
export function counterBases(columns: readonly ValueColumn[]): Uint32Array {
  const bases = new Uint32Array(columns.length + 1);
  columns.forEach((column, number) => {
    bases[number + 1] = bases[number] + (isCombinable(column) ? column.dictionary.size : 0);
  });
  return bases;
}

/**
 * Combines columns over the same documents, as many in one as make few combinations. Takes a few
 * nanoseconds a value.
 *
 * @returns groups of columns; those of many values, or that make many combinations by themselves, are
 *   in none
 */
export function combineColumns(columns: readonly ValueColumn[]): ValueCombinations[] {
  const documentCount = columns[0]?.documentCount ?? 0;
  const most = Math.min(
    MOST_COMBINATIONS,
    Math.max(FEWEST_COMBINATIONS, Math.ceil(documentCount / DOCUMENTS_PER_COMBINATION)),
  );
  const bases = counterBases(columns);
  // Columns of one value a document first: they make the fewest combinations.
  const order = [...columns.keys()]
    .filter((number) => isCombinable(columns[number]))
    .sort(
      (a, b) =>
        Number(columns[a].data.offsets !== undefined) -
          Number(columns[b].data.offsets !== undefined) ||
        columns[a].dictionary.size - columns[b].dictionary.size,
    );
  const groups: Combining[] = [];
  for (const number of order) {
    const column = columns[number];
    const extended = groups.some((group) => group.extend(column, number, bases[number], most));
    if (extended) continue;
    const group = new Combining(documentCount);
    if (group.extend(column, number, bases[number], most)) groups.push(group);
  }
  return groups.map((group) => group.finish());
}

function isCombinable({ dictionary }: ValueColumn): boolean {
  return dictionary.size <= MOST_VALUES;
}

/** Combinations in the making. They form a tree: each but the empty one adds a value to another. */
class Combining {
  private readonly columns: number[] = [];
  private combinations: Uint32Array;
  private parents: number[] = [0];
  private added: number[] = [0];

  constructor(documentCount: number) {
    this.combinations = new Uint32Array(documentCount);
  }

  /** Takes a column in, unless that makes more than `most` combinations. */
  extend({ data, dictionary }: ValueColumn, number: number, base: number, most: number): boolean {
    const { offsets, values } = data;
    const { size } = dictionary;
    const before = this.parents.length;
    const combinations = this.combinations.slice();
    /** Per combination and value the combination of both, 0 when there is none yet. */
    let known = new Uint32Array(2 * before * size);
    for (let document = 0; document < combinations.length; document++) {
      const start = offsets === undefined ? document : offsets[document];
      const end = offsets === undefined ? document + 1 : offsets[document + 1];
      let combination = combinations[document];
      for (let at = start; at < end; at++) {
        const value = values[at];
        if (value === size) continue;
        const key = combination * size + value;
        let both = known[key];
        if (both === 0) {
          both = this.parents.length;
          if (both === most) {
            this.parents.length = before;
            this.added.length = before;
            return false;
          }
          this.parents.push(combination);
          this.added.push(base + value);
          known[key] = both;
          if ((both + 1) * size > known.length) known = grown(known);
        }
        combination = both;
      }
      combinations[document] = combination;
    }
    this.combinations = combinations;
    this.columns.push(number);
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
    const combinations = createUnsignedArray(parents.length - 1, this.combinations.length);
    combinations.set(this.combinations);
    return { columns: this.columns, combinations, offsets, values: Uint32Array.from(values) };
  }
}

function grown(numbers: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(2 * numbers.length);
  larger.set(numbers);
  return larger;
}
