import type { ValueColumn } from '../columns/value-column.js';
import { intersect } from '../document-sets.js';
import { createCombinedTally } from './combined-tally.js';
import { countColumn } from './count-column.js';
import { type FacetRows, layOutRows } from './facet-rows.js';
import { createListedTally } from './listed-tally.js';
import { createRowTally } from './row-tally.js';
import { type FacetCounts, topValues } from './top-values.js';
import { combineColumns } from './value-combinations.js';

/** Counts the values of all columns at once, and selects by them. */
export interface FacetTally {
  /**
   * By column, the most frequent values of the documents.
   *
   * @param documents ascending, each once
   */
  count(documents: Uint32Array, limit: number): ReadonlyMap<number, FacetCounts>;
  /** The same for one column. */
  countOne(documents: Uint32Array, column: number, limit: number): FacetCounts;
  /** The documents of `candidates` (ascending) that have any of the values in a column. */
  select(candidates: Uint32Array, column: number, values: readonly number[]): Uint32Array;
}

/** More than one document in so many are not counted row by row: measured at 1,000,000. */
const DENSE_RATIO = 14;

/**
 * A tally over columns. At first it counts column by column; when it has read as many numbers as laying
 * columns out reads, it does that, and is several times as fast from then on. So whoever asks once
 * does not wait for what only the next would gain by.
 *
 * Columns are laid out in rows. What only a large part of all documents needs is made when there is one:
 * columns of few values combined, values of other columns with lists of their documents.
 *
 * @param rows the columns laid out already
 */
export function createFacetTally(columns: readonly ValueColumn[], rows?: FacetRows): FacetTally {
  const documentCount = columns[0]?.documentCount ?? 0;
  const layout = onceMade(() => rows ?? layOutRows(columns));
  const byRows = onceMade(() => createRowTally(layout()));
  const byCombinations = onceMade(() => {
    const groups = combineColumns(columns);
    return {
      tally: createCombinedTally(columns, groups),
      combined: new Set(groups.flatMap((group) => group.columns)),
    };
  });
  const byLists = onceMade(() => createListedTally(columns, layout().large));
  let whole: { readonly limit: number; readonly counts: ReadonlyMap<number, FacetCounts> };

  const valueCount = columns.reduce((sum, { dictionary }) => sum + dictionary.size, 0);
  /** How many numbers more are read column by column. */
  let unlaid = rows === undefined ? documentCount * columns.length : 0;

  /** Whether something that reads so many numbers of the columns goes by what is laid out instead. */
  function isLaidOut(numbers: number): boolean {
    if (unlaid <= 0) return true;
    unlaid -= numbers;
    return false;
  }

  const isDense = (documents: Uint32Array) => documents.length * DENSE_RATIO > documentCount;

  function countDense(
    documents: Uint32Array,
    limit: number,
  ): ReadonlyMap<number, FacetCounts> | undefined {
    const { tally, combined } = byCombinations();
    if (!layout().small.every(({ column }) => combined.has(column))) return undefined;
    const ofLarge = byLists().count(documents, limit);
    return ofLarge && new Map([...tally.count(documents, limit), ...ofLarge]);
  }

  function countAll(limit: number): ReadonlyMap<number, FacetCounts> {
    return new Map(columns.map(({ data }, column) => [column, topValues(data.counts, limit)]));
  }

  return {
    count(documents, limit) {
      if (columns.length === 0) return new Map();
      if (documents.length === documentCount) {
        if (whole?.limit !== limit) whole = { limit, counts: countAll(limit) };
        return whole.counts;
      }
      if (!isLaidOut(documents.length * columns.length + valueCount)) {
        return new Map(columns.map((column, i) => [i, countColumn(column, documents, limit)]));
      }
      const counted = isDense(documents) ? countDense(documents, limit) : undefined;
      return counted ?? byRows().count(documents, limit);
    },
    countOne(documents, column, limit) {
      if (documents.length === documentCount) return topValues(columns[column].data.counts, limit);
      const numbers = documents.length + columns[column].dictionary.size;
      if (!isDense(documents) || !isLaidOut(numbers)) {
        return countColumn(columns[column], documents, limit);
      }
      const { tally, combined } = byCombinations();
      if (combined.has(column)) return tally.countOne(documents, column, limit);
      const counted = byLists().countOne(documents, column, limit);
      return counted ?? countColumn(columns[column], documents, limit);
    },
    select(candidates, column, values) {
      if (!isDense(candidates) || !isLaidOut(candidates.length)) {
        return columns[column].select(candidates, values);
      }
      const { tally, combined } = byCombinations();
      if (combined.has(column)) return tally.select(candidates, column, values);
      const found = byLists().documentsOf(column, values);
      if (found === undefined) return columns[column].select(candidates, values);
      return candidates.length === documentCount ? found : intersect(found, candidates);
    },
  };
}

function onceMade<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
