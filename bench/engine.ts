import type { Narrowing } from '../src/catalog/narrowings.js';
import type { BenchQuery } from './query.js';
import type { TitleSource } from './title-source.js';

/** How many titles an answer names. */
export const PAGE_SIZE = 10;

/** How many values of a column an answer counts, the most frequent. */
export const FACET_LIMIT = 25;

/** The most frequent values of a column with the number of titles that have each, most first. */
export type FacetValues = readonly (readonly [value: string, count: number])[];

/** The counts of every column. */
export type Facets = Readonly<Record<Narrowing, FacetValues>>;

/** What an engine answers a query. */
export interface Answer {
  /** How many titles match. */
  readonly count: number;
  /** The ids of the best ones, best first. */
  readonly ids: readonly string[];
  /**
   * For every column, from an engine that counts them. They were counted by the time there is an
   * answer; calling this may still put names to values, which is not measured.
   */
  readonly facets?: () => Facets;
}

/** A search engine that is ready to answer. */
export interface OpenEngine {
  /** Nothing when the engine has no way to ask this. */
  search(query: BenchQuery): Answer | undefined;
  close(): void;
}

/** A search engine as the bench sees it. */
export interface Engine {
  /** Indexes every title and leaves what it needs to answer in a directory that is there. */
  build(source: TitleSource, directory: string): Promise<void>;
  /** Opens what {@link build} left. */
  open(directory: string): Promise<OpenEngine>;
}
