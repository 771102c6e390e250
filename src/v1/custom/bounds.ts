/** How much one query may ask. A query past any of these is refused, and told which. */
export const BOUNDS = {
  /** Unicode code points in the query. */
  characters: 900,
  /** Values: words, phrases, ranges. */
  clauses: 64,
  /** Parentheses within parentheses. */
  levels: 16,
  /** Terms of the index that one wildcard stands for. */
  wildcardTerms: 1024,
} as const;
