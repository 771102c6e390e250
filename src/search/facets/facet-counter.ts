import type { DocValuesColumn } from '../columns/doc-values-column.js';
import type { NumberColumn } from '../columns/number-column.js';
import { intersect } from '../postings/document-sets.js';
import { lazy } from '../structures/lazy.js';
import { combineColumns, createCombinationCounter } from './combination-counter.js';
import { createRowCounter } from './row-counter.js';
import { buildRowLayout, type RowLayout } from './row-layout.js';
import { countColumn, type FacetCounts, topValues } from './value-counts.js';
import { createValueListCounter } from './value-list-counter.js';

/** Counts values and selects documents in all columns. Columns are identified by their index. */
export interface FacetCountStrategy {
  /**
   * Returns the most frequent values of the documents, by column.
   *
   * @param documents ascending, without duplicates
   * @param limit the maximum number of values per column
   */
  count(documents: Uint32Array, limit: number): ReadonlyMap<number, FacetCounts>;
  /** Counts like {@link count}, but only one column. */
  countOne(documents: Uint32Array, column: number, limit: number): FacetCounts;
  /** Returns the documents of `candidates` (ascending) that have any of the values in a column. */
  select(candidates: Uint32Array, column: number, values: readonly number[]): Uint32Array;
}

/**
 * Documents are dense when they are more than 1/DENSE_RATIO of all documents. For dense documents, counting
 * by combinations and value lists is faster than counting by rows.
 */
const DENSE_RATIO = 14;

/**
 * Creates a strategy that reads only the columns at first. After the strategy has read about one number per
 * document and column, or immediately if `rows` is given, the strategy also uses these structures. Each
 * structure is built when it is first needed.
 *
 * - the row layout ({@link RowLayout}), to count, in all columns at once, documents that are not dense
 * - combinations of values ({@link combineColumns}), to count or select dense documents in columns with few
 *   distinct values
 * - value lists ({@link createValueListCounter}), to count or select dense documents in the other columns
 *
 * @param rows the row layout of the columns, if it has already been built
 */
function createFacetCountStrategy(
  columns: readonly DocValuesColumn[],
  rows?: RowLayout,
): FacetCountStrategy {
  const documentCount = columns[0]?.documentCount ?? 0;
  const layout = lazy(() => rows ?? buildRowLayout(columns));
  const rowCounter = lazy(() => createRowCounter(layout()));
  const combinations = lazy(() => {
    const groups = combineColumns(columns);
    return {
      counter: createCombinationCounter(columns, groups),
      combined: new Set(groups.flatMap((group) => group.columns)),
    };
  });
  const valueListCounter = lazy(() => createValueListCounter(columns, layout().large));
  /** The counts of all documents, for the limit used last. */
  let allCounts: { readonly limit: number; readonly counts: ReadonlyMap<number, FacetCounts> };

  const valueCount = columns.reduce((sum, { dictionary }) => sum + dictionary.size, 0);
  /** The number of column entries and counters that can still be read before the structures are used. */
  let readsUntilStructures = rows === undefined ? documentCount * columns.length : 0;

  /**
   * Returns whether an operation uses the row layout, combinations or value lists. If not, subtracts `reads`
   * from `readsUntilStructures`.
   *
   * @param reads the number of column entries and counters that the operation reads without the structures
   */
  function usesStructures(reads: number): boolean {
    if (readsUntilStructures <= 0) return true;
    readsUntilStructures -= reads;
    return false;
  }

  const isDense = (documents: Uint32Array) => documents.length * DENSE_RATIO > documentCount;

  /** Counts by combinations and value lists. Returns undefined when they cannot count all columns. */
  function countDense(
    documents: Uint32Array,
    limit: number,
  ): ReadonlyMap<number, FacetCounts> | undefined {
    const { counter, combined } = combinations();
    if (!layout().small.every(({ column }) => combined.has(column))) return undefined;
    const largeCounts = valueListCounter().count(documents, limit);
    return largeCounts && new Map([...counter.count(documents, limit), ...largeCounts]);
  }

  function countAll(limit: number): ReadonlyMap<number, FacetCounts> {
    return new Map(columns.map(({ data }, column) => [column, topValues(data.counts, limit)]));
  }

  return {
    count(documents, limit) {
      if (columns.length === 0) return new Map();
      if (documents.length === documentCount) {
        if (allCounts?.limit !== limit) allCounts = { limit, counts: countAll(limit) };
        return allCounts.counts;
      }
      if (!usesStructures(documents.length * columns.length + valueCount)) {
        return new Map(columns.map((column, i) => [i, countColumn(column, documents, limit)]));
      }
      const counts = isDense(documents) ? countDense(documents, limit) : undefined;
      return counts ?? rowCounter().count(documents, limit);
    },
    countOne(documents, column, limit) {
      if (documents.length === documentCount) return topValues(columns[column].data.counts, limit);
      const reads = documents.length + columns[column].dictionary.size;
      if (!isDense(documents) || !usesStructures(reads)) {
        return countColumn(columns[column], documents, limit);
      }
      const { counter, combined } = combinations();
      if (combined.has(column)) return counter.countOne(documents, column, limit);
      const counts = valueListCounter().countOne(documents, column, limit);
      return counts ?? countColumn(columns[column], documents, limit);
    },
    select(candidates, column, values) {
      if (!isDense(candidates) || !usesStructures(candidates.length)) {
        return columns[column].select(candidates, values);
      }
      const { counter, combined } = combinations();
      if (combined.has(column)) return counter.select(candidates, column, values);
      const found = valueListCounter().documentsOf(column, values);
      if (found === undefined) return columns[column].select(candidates, values);
      return candidates.length === documentCount ? found : intersect(found, candidates);
    },
  };
}

/** A filter on a column. */
export type FacetFilter = ValuesFilter | RangeFilter;

/** A filter that accepts the documents with any of the values in a column. */
export interface ValuesFilter {
  /** The name of the column. */
  readonly column: string;
  /** Ordinals of the column. Other numbers match no document. An empty list accepts no document. */
  readonly values: readonly number[];
}

/** A filter that accepts the documents whose number is from `from` to `to`, inclusive. */
export interface RangeFilter {
  /**
   * The name of the column that the filter replaces, such as the column of decades for a range of years. The
   * counts of this column ignore the filter.
   */
  readonly column: string;
  /** The number of each document. */
  readonly numbers: NumberColumn;
  readonly from: number;
  readonly to: number;
}

/** The documents that pass a list of filters. */
export interface NarrowedDocuments {
  /** The documents that pass every filter, ascending. */
  readonly documents: Uint32Array;
  /**
   * Counts the values of every column exactly. The counts of a column ignore the filters on that column. All
   * other filters apply.
   *
   * @param limit the maximum number of values per column, a whole number from 0, or Infinity
   * @returns the most frequent values of each column, by column name
   */
  count(limit: number): Record<string, FacetCounts>;
}

/** Counts the values that documents have in several doc values columns. */
export interface FacetCounter {
  /**
   * Filters documents.
   *
   * @param documents ascending, without duplicates
   * @param filters an empty list accepts all documents
   * @throws Error when a filter names an unknown column
   */
  narrow(documents: Uint32Array, filters: readonly FacetFilter[]): NarrowedDocuments;
  /**
   * Filters documents and counts the values of every column. See {@link NarrowedDocuments.count}.
   *
   * @param documents ascending, without duplicates
   * @param limit the maximum number of values per column, a whole number from 0, or Infinity
   * @param filters Default: no filters.
   * @throws Error when a filter names an unknown column
   */
  count(
    documents: Uint32Array,
    limit: number,
    filters?: readonly FacetFilter[],
  ): Record<string, FacetCounts>;
}

/**
 * Creates a facet counter for columns over the same documents. The first counts read the columns. Later
 * counts are faster: they read copies of the columns in other layouts, which are built once. The row layout,
 * one of the copies, takes at least 32 bytes per document.
 *
 * @param columns the columns by name. Counts are returned in the order of the columns.
 * @param rows the row layout of the same columns in the same order. Default: built when it is needed.
 * @example
 * const facets = createFacetCounter({ format, language });
 * const narrowed = facets.narrow(matches.documents, [{ column: 'format', values: [3] }]);
 * topByScore(matches.narrowed(narrowed.documents), 10);
 * narrowed.count(25).language; // { values, counts }
 */
export function createFacetCounter(
  columns: Readonly<Record<string, DocValuesColumn>>,
  rows?: RowLayout,
): FacetCounter {
  const names = Object.keys(columns);

  const strategy = lazy(() => createFacetCountStrategy(Object.values(columns), rows));

  function select(documents: Uint32Array, filter: FacetFilter): Uint32Array {
    if ('numbers' in filter) return filter.numbers.select(documents, filter.from, filter.to);
    return strategy().select(documents, names.indexOf(filter.column), filter.values);
  }

  function narrow(documents: Uint32Array, filters: readonly FacetFilter[]): NarrowedDocuments {
    for (const { column } of filters) {
      if (!names.includes(column)) {
        throw new Error(`filters: expected the name of a column, found '${column}'`);
      }
    }
    const selections = filters.map((filter) => select(documents, filter));

    /** Returns the documents that pass all filters, except the filters on the column `exempt`. */
    function selectPassing(exempt: string | undefined): Uint32Array {
      const indexes = filters.map((_, index) => index).filter((i) => filters[i].column !== exempt);
      // Begins with the smallest selection, so that the other filters read as few documents as possible.
      indexes.sort((a, b) => selections[a].length - selections[b].length);
      const [smallest, ...others] = indexes;
      if (smallest === undefined) return documents;
      return others.reduce((kept, i) => select(kept, filters[i]), selections[smallest]);
    }

    const passed = selectPassing(undefined);
    return {
      documents: passed,
      count(limit) {
        const counts = strategy().count(passed, limit);
        return Object.fromEntries(
          names.map((name, index) => {
            const isFiltered = filters.some(({ column }) => column === name);
            return [
              name,
              isFiltered
                ? strategy().countOne(selectPassing(name), index, limit)
                : (counts.get(index) as FacetCounts),
            ];
          }),
        );
      },
    };
  }

  return {
    narrow,
    count: (documents, limit, filters = []) => narrow(documents, filters).count(limit),
  };
}
