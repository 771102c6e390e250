import type { Catalog, Title } from '../../src/index.js';

/** The maximum number of results that are compared with the right titles. */
export const ANSWERS = 10;

/** The results of a query. */
export interface Results {
  /** The number of titles found. */
  readonly count: number;
  /** The ids of the best titles, best first. */
  readonly ids: readonly string[];
}

/**
 * Returns the results of a typed query.
 *
 * @param limit the maximum number of ids
 */
export type Search = (typed: string, limit: number) => Results;

/** A search engine whose ranking is measured. */
export interface RelevanceEngine {
  readonly name: string;
  /**
   * Indexes titles.
   *
   * @param catalog the catalog that contains the titles
   */
  open(titles: readonly Title[], catalog: Catalog): Promise<Search>;
}
