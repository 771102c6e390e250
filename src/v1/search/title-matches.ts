/* The titles that a search finds, in groups that are ranked one after another. */

import type { Matches, Query } from '../../search/index.js';
import type { NamedValue } from './named-values.js';
import type { Relaxation, Respelling } from './relaxation.js';
import type { DocumentBoosts } from './title-boosts.js';

/**
 * How the titles of a group match: they have all words, they have a format or another value that the query names, they are
 * the title that the query names after a word such as `like` or similar to it, or a step of relaxation found them.
 */
export type GroupName = 'all_words' | 'named_value' | 'similar' | Relaxation;

/** Matches that are ranked together. */
export interface RankedGroup {
  readonly name: GroupName;
  readonly query: Query;
  /** The titles that match the {@link query}, or some of them. */
  readonly matches: Matches;
  /**
   * Returns boosts of titles that equal or resemble the typed text, or are contained in the text. Absent if titles are
   * not compared with the text.
   *
   * @param narrowed the matches to rank: the {@link matches} or some of them
   */
  readonly titleBoosts?: (narrowed: Matches) => DocumentBoosts;
}

/** The result of a search. */
export interface TitleMatches {
  /** The titles that were found, ascending. */
  readonly documents: Uint32Array;
  /** The same titles in groups. By relevance, the titles of a group come before the titles of the next group. */
  readonly groups: readonly RankedGroup[];
  /** The cost of finding and ranking the titles, in the unit of `QueryCost`. */
  readonly cost: number;
  /** The titles that match the query without relaxation, ascending. */
  readonly strict: Uint32Array;
  /** The queries that were tried, in order, each with the number of titles that match it. */
  readonly steps: readonly SearchStep[];
  /** The step of relaxation that found further titles, or undefined if the query was not relaxed. */
  readonly relaxed: Relaxation | undefined;
  /** Replaces the misspelled words of the query. Present only if `relaxed` is `typos`. */
  readonly respelling?: () => Respelling;
  /** The words of the query that name values of titles. Absent if no title was found by such a value. */
  readonly namedValues?: readonly NamedValue[];
  /** The id of the title to which the query requests similar titles. Absent for other queries. */
  readonly similarTo?: string;
}

/** A query that was tried, and the number of titles that match it. */
export interface SearchStep {
  /** How the titles match. */
  readonly name: GroupName;
  /** The number of titles. */
  readonly count: number;
}

/**
 * Returns the result of a search that is not relaxed.
 *
 * @param steps Default: the only query.
 */
export function unrelaxed(
  group: Omit<RankedGroup, 'name'>,
  steps?: readonly SearchStep[],
): TitleMatches {
  const { documents, cost } = group.matches;
  const name = 'all_words';
  return {
    documents,
    groups: [{ ...group, name }],
    steps: steps ?? [{ name, count: documents.length }],
    cost,
    strict: documents,
    relaxed: undefined,
  };
}
