import type { Title } from '../../src/index.js';
import { fold } from '../../src/search/analysis/fold.js';
import { table } from '../report/table.js';
import type { MeasuredCatalog } from './catalogs.js';
import { ANSWERS, type Search } from './engine.js';
import { type KnownItem, knownItem, workOf } from './known-item.js';
import { createRandom } from './random.js';
import { WAYS } from './ways.js';

/** A typed query, and the ids of the titles that are right. */
export interface WayQuery {
  readonly typed: string;
  readonly right: ReadonlySet<string>;
}

/** How an engine ranks the titles of one way of typing. */
export interface WayMeasure {
  /** The mean of 1 / place of the first right title. A query without a right title among the first ten counts as 0. */
  readonly reciprocalRank: number;
  /** The fraction of queries whose first title is right. */
  readonly first: number;
}

const SEED = 1;
const QUERIES_PER_WAY = 500;

/** The description of the tables. */
export const WAYS_LEGEND = `Up to ${QUERIES_PER_WAY} titles per way of typing, seed ${SEED}. The first figure is the
mean reciprocal rank at ${ANSWERS}, the second the share of searches whose first title is right. All
editions of a work (the same folded main title and first author) are right.`;

/**
 * Returns up to {@link QUERIES_PER_WAY} queries for random titles per way of typing. The keys are the ways, such as
 * `one typo`. A way skips titles to which the way does not apply. A way without queries is left out.
 */
export function wayQueries({ catalog, titles }: MeasuredCatalog): Map<string, WayQuery[]> {
  const isWord = (word: string) => catalog.titles.index.documentFrequency(fold(word)) > 0;
  const items: KnownItem[] = titles.map((title) => knownItem(title, isWord));
  const editions = new Map<string, Title[]>();
  for (const title of titles) {
    const work = workOf(title);
    editions.set(work, [...(editions.get(work) ?? []), title]);
  }
  const queries = new Map<string, WayQuery[]>();
  Object.entries(WAYS).forEach(([way, type], number) => {
    const random = createRandom(SEED + number);
    const drawn: WayQuery[] = [];
    for (const item of random.shuffled(items)) {
      if (drawn.length === QUERIES_PER_WAY) break;
      const typed = type(item, random);
      if (typed === undefined) continue;
      const works = editions.get(workOf(item.title)) ?? [];
      drawn.push({ typed, right: new Set(works.map(({ id }) => id)) });
    }
    if (drawn.length > 0) queries.set(way, drawn);
  });
  return queries;
}

/** Runs the queries of each way on an engine. Includes the mean of all ways. */
export function measureWays(
  queries: ReadonlyMap<string, readonly WayQuery[]>,
  search: Search,
): Map<string, WayMeasure> {
  const measures = new Map<string, WayMeasure>();
  for (const [way, queriesOfWay] of queries) {
    const ranks = queriesOfWay.map(({ typed, right }) => {
      const index = search(typed, ANSWERS).ids.findIndex((id) => right.has(id));
      return index < 0 ? 0 : 1 / (index + 1);
    });
    measures.set(way, {
      reciprocalRank: mean(ranks),
      first: mean(ranks.map((rank) => (rank === 1 ? 1 : 0))),
    });
  }
  const all = [...measures.values()];
  return measures.set('all ways', {
    reciprocalRank: mean(all.map(({ reciprocalRank }) => reciprocalRank)),
    first: mean(all.map(({ first }) => first)),
  });
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

/** The name of an engine, and its measures by way. */
export type MeasuredWays = readonly [name: string, measures: ReadonlyMap<string, WayMeasure>];

/** Formats the measures of a catalog as a table with one column per engine. */
export function waysReport(
  { catalog, titles }: MeasuredCatalog,
  engines: readonly MeasuredWays[],
): string {
  const [[, ways]] = engines;
  const rows = Array.from(ways.keys(), (way) => [
    way,
    ...engines.map(([, measures]) => cellOf(measures.get(way))),
  ]);
  const head = ['way', ...engines.map(([engine]) => engine)];
  return `### Known titles: ${catalog.library.name}, ${titles.length} titles\n\n${table(head, rows)}`;
}

function cellOf(measure: WayMeasure | undefined): string {
  if (measure === undefined) return '';
  return `${measure.reciprocalRank.toFixed(3)} ${measure.first.toFixed(3)}`;
}
