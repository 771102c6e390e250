import type { ValueColumn } from '../columns/value-column.js';
import { countColumn } from './count-column.js';
import { layOutRows } from './facet-rows.js';
import { createRowTally, type RowTally } from './row-tally.js';
import type { FacetCounts } from './top-values.js';

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
 * A counter for columns over the same documents, at most 256 of them. When it first counts it lays
 * the columns out in rows, which it keeps, with a counter per value.
 *
 * @param columns in the order in which the counts are to be given
 */
export function createFacetCounter(columns: Readonly<Record<string, ValueColumn>>): FacetCounter {
  const names = Object.keys(columns);
  let tally: RowTally | undefined;

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
      tally ??= createRowTally(layOutRows(Object.values(columns)));
      const counted = tally.count(select(documents, filters), limit);
      const result: Record<string, FacetCounts> = {};
      names.forEach((name, number) => {
        const others = filters.filter(({ column }) => column !== name);
        result[name] =
          others.length === filters.length
            ? counted[number]
            : countColumn(columns[name], select(documents, others), limit);
      });
      return result;
    },
  };
}
