import type { Query } from '../../search/query.js';

/** What a part of a query asks; nothing where it decides nothing, as if it were not there. */
export type MaybeQuery = Query | undefined;

/** Titles that every part finds that decides anything. */
export function allOf(parts: readonly MaybeQuery[]): MaybeQuery {
  const queries = parts.filter((part) => part !== undefined);
  return queries.length > 1 ? { kind: 'and', queries } : queries[0];
}

/** Titles that any part finds that decides anything. */
export function anyOf(parts: readonly MaybeQuery[]): MaybeQuery {
  const queries = parts.filter((part) => part !== undefined);
  return queries.length > 1 ? { kind: 'or', queries } : queries[0];
}
