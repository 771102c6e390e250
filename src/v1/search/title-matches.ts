/* The titles that a search finds, in groups that are ranked one after another. */

import type { Matches, Query } from '../../search/index.js';
import type { NamedValue } from './named-values.js';
import type { Relaxation, Respelling } from './relaxation.js';
import type { DocumentBoosts } from './title-boosts.js';

/** Matches that are ranked together. */
export interface RankedGroup {
  readonly query: Query;
  /** The titles that match the {@link query}, or some of them. */
  readonly matches: Matches;
  /** Whether the titles are found by a format or another value that the query names. Default: false. */
  readonly namesValues?: true;
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
  /** The number of titles that match the query without relaxation. They are the first groups, unless there are none. */
  readonly countWithoutRelaxation: number;
  /** The step of relaxation that found further titles, or undefined if the query was not relaxed. */
  readonly relaxed: Relaxation | undefined;
  /** Replaces the misspelled words of the query. Present only if `relaxed` is `typos`. */
  readonly respelling?: () => Respelling;
  /** The words of the query that name values of titles. Absent if no title was found by such a value. */
  readonly namedValues?: readonly NamedValue[];
}

/** Returns the result of a search that is not relaxed. */
export function unrelaxed(group: RankedGroup): TitleMatches {
  const { documents, cost } = group.matches;
  return {
    documents,
    groups: [group],
    cost,
    countWithoutRelaxation: documents.length,
    relaxed: undefined,
  };
}
