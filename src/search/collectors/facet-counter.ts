import type { ValueColumn } from '../columns/value-column.js';
import type { FacetCounts } from './top-values.js';
import { createValueTally, type ValueTally } from './value-tally.js';

/** A narrowing: only documents that have any of the values in that column. */
export interface FacetFilter {
  readonly column: string;
  /** Value numbers; with none, or only such as the column does not have, no document passes. */
  readonly values: readonly number[];
}

/** Counts the values of documents, column by column. */
export interface FacetCounter {
  /**
   * For every column, its values with the number of documents that have each, exactly. A document
   * counts where it passes every filter; for a column that is filtered itself, where it passes all
   * filters but that column's own, because choosing another of its values replaces that filter.
   *
   * @param documents ascending, each once
   * @param limit how many values a column lists at most
   * @throws Error when a filter names a column that there is not
   */
  count(
    documents: Uint32Array,
    limit: number,
    filters?: readonly FacetFilter[],
  ): Record<string, FacetCounts>;
  /** Those of `documents` that pass every filter. */
  select(documents: Uint32Array, filters: readonly FacetFilter[]): Uint32Array;
}

/**
 * A counter for columns over the same documents. It keeps a counter per value between calls.
 *
 * @param columns in the order in which the counts are to be given
 */
export function createFacetCounter(columns: Readonly<Record<string, ValueColumn>>): FacetCounter {
  const tallies = Object.entries(columns).map(([name, column]): readonly [string, ValueTally] => [
    name,
    createValueTally(column),
  ]);

  function columnOf(name: string): ValueColumn {
    const column = columns[name];
    if (column === undefined) throw new Error(`There is no column ${name} to filter by.`);
    return column;
  }

  function select(documents: Uint32Array, filters: readonly FacetFilter[]): Uint32Array {
    let passing = documents;
    for (const { column, values } of filters) {
      passing = columnOf(column).select(passing, values);
    }
    return passing;
  }

  return {
    select,
    count(documents, limit, filters = []) {
      const passing = select(documents, filters);
      const result: Record<string, FacetCounts> = {};
      for (const [name, tally] of tallies) {
        const others = filters.filter(({ column }) => column !== name);
        result[name] =
          others.length === filters.length
            ? tally.count(passing, limit)
            : tally.count(select(documents, others), limit);
      }
      return result;
    },
  };
}
