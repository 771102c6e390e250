import { collationKey } from '../../base/collation.js';
import { GrowableArray } from '../../base/growable-array.js';
import { LEFT_OUT } from '../../base/merge-strings.js';
import type { Titles } from '../../catalog/catalog.js';
import { popularityLevel } from '../../catalog/popularity.js';
import type { Title } from '../../catalog/records/title.js';
import {
  SORT_FIELDS,
  type Sort,
  type SortableTitle,
  type SortKeys,
  STORED_SORTS,
  sortKey,
  sortKeys,
} from '../../catalog/sort-keys.js';
import { createSortRanksBuilder, type ReplacedDocument } from '../../search/index.js';
import { TITLE_SECTIONS } from '../format/columns.js';
import { getParallel } from '../format/container/sections.js';
import { invert, setByDocId, type TitlesPartEncoder } from './titles-part-encoder.js';

/** Collects the sort keys of titles, and writes sort ranks and the popularity of titles. Decodes few unchanged titles. */
export interface RanksEncoder extends Omit<TitlesPartEncoder, 'add'> {
  add(title: Title, ratings: readonly number[], listItems: number): void;
}

const ALL_SORT_FIELDS = Object.values(SORT_FIELDS).flat();

/** The direction of each sort order: 1 for ascending, -1 for descending. */
const DIRECTIONS = {
  title: 1,
  author: 1,
  published_date: -1,
  newly_acquired: -1,
  ugc_rating: -1,
  popularity: -1,
  family_name: 1,
} as const satisfies Readonly<Record<Sort, 1 | -1>>;

/**
 * Creates the encoder. The encoder writes the rank of each title in each sort order, the doc ids in title order, and the
 * popularity levels.
 */
export function createRanksEncoder(): RanksEncoder {
  const ranks = STORED_SORTS.map((sort) => ({
    sort,
    builder: createSortRanksBuilder<string | number>(),
  }));
  const levels = new GrowableArray(Float64Array);
  let before: Titles | undefined;
  return {
    addUnchanged({ sections, titles, numbers, ratingsOf }) {
      before = titles;
      for (const { sort, builder } of ranks) {
        const keyOf = (number: number) => {
          const title: Partial<SortableTitle> = titles.pick(number, SORT_FIELDS[sort]);
          return sortKey(sort, title, sort === 'ugc_rating' ? ratingsOf(titles.id(number)) : []);
        };
        builder.addRanked(titles.ranks[sort], numbers, keyOf);
      }
      const { size } = titles;
      levels.extend(size).set(getParallel(sections, TITLE_SECTIONS.popularity, Float32Array, size));
    },
    add(title, ratings, listItems) {
      const keys = sortKeys(title, ratings);
      const replaced = before && replacedIn(before, title, keys);
      for (const { sort, builder } of ranks) builder.add(keys[sort], replaced?.(sort));
      const signs = { holdings: title.holdings?.length ?? 0, ratings: ratings.length, listItems };
      levels.push(popularityLevel(title, signs));
    },
    finish(sections, { size, docIds }) {
      const ofTitles = docIds.filter((docId) => docId !== LEFT_OUT);
      const built = {} as Record<Sort, Uint32Array>;
      for (const { sort, builder } of ranks) {
        built[sort] = builder.build(toCollationKey, DIRECTIONS[sort], ofTitles);
        sections.set(TITLE_SECTIONS.rank(sort), built[sort]);
      }
      sections.set(TITLE_SECTIONS.byTitle, invert(built.title));
      const popularity = new Float32Array(size);
      sections.set(TITLE_SECTIONS.popularity, setByDocId(popularity, levels, docIds));
    },
  };
}

/**
 * Returns the ranks of the title that a title replaces, and whether its keys are the same. Users' ratings may have
 * changed, so the key by rating is the same only if the record has a rating.
 */
function replacedIn(
  before: Titles,
  title: Title,
  keys: SortKeys,
): ((sort: Sort) => ReplacedDocument) | undefined {
  const number = before.numberOf(title.id);
  if (number < 0) return undefined;
  const keysBefore = sortKeys(before.pick(number, ALL_SORT_FIELDS), []);
  return (sort) => ({
    rank: before.ranks[sort][number],
    hasSameValue:
      keysBefore[sort] === keys[sort] && (sort !== 'ugc_rating' || title.rating !== undefined),
  });
}

function toCollationKey(key: string | number): string | number {
  return typeof key === 'string' ? collationKey(key) : key;
}
