import type { Narrowing } from '../src/catalog/narrowings.js';
import type { BenchQuery } from './query.js';
import type { TitleSource } from './title-source.js';

/** The maximum number of titles in an answer. */
export const PAGE_SIZE = 10;

/** The maximum number of values per column in an answer. An answer contains the most frequent values. */
export const FACET_LIMIT = 25;

/** The most frequent values of a column, each with its number of titles, in descending order. */
export type FacetValues = readonly (readonly [value: string, count: number])[];

/** The facet counts of every column. */
export type Facets = Readonly<Record<Narrowing, FacetValues>>;

/** The answer of an engine to a query. */
export interface Answer {
  /** The number of matching titles. */
  readonly count: number;
  /** The ids of the best titles, at most {@link PAGE_SIZE}, best first. */
  readonly ids: readonly string[];
  /**
   * Returns the facet counts. Absent for an engine without facets. The engine must count facets during the
   * search, which is measured. This function, which is not measured, may only convert values to strings.
   */
  readonly facets?: () => Facets;
}

/** A search engine that is ready for queries. */
export interface OpenEngine {
  /** Runs a query. Returns undefined for a query that the engine does not support. */
  search(query: BenchQuery): Answer | undefined;
  close(): void;
}

/** The interface through which the bench uses a search engine. */
export interface Engine {
  /** Indexes every title of a source and writes the index into an existing directory. */
  build(source: TitleSource, directory: string): Promise<void>;
  /** Opens the index that {@link build} wrote. */
  open(directory: string): Promise<OpenEngine>;
}
