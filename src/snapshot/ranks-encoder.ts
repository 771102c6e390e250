import { SORTS, type Sort, sortKeys } from '../catalog/sort-keys.js';
import type { Title } from '../catalog/title.js';
import { bestOfBlocks } from '../search/columns/best-in-range.js';
import { collationKey } from '../search/columns/collation.js';
import { createRankColumnBuilder } from '../search/columns/rank-column.js';
import type { SectionData } from './format/section.js';
import { TITLE_SECTIONS } from './format/titles.js';

/** Takes titles one after the other and keeps of them what they are sorted and ranked by. */
export interface RanksEncoder {
  /** @param ratings what users rated the title with */
  add(title: Title, ratings: readonly number[]): void;
  /**
   * Writes the sections.
   *
   * @param order the final number of every title by the order in which they were added
   */
  finish(sections: Map<string, SectionData>, order: Uint32Array): void;
}

const DIRECTIONS = {
  title: 1,
  author: 1,
  published_date: -1,
  newly_acquired: -1,
  ugc_rating: -1,
  popularity: -1,
} as const satisfies Readonly<Record<Sort, 1 | -1>>;

/** An encoder of a rank for every sort, of the order by title, and of what popularity is worth. */
export function createRanksEncoder(): RanksEncoder {
  const ranks = SORTS.map((sort) => ({
    sort,
    builder: createRankColumnBuilder<string | number>(),
  }));
  const popularities: number[] = [];
  return {
    add(title, ratings) {
      const keys = sortKeys(title, ratings);
      for (const { sort, builder } of ranks) builder.add(keys[sort]);
      popularities.push(keys.popularity ?? 0);
    },
    finish(sections, order) {
      const built = {} as Record<Sort, Uint32Array>;
      for (const { sort, builder } of ranks) {
        built[sort] = builder.build(collated, DIRECTIONS[sort], order);
        sections.set(TITLE_SECTIONS.rank(sort), built[sort]);
      }
      const byTitle = inverse(built.title);
      const popularityAt = (place: number) => built.popularity[byTitle[place]];
      sections.set(TITLE_SECTIONS.byTitle, byTitle);
      sections.set(TITLE_SECTIONS.bestByTitle, bestOfBlocks(byTitle.length, popularityAt));
      sections.set(TITLE_SECTIONS.popularityFactor, popularityFactors(popularities, order));
    },
  };
}

function collated(key: string | number): string | number {
  return typeof key === 'string' ? collationKey(key) : key;
}

/** The titles in the order of their ranks. */
function inverse(ranks: Uint32Array): Uint32Array {
  const ordered = new Uint32Array(ranks.length);
  ranks.forEach((rank, number) => {
    ordered[rank] = number;
  });
  return ordered;
}

/** What each title's popularity multiplies a score with, from 1 to 1.05. */
function popularityFactors(popularities: readonly number[], order: Uint32Array): Float32Array {
  const highest = popularities.reduce((most, popularity) => Math.max(most, popularity), 0);
  const factors = new Float32Array(popularities.length).fill(1);
  if (highest === 0) return factors;
  popularities.forEach((popularity, arrival) => {
    factors[order[arrival]] = 1 + (0.05 * Math.log1p(popularity)) / Math.log1p(highest);
  });
  return factors;
}
