import type { Titles } from '../../catalog/catalog.js';
import { popularityLevel } from '../../catalog/popularity.js';
import type { Title } from '../../catalog/records/title.js';
import { SORTS, type Sort, type SortKeys, sortKeys } from '../../catalog/sort-keys.js';
import { collationKey, createSortRanksBuilder, minRanksOfBlocks } from '../../search/index.js';
import { getSection, type SectionData } from '../format/container/sections.js';
import { TITLE_SECTIONS } from '../format/titles.js';
import type { UnchangedTitles } from './unchanged-titles.js';

/** Collects the sort keys of titles, and writes sort ranks and the popularity of titles. */
export interface RanksEncoder {
  /** Adds unchanged titles. Decodes few of them. */
  addUnchanged(unchanged: UnchangedTitles): void;
  /**
   * Adds the next title.
   *
   * @param ratings the users' ratings of the title
   * @param listItems the number of list items with the title
   */
  add(title: Title, ratings: readonly number[], listItems: number): void;
  /**
   * Writes the sections.
   *
   * @param docIds `docIds[i]` is the doc id of the title that was added at position `i`
   */
  finish(sections: Map<string, SectionData>, docIds: Uint32Array): void;
}

/** The direction of each sort order: 1 for ascending, -1 for descending. */
const DIRECTIONS = {
  title: 1,
  author: 1,
  published_date: -1,
  newly_acquired: -1,
  ugc_rating: -1,
  popularity: -1,
} as const satisfies Readonly<Record<Sort, 1 | -1>>;

/**
 * Creates the encoder. The encoder writes the rank of each title in each sort order, the doc ids in title order,
 * an index that finds the most popular titles in a range of title order, and the popularity levels.
 */
export function createRanksEncoder(): RanksEncoder {
  const ranks = SORTS.map((sort) => ({
    sort,
    builder: createSortRanksBuilder<string | number>(),
  }));
  const levels: number[] = [];
  let before: Titles | undefined;
  return {
    addUnchanged({ sections, titles, numbers, ratingsOf }) {
      before = titles;
      for (const { sort, builder } of ranks) {
        const keyOf = (number: number) => {
          const title = titles.get(number);
          return sortKeys(title, ratingsOf(title.id))[sort];
        };
        builder.addRanked(titles.ranks[sort], numbers, keyOf);
      }
      const levelsBefore = getSection(sections, TITLE_SECTIONS.popularity, Float32Array);
      for (const number of numbers) levels.push(levelsBefore[number]);
    },
    add(title, ratings, listItems) {
      const keys = sortKeys(title, ratings);
      const ranksBefore = before && unchangedRanks(before, title, keys);
      for (const { sort, builder } of ranks) builder.add(keys[sort], ranksBefore?.[sort]);
      const signs = { holdings: title.holdings?.length ?? 0, ratings: ratings.length, listItems };
      levels.push(popularityLevel(title, signs));
    },
    finish(sections, docIds) {
      const built = {} as Record<Sort, Uint32Array>;
      for (const { sort, builder } of ranks) {
        built[sort] = builder.build(toCollationKey, DIRECTIONS[sort], docIds);
        sections.set(TITLE_SECTIONS.rank(sort), built[sort]);
      }
      const byTitle = invertRanks(built.title);
      const popularityRankAt = (position: number) => built.popularity[byTitle[position]];
      sections.set(TITLE_SECTIONS.byTitle, byTitle);
      const minRanks = minRanksOfBlocks(byTitle.length, popularityRankAt);
      sections.set(TITLE_SECTIONS.titleRangeTopK, minRanks);
      sections.set(TITLE_SECTIONS.popularity, permuted(levels, docIds));
    },
  };
}

/**
 * Returns the ranks of a replaced title in the sort orders in which its key is the same as before. Users' ratings may
 * have changed, so the rank by rating is returned only if the record has a rating.
 */
function unchangedRanks(
  before: Titles,
  title: Title,
  keys: SortKeys,
): Partial<Record<Sort, number>> {
  const number = before.numberOf(title.id);
  if (number < 0) return {};
  const keysBefore = sortKeys(before.get(number), []);
  const isSame = (sort: Sort) =>
    keysBefore[sort] === keys[sort] && (sort !== 'ugc_rating' || title.rating !== undefined);
  return Object.fromEntries(SORTS.filter(isSame).map((sort) => [sort, before.ranks[sort][number]]));
}

function toCollationKey(key: string | number): string | number {
  return typeof key === 'string' ? collationKey(key) : key;
}

/** Returns the doc ids in the order of their ranks. */
function invertRanks(ranks: Uint32Array): Uint32Array {
  const ordered = new Uint32Array(ranks.length);
  ranks.forEach((rank, docId) => {
    ordered[rank] = docId;
  });
  return ordered;
}

/** Returns the levels by doc id. */
function permuted(levels: readonly number[], docIds: Uint32Array): Float32Array {
  const byDocId = new Float32Array(levels.length);
  levels.forEach((level, position) => {
    byDocId[docIds[position]] = level;
  });
  return byDocId;
}
