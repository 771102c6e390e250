/*
 * Filters documents by columns and counts the values that they have, column by column. Chooses the fastest way to
 * count: rows, postings of values, or the column. All ways count exactly, and are in `value-counters.ts`.
 */

import { lazy } from '../../base/lazy.js';
import type { ChangedColumn } from '../columns/changed-column.js';
import type { DocValuesColumn, NumberColumn } from '../columns/doc-values-column.js';
import { Bitset } from '../postings/document-sets.js';
import {
  buildFacetStructures,
  ColumnCounter,
  countPostings,
  type FacetCounts,
  type FacetStructuresData,
  openFacetStructures,
  RowCounter,
  selectPostings,
  topValues,
} from './value-counters.js';

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
  /** Returns the documents that pass the filters on all columns except one, ascending. */
  selectIgnoring(column: string): Uint32Array;
  /**
   * Counts the values of columns exactly. The counts of a column ignore the filters on that column. All
   * other filters apply.
   *
   * @param limit the maximum number of values per column, a whole number from 0, or Infinity
   * @param columns the names of the columns to count. Default: all columns.
   * @returns the most frequent values of each column, by column name
   */
  count(limit: number, columns?: readonly string[]): Record<string, FacetCounts>;
  /** Counts all values of one column as {@link count} does. Returns the counts by ordinal. Do not change the array. */
  countAll(column: string): Uint32Array;
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
 * Postings count results of more than 1/DENSE_RATIO of all documents, if the rows do not. Without postings, the slowest
 * request of the kind `search with metadata` in `npm run bench` takes twice as long.
 */
const DENSE_RATIO = 64;
/**
 * The rows count up to 1/ROWS_RATIO of all documents in several columns. Without the rows, the median of the kind `search
 * with metadata` in `npm run bench` takes 1.5 times as long.
 */
const ROWS_RATIO = 8;
/** The rows count one column if it has more than this many distinct values per document counted. */
const ONE_COLUMN_ROWS_RATIO = 512;
/**
 * The maximum number of words of a column's postings that are read for each counted document. Reading the values
 * of a document in the column takes about twice as long as reading this many words.
 */
const MAX_READS_PER_DOCUMENT = { oneValue: 1, severalValues: 4 } as const;

/**
 * Creates a facet counter for columns over the same documents. Rows count the results of most queries, postings count
 * large parts of all documents, and columns count where both are slower.
 *
 * @param columns the columns by name. Counts are returned in the order of the columns.
 * @param stored The facet structures of the same columns in the same order. Default: the counter
 *   builds the structures when it first needs them, which takes as long as counting all documents by column.
 * @example
 * const facets = createFacetCounter({ format, language });
 * const narrowed = facets.narrow(matches.documents, [{ column: 'format', values: [3] }]);
 * matches.narrowed(narrowed.documents).top(10);
 * narrowed.count(25).language; // { values, counts }
 */
export function createFacetCounter(
  columns: Readonly<Record<string, DocValuesColumn>>,
  stored?: FacetStructuresData,
): FacetCounter {
  const names = Object.keys(columns);
  const allColumns = Object.values(columns);
  const documentCount = allColumns[0]?.documentCount ?? 0;
  const columnCounters = allColumns.map((column) => lazy(() => new ColumnCounter(column)));
  /** The documents that postings are intersected with. Empty between counts. */
  const counted = new Bitset(documentCount);
  const structures = lazy(() =>
    openFacetStructures(allColumns, stored ?? buildFacetStructures(allColumns)),
  );
  const rowCounter = lazy(() => new RowCounter(allColumns, structures()));

  const isDense = (documents: Uint32Array) => documents.length * DENSE_RATIO > documentCount;

  /** Returns the most frequent values of the documents in some columns, which are identified by their index. */
  function countColumns(
    documents: Uint32Array,
    indexes: readonly number[],
    limit: number,
  ): FacetCounts[] {
    const countByColumn = (index: number) => columnCounters[index]().count(documents, limit);
    if (indexes.length === 0 || documents.length === documentCount)
      return indexes.map(countByColumn);
    const isByRows =
      indexes.length === 1
        ? documents.length * ONE_COLUMN_ROWS_RATIO < allColumns[indexes[0]].dictionary.size
        : documents.length * ROWS_RATIO <= documentCount;
    if (isByRows) {
      const counts = rowCounter().count(documents, limit);
      return indexes.map((index) => counts[index]);
    }
    if (!isDense(documents)) return indexes.map(countByColumn);
    const { postings } = structures();
    counted.addAll(documents);
    const counts = indexes.map((index) => {
      const { offsets } = allColumns[index].data;
      const maxReads =
        documents.length * MAX_READS_PER_DOCUMENT[offsets ? 'severalValues' : 'oneValue'];
      return (
        countPostings(allColumns[index], postings[index], counted, limit, maxReads) ??
        countByColumn(index)
      );
    });
    counted.clear();
    return counts;
  }

  function select(documents: Uint32Array, filter: FacetFilter): Uint32Array {
    if ('numbers' in filter) return filter.numbers.select(documents, filter.from, filter.to);
    const { column, values } = filter;
    if (values.length !== 1 || !isDense(documents))
      return columns[column].select(documents, values);
    const postings = structures().postings[names.indexOf(column)];
    return selectPostings(columns[column], postings, documents, values[0]);
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
    const indexOf = (name: string) => names.indexOf(name);
    const isFiltered = (name: string) => filters.some(({ column }) => column === name);
    const selectIgnoring = (name: string) => (isFiltered(name) ? selectPassing(name) : passed);
    return {
      documents: passed,
      selectIgnoring,
      countAll: (name) => columnCounters[indexOf(name)]().countAll(selectIgnoring(name)),
      count(limit, chosen = names) {
        const unfiltered = chosen.filter((name) => !isFiltered(name));
        const counts = countColumns(passed, unfiltered.map(indexOf), limit);
        return Object.fromEntries(
          chosen.map((name) => [
            name,
            isFiltered(name)
              ? countColumns(selectIgnoring(name), [indexOf(name)], limit)[0]
              : counts[unfiltered.indexOf(name)],
          ]),
        );
      },
    };
  }

  return {
    narrow,
    count: (documents, limit, filters = []) => narrow(documents, filters).count(limit),
  };
}

/**
 * Returns a counter that uses a changed column instead of one of the columns of `facets`. Filters on the changed column
 * are applied before the other filters. The values of the changed column are counted document by document.
 */
export function withChangedColumn(
  facets: FacetCounter,
  name: string,
  column: ChangedColumn,
): FacetCounter {
  function narrow(documents: Uint32Array, filters: readonly FacetFilter[]) {
    const own = filters.filter((filter) => 'values' in filter && filter.column === name);
    const others = filters.filter((filter) => !own.includes(filter));
    const selected = own.reduce(
      (kept, filter) => ('values' in filter ? column.select(kept, filter.values) : kept),
      documents,
    );
    const narrowed = facets.narrow(selected, others);
    const ignoringOwn = own.length === 0 ? narrowed : facets.narrow(documents, others);
    return {
      documents: narrowed.documents,
      selectIgnoring: (ignored: string) =>
        ignored === name ? ignoringOwn.documents : narrowed.selectIgnoring(ignored),
      countAll: (counted: string) =>
        counted === name ? column.count(ignoringOwn.documents) : narrowed.countAll(counted),
      count(limit: number, columns?: readonly string[]): Record<string, FacetCounts> {
        const counts = narrowed.count(limit, columns);
        if (columns !== undefined && !columns.includes(name)) return counts;
        return { ...counts, [name]: topValues(column.count(ignoringOwn.documents), limit) };
      },
    };
  }
  return {
    narrow,
    count: (documents, limit, filters = []) => narrow(documents, filters).count(limit),
  };
}
