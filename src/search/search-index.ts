import type { Matches } from './matches.js';
import type { Query } from './query.js';

/** An index that answers queries. Synchronous; the same query gives the same matches. */
export interface SearchIndex {
  /** How many documents it holds. */
  readonly documentCount: number;
  /** The documents that match `query`, with their scores. */
  match(query: Query): Matches;
}
