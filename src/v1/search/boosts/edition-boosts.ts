import type { Titles } from '../../../catalog/catalog.js';
import { findLanguage } from '../../../catalog/names/languages.js';
import { ANYWHERE, type Narrowing } from '../../../catalog/narrowings.js';
import {
  createScoreBoosts,
  derivedArrayInSteps,
  findGroupMembers,
  memoizePerObject,
  memoizeSteps,
  runSteps,
  type ScoreBoosts,
} from '../../../search/index.js';
import { type LanguageCode, type Locale, languageCodeOf } from '../../../texts/locales.js';

/** How much an edition gains. All gains together are less than 5 %, so they rarely change the order of works. */
const GAINS = { available: 0.025, language: 0.0125, newest: 0.005 } as const;

/** The number of titles that one step reads. */
const STEP = 4096;

/** The number of boosts that one step copies. */
const COPIED_STEP = 65_536;

/** The titles that are editions of a work with several editions, and their qualities that holdings do not change. */
interface Editions {
  /** The numbers of the titles, ascending. */
  readonly numbers: Uint32Array;
  /** Parallel to {@link numbers}: whether the publication year is the latest of the work, 0 or 1. */
  readonly isNewest: Uint8Array;
  /** By language of a reader, parallel to {@link numbers}: whether the edition is in the language, 0 or 1. */
  readonly isInLanguage: Map<LanguageCode, Uint8Array>;
}

/**
 * Returns factors on the scores of all titles: their popularity, the boosts of their records and, for a work with several editions, the qualities
 * of the edition. An available edition gains most, then one in the language of the reader, then the newest.
 *
 * @param locale the locale of the reader
 * @remarks O(titles) at the first call for a language.
 */
export function editionBoosts(titles: Titles, locale: Locale): ScoreBoosts {
  return runSteps(editionBoostsInSteps(titles, locale));
}

/** Does the same as {@link editionBoosts} in steps, so that a server can answer requests between two steps. */
export function* editionBoostsInSteps(
  titles: Titles,
  locale: Locale,
): Generator<undefined, ScoreBoosts, void> {
  const byLanguage = boostsOf(titles);
  const language = languageCodeOf(locale);
  const boosts = byLanguage.get(language) ?? (yield* computeBoosts(titles, language));
  byLanguage.set(language, boosts);
  return boosts;
}

/** Returns the boosts that have been computed for a catalog, by language. */
const boostsOf = memoizePerObject((_: Titles) => new Map<LanguageCode, ScoreBoosts>());

/** Returns the editions of a catalog. The first call reads all titles. Changed holdings do not change the result. */
export const editionsOf = memoizeSteps(
  function* (titles: Titles): Generator<undefined, Editions, void> {
    const { popularityBoosts: key } = titles;
    const numbers = yield* derivedArrayInSteps(key, 'editions', () =>
      findGroupMembers(titles.works),
    );
    const isNewest = yield* derivedArrayInSteps(key, 'newest editions', () =>
      newestOf(numbers, titles),
    );
    return { numbers, isNewest, isInLanguage: new Map() };
  },
  ({ popularityBoosts }) => popularityBoosts,
);

function* computeBoosts(
  titles: Titles,
  language: LanguageCode,
): Generator<undefined, ScoreBoosts, void> {
  const { popularityBoosts, recordBoosts, columns } = titles;
  yield* editionsOf.inSteps(titles);
  if (editionsOf(titles).numbers.length === 0 && recordBoosts === undefined) {
    return popularityBoosts;
  }
  const compute = () => computeFactors(titles, language);
  // Threads share the factors of stored holdings. A column with changed holdings has no `data`.
  return createScoreBoosts(
    'data' in columns.available_at
      ? yield* derivedArrayInSteps(popularityBoosts, `edition boosts for ${language}`, compute)
      : yield* compute(),
  );
}

function* computeFactors(
  titles: Titles,
  language: LanguageCode,
): Generator<undefined, Float32Array, void> {
  const { popularityBoosts, recordBoosts } = titles;
  const { numbers, isNewest, isInLanguage: byLanguage } = editionsOf(titles);
  const names = findLanguage(language)?.names ?? [];
  const isInLanguage =
    byLanguage.get(language) ?? (yield* marksOf(titles, numbers, 'language', names));
  byLanguage.set(language, isInLanguage);
  const isAvailable = yield* marksOf(titles, numbers, 'available_at', [ANYWHERE]);
  const factors = new Float32Array(popularityBoosts.values.length);
  for (let title = 0; title < factors.length; title += COPIED_STEP) {
    factors.set(popularityBoosts.values.subarray(title, title + COPIED_STEP), title);
    yield;
  }
  for (let i = 0; i < numbers.length; i++) {
    if (i % STEP === 0) yield;
    const gain =
      isAvailable[i] * GAINS.available +
      isInLanguage[i] * GAINS.language +
      isNewest[i] * GAINS.newest;
    factors[numbers[i]] *= 1 + gain;
  }
  if (recordBoosts === undefined) return factors;
  for (let title = 0; title < recordBoosts.length; title++) {
    if (title % STEP === 0) yield;
    factors[title] *= recordBoosts[title];
  }
  return factors;
}

/** Returns, for each edition, 1 if it has any of the values of a narrowing, otherwise 0. Yields after each step. */
function* marksOf(
  { columns, valueOrd }: Titles,
  editions: Uint32Array,
  narrowing: Narrowing,
  ids: readonly string[],
): Generator<undefined, Uint8Array, void> {
  const ords = ids.map((id) => valueOrd(narrowing, id)).filter((ord) => ord >= 0);
  const marks = new Uint8Array(editions.length);
  for (let start = 0; start < editions.length; start += STEP) {
    const some = editions.subarray(start, start + STEP);
    const marked = columns[narrowing].select(some, ords);
    for (let i = 0, at = 0; i < some.length && at < marked.length; i++) {
      if (some[i] !== marked[at]) continue;
      marks[start + i] = 1;
      at++;
    }
    yield;
  }
  return marks;
}

/** Returns, for each edition, 1 if its publication year is the latest of the work, otherwise 0. */
function* newestOf(
  editions: Uint32Array,
  { works, queryNumbers }: Titles,
): Generator<undefined, Uint8Array, void> {
  const years = queryNumbers.publication_year;
  /** The latest year of each work, by the number of the work. */
  const latest = new Map<number, number>();
  for (let i = 0; i < editions.length; i++) {
    if (i % STEP === 0) yield;
    const work = works[editions[i]];
    const year = years.get(editions[i]);
    if (year !== undefined && !(year <= latest.get(work)!)) latest.set(work, year);
  }
  const isNewest = new Uint8Array(editions.length);
  for (let i = 0; i < editions.length; i++) {
    if (i % STEP === 0) yield;
    const year = years.get(editions[i]);
    if (year !== undefined && year === latest.get(works[editions[i]])) isNewest[i] = 1;
  }
  return isNewest;
}
