import type { Narrowing } from '../../src/catalog/narrowings.js';
import type { ReaderQuery } from '../queries/reader-queries.js';
import type { TitleSource } from './title-source.js';

/** The maximum number of titles in an answer. */
export const PAGE_SIZE = 10;

/** The maximum number of values per column in an answer. An answer contains the most frequent values. */
export const FACET_LIMIT = 25;

/** The most frequent values of a column, each with its number of titles, in descending order. */
export type FacetValues = readonly (readonly [value: string, count: number])[];

/** The facet counts of the columns that an engine counts. */
export type Facets = Readonly<Partial<Record<Narrowing, FacetValues>>>;

/** The answer of an engine to a query. */
export interface Answer {
  /** The number of matching titles. */
  readonly count: number;
  /** The ids of the best titles, at most {@link PAGE_SIZE}, best first. */
  readonly ids: readonly string[];
  /** The facet counts. Absent for an engine without facets, and for Carrel, whose response contains them. */
  readonly facets?: Facets;
  /**
   * The time of the search in milliseconds, measured by a program in another process. Default: the time of
   * the call.
   */
  readonly time?: number;
}

/** A search engine that is ready for queries. */
export interface OpenEngine {
  /** The process that holds the index. Default: the measuring process. */
  readonly pid?: number | undefined;
  /** Runs a query. Returns undefined for a query that the engine does not support. */
  search(query: ReaderQuery): Answer | Promise<Answer> | undefined;
  close(): void;
}

/** The interface through which the bench uses a search engine. */
export interface Engine {
  /**
   * Returns a sentence that names what has to be installed, or undefined if the engine can run. For
   * an engine without this method, `build` fails if something is missing.
   */
  missing?(): string | undefined;
  /** Indexes every title of a source and writes the index into an existing directory. */
  build(source: TitleSource, directory: string): void | Promise<void>;
  /** Opens the index that {@link build} wrote. */
  open(directory: string): OpenEngine | Promise<OpenEngine>;
}
