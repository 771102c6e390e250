/** The limits of a query. The error message for a query that exceeds a limit contains the limit. */
export const LIMITS = {
  /** The maximum number of Unicode code points in a query. */
  maxCharacters: 900,
  /** The maximum number of values in a query: words, words with wildcards, phrases, proximity searches, ranges and `*`. */
  maxClauses: 64,
  /** The maximum number of levels of nested parentheses. */
  maxLevels: 16,
  /** The maximum distance of a proximity search, such as 5 in `"war peace"~5`. */
  maxDistance: 100,
  /** The maximum number of index terms that a word with wildcards may match in fields of text and identifiers. */
  maxWildcardTerms: 1024,
} as const;
