import type { Narrowing } from '../src/catalog/narrowings.js';
import type { BenchQuery } from './query.js';
import type { TitleSource } from './title-source.js';

/** The number of titles in an answer. */
export const PAGE_SIZE = 10;

/** The number of values per column in an answer: the most frequent ones. */
export const FACET_LIMIT = 25;

/** The most frequent values of a column, each with its number of titles, in descending order. */
export type FacetValues = readonly (readonly [value: string, count: number])[];

/** The counts of every column. */
export type Facets = Readonly<Record<Narrowing, FacetValues>>;

/** The answer of an engine to a query. */
export interface Answer {
  /** The number of matching titles. */
  readonly count: number;
  /** The ids of the best {@link PAGE_SIZE} titles, best first. */
  readonly ids: readonly string[];
  /**
   * Returns the facet counts; absent for an engine without facets. The counting itself is part of the
   * measured search. Only the conversion of values to strings may happen here, unmeasured.
   */
  readonly facets?: () => Facets;
}

/** A search engine that is ready for queries. */
export interface OpenEngine {
  /** Returns undefined for a query that the engine does not support. */
  search(query: BenchQuery): Answer | undefined;
  close(): void;
}

/** The interface through which the bench uses a search engine. */
export interface Engine {
  /** Indexes every title and writes the index into an existing directory. */
  build(source: TitleSource, directory: string): Promise<void>;
  /** Opens the index that {@link build} wrote. */
  open(directory: string): Promise<OpenEngine>;
}
