import type { Query } from '../../search/index.js';

/** The query of a clause, or undefined for a clause that is ignored, such as a stop word. */
export type OptionalQuery = Query | undefined;

/** Creates the query that requires every clause that is not ignored. Returns undefined if all are ignored. */
export function allOf(clauses: readonly OptionalQuery[]): OptionalQuery {
  const queries = clauses.filter((clause) => clause !== undefined);
  return queries.length > 1 ? { kind: 'and', queries } : queries[0];
}

/**
 * Creates the query that requires at least one of the clauses that are not ignored. Returns undefined if
 * all are ignored.
 */
export function anyOf(clauses: readonly OptionalQuery[]): OptionalQuery {
  const queries = clauses.filter((clause) => clause !== undefined);
  return queries.length > 1 ? { kind: 'or', queries } : queries[0];
}
