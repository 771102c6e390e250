import type { Title } from '../../src/index.js';

/** The maximum number of results that are compared with the expected titles. */
export const ANSWERS = 10;

/** A search engine whose ranking is measured. */
export interface RelevanceEngine {
  readonly name: string;
  /**
   * Indexes titles. Returns a function from a typed query to the ids of the best titles, best first.
   *
   * @param directory the source directory that contains the titles
   */
  open(titles: readonly Title[], directory: string): Promise<(typed: string) => readonly string[]>;
}
