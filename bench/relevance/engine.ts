import type { Title } from '../../src/index.js';

/** How many answers are looked at. */
export const ANSWERS = 10;

/** A search engine over the titles of one catalog: what was typed to the ids of the best titles. */
export interface RelevanceEngine {
  readonly name: string;
  open(titles: readonly Title[], directory: string): Promise<(typed: string) => readonly string[]>;
}
