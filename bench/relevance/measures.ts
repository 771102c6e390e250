import { ANSWERS, type Results } from './engine.js';
import type { JudgedQuery } from './judged-query.js';

const ANSWERS_ON_A_SCREEN = 5;

/** How an engine ranks the results of one query. */
export interface Outcome {
  readonly query: JudgedQuery;
  /** The number of titles found. */
  readonly count: number;
  /** The ids of the best titles, best first. */
  readonly ids: readonly string[];
  /** The place of the first right title, from 1. Undefined if no right title is in `ids`. */
  readonly place: number | undefined;
}

/** The measures of several queries that have answers. */
export interface Measures {
  readonly queries: number;
  /** The number of queries whose first title is right. */
  readonly first: number;
  /** The number of queries with a right title among the first five. */
  readonly inFive: number;
  /** The number of queries that find nothing. */
  readonly nothingFound: number;
  /** The mean number of titles found. */
  readonly meanCount: number;
  /** The mean nDCG at {@link ANSWERS} of the graded queries. Undefined if no query is graded. */
  readonly meanGain: number | undefined;
}

/** Compares the results of a query with its judgements. */
export function outcomeOf(query: JudgedQuery, { count, ids }: Results): Outcome {
  const index = ids.findIndex((id) => query.right.has(id));
  return { query, count, ids, place: index < 0 ? undefined : index + 1 };
}

/** Measures queries. At least one query is required. */
export function measuresOf(outcomes: readonly Outcome[]): Measures {
  const gains = outcomes.flatMap(({ query, ids }) =>
    query.grades === undefined ? [] : [normalizedGain(query.grades, ids)],
  );
  const numberOf = (matches: (outcome: Outcome) => boolean) => outcomes.filter(matches).length;
  return {
    queries: outcomes.length,
    first: numberOf(({ place }) => place === 1),
    inFive: numberOf(({ place }) => place !== undefined && place <= ANSWERS_ON_A_SCREEN),
    nothingFound: numberOf(({ count }) => count === 0),
    meanCount: mean(outcomes.map(({ count }) => count)),
    meanGain: gains.length === 0 ? undefined : mean(gains),
  };
}

/**
 * Returns the normalized discounted cumulative gain (nDCG) of the first {@link ANSWERS} titles: 1 for the best
 * possible order, 0 if no title has a grade above 0. A title with the grade g has the gain 2^g - 1, divided by the
 * binary logarithm of its place plus one.
 *
 * @param grades the grades by id; at least one is above 0
 */
export function normalizedGain(
  grades: ReadonlyMap<string, number>,
  ids: readonly string[],
): number {
  const best = [...grades.values()].sort((a, b) => b - a);
  return gainOf(ids.map((id) => grades.get(id) ?? 0)) / gainOf(best);
}

function gainOf(grades: readonly number[]): number {
  return grades
    .slice(0, ANSWERS)
    .reduce((sum, grade, index) => sum + (2 ** grade - 1) / Math.log2(index + 2), 0);
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
