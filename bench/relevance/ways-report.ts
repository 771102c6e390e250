import { fold } from '../../src/search/analysis/fold.js';
import { table } from '../report/table.js';
import type { MeasuredCatalog } from './catalogs.js';
import { DEMAND_WAYS, VOLUME_WAYS } from './demand-ways.js';
import { ANSWERS } from './engine.js';
import type { JudgedQuery } from './judged-query.js';
import { type KnownItem, knownItem, volumeKey, workOf } from './known-item.js';
import type { Outcome } from './measures.js';
import { createRandom, type Random } from './random.js';
import { WAYS, type Way } from './ways.js';

/** How an engine ranks the titles of one way of typing. */
interface WayMeasure {
  /** The mean of 1 / place of the first right title. A query without a right title among the first ten counts as 0. */
  readonly reciprocalRank: number;
  /** The fraction of queries whose first title is right. */
  readonly first: number;
}

const SEED = 1;
const MAX_QUERIES_PER_WAY = 500;
/** Draws by demand take at most this share of the titles, so that they do not take all titles of a small catalog. */
const MAX_DEMAND_SHARE = 0.25;
/** The popularity of a title without one. A popularity is a whole number. */
const LEAST_POPULARITY = 0.5;

/** The groups of ways. A table has a row with the mean of each group. */
const GROUPS: readonly (readonly [mean: string, ways: Readonly<Record<string, Way>>])[] = [
  ['mean, all titles alike', WAYS],
  ['mean, popular titles more', DEMAND_WAYS],
  ['mean, volumes of series', VOLUME_WAYS],
];

/** The description of the tables. */
export const WAYS_LEGEND = `Known titles: up to ${MAX_QUERIES_PER_WAY} titles per way of typing, seed ${SEED}. The first figure is the mean reciprocal
rank at ${ANSWERS}, the second the share of searches whose first title is right. All editions of a work (the
same folded main title and first author), or all titles with this number in the series, are right.`;

/**
 * Returns the queries of each way of typing. The kind of a query is its way, such as `one typo`. A way skips titles to
 * which the way does not apply.
 */
export function wayQueries({ catalog, titles }: MeasuredCatalog): JudgedQuery[] {
  const isWord = (word: string) => catalog.titles.index.documentFrequency(fold(word)) > 0;
  const items = titles.map((title) => knownItem(title, isWord));
  const editions = idsBy(items, ({ title }) => workOf(title));
  const volumes = idsBy(items, ({ volume }) => volume && volumeKey(volume));
  const maxByDemand = Math.min(MAX_QUERIES_PER_WAY, Math.ceil(items.length * MAX_DEMAND_SHARE));
  let seed = SEED;
  return GROUPS.flatMap(([, ways]) =>
    Object.entries(ways).flatMap(([kind, type]) => {
      const random = createRandom(seed++);
      const max = ways === WAYS ? MAX_QUERIES_PER_WAY : maxByDemand;
      const drawn: JudgedQuery[] = [];
      for (const item of ways === WAYS ? random.shuffled(items) : byDemand(items, random)) {
        if (drawn.length === max) break;
        const typed = type(item, random);
        if (typed === undefined) continue;
        const right =
          ways === VOLUME_WAYS && item.volume !== undefined
            ? volumes.get(volumeKey(item.volume))
            : editions.get(workOf(item.title));
        if (right === undefined) continue;
        drawn.push({ library: catalog.library.id, kind, typed, right, grades: undefined });
      }
      return drawn;
    }),
  );
}

function byDemand(items: readonly KnownItem[], random: Random): KnownItem[] {
  return random.drawn(items, ({ title }) => title.popularity || LEAST_POPULARITY);
}

/** Groups the ids of titles by a key. Leaves out titles without a key. */
function idsBy(items: readonly KnownItem[], keyOf: (item: KnownItem) => string | undefined) {
  const groups = new Map<string, Set<string>>();
  for (const item of items) {
    const key = keyOf(item);
    if (key === undefined) continue;
    const group = groups.get(key) ?? new Set();
    groups.set(key, group.add(item.title.id));
  }
  return groups;
}

/** The name of an engine, and the outcomes of the queries of all ways. */
export type MeasuredWays = readonly [name: string, outcomes: readonly Outcome[]];

/** Formats the measures of a catalog as a table with one row per way and one column per engine. */
export function waysReport(
  { catalog, titles }: MeasuredCatalog,
  engines: readonly MeasuredWays[],
): string {
  const columns = engines.map(([, outcomes]) => measuresByWay(outcomes));
  const rows = Array.from(columns[0].keys(), (way) => [
    way,
    ...columns.map((measures) => cellOf(measures.get(way))),
  ]);
  const head = ['way', ...engines.map(([engine]) => engine)];
  return `### Known titles: ${catalog.library.name}, ${titles.length} titles\n\n${table(head, rows)}`;
}

/** Measures each way, and the mean of each group of ways. Leaves out ways without queries. */
function measuresByWay(outcomes: readonly Outcome[]): Map<string, WayMeasure> {
  const measures = new Map<string, WayMeasure>();
  for (const [meanOfGroup, ways] of GROUPS) {
    const group: WayMeasure[] = [];
    for (const way of Object.keys(ways)) {
      const places = outcomes.flatMap(({ query, place }) => (query.kind === way ? [place] : []));
      if (places.length === 0) continue;
      const measure = {
        reciprocalRank: mean(places.map((place) => (place === undefined ? 0 : 1 / place))),
        first: mean(places.map((place) => (place === 1 ? 1 : 0))),
      };
      measures.set(way, measure);
      group.push(measure);
    }
    if (group.length < 2) continue;
    measures.set(meanOfGroup, {
      reciprocalRank: mean(group.map(({ reciprocalRank }) => reciprocalRank)),
      first: mean(group.map(({ first }) => first)),
    });
  }
  return measures;
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

function cellOf(measure: WayMeasure | undefined): string {
  if (measure === undefined) return '';
  return `${measure.reciprocalRank.toFixed(3)} ${measure.first.toFixed(3)}`;
}
