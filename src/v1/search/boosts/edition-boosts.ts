import type { Titles } from '../../../catalog/catalog.js';
import { findLanguage } from '../../../catalog/names/languages.js';
import { ANYWHERE, type Narrowing } from '../../../catalog/narrowings.js';
import {
  ChangedColumn,
  createScoreBoosts,
  derivedArrayInSteps,
  findGroupMembers,
  lowerBound,
  memoizePerObject,
  memoizeSteps,
  type NumberedValues,
  PersistentValues,
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
 * Returns factors on the scores of all titles: their popularity, the boosts of their records and, for a work with several
 * editions, the qualities of the edition. An available edition gains most, then one in the language of the reader, then the
 * newest.
 *
 * @param locale the locale of the reader
 * @remarks O(titles) at the first call for a language. O(changes) for a catalog whose holdings have changed since the last
 *   call.
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
  const { available_at } = columns;
  if (available_at instanceof ChangedColumn) {
    return yield* boostsOfChanged(titles, language, available_at);
  }
  const compute = () => computeFactors(titles, language);
  // Threads share the factors of stored holdings.
  return createScoreBoosts(
    yield* derivedArrayInSteps(popularityBoosts, `edition boosts for ${language}`, compute),
  );
}

/** The factors that were computed last for a catalog with changed holdings. */
interface LatestFactors {
  /** The column `available_at` of the catalog. */
  readonly column: ChangedColumn;
  readonly factors: PersistentValues<number, FactorsByTitle>;
}

/** Returns the latest factors by language. */
const latestFactorsOf = memoizePerObject(
  (_: ScoreBoosts) => new Map<LanguageCode, LatestFactors>(),
);

/**
 * Returns the boosts of a catalog with changed holdings. If the catalog was created from the catalog of the last call, only
 * the factors of titles whose holdings have changed since are computed.
 */
function* boostsOfChanged(
  titles: Titles,
  language: LanguageCode,
  column: ChangedColumn,
): Generator<undefined, ScoreBoosts, void> {
  const latestFactors = latestFactorsOf(titles.popularityBoosts);
  const latest = latestFactors.get(language);
  const changed = latest && column.changedSince(latest.column);
  const factors =
    changed === undefined
      ? new PersistentValues<number, FactorsByTitle>(
          new FactorsByTitle(yield* computeFactors(titles, language)),
        )
      : changeFactors(latest!.factors, titles, language, changed);
  latestFactors.set(language, { column, factors });
  return {
    get values() {
      return factors.read().values;
    },
  };
}

/** The factors of all titles. */
class FactorsByTitle implements NumberedValues<number> {
  constructor(readonly values: Float32Array) {}

  get size(): number {
    return this.values.length;
  }

  get(title: number): number {
    return this.values[title];
  }

  set(title: number, factor: number): void {
    this.values[title] = factor;
  }

  copy(): this {
    return new FactorsByTitle(this.values.slice()) as this;
  }
}

/** Returns factors in which the editions among the changed titles have the factors of their availability now. */
function changeFactors(
  factors: LatestFactors['factors'],
  titles: Titles,
  language: LanguageCode,
  changed: Iterable<number>,
): LatestFactors['factors'] {
  const { popularityBoosts, recordBoosts } = titles;
  const { numbers, isNewest, isInLanguage: byLanguage } = editionsOf(titles);
  const isInLanguage = byLanguage.get(language)!;
  const placeOf = (title: number) => lowerBound(numbers, title);
  const editions = Uint32Array.from(changed)
    .filter((title) => numbers[placeOf(title)] === title)
    .sort();
  const isAvailable = runSteps(marksOf(titles, editions, 'available_at', [ANYWHERE]));
  const editor = factors.edit();
  editions.forEach((title, i) => {
    const place = placeOf(title);
    const gain = gainOf(isAvailable[i], isInLanguage[place], isNewest[place]);
    // The same numbers of 32 bits as in `computeFactors`.
    const factor = Math.fround(popularityBoosts.values[title] * (1 + gain));
    editor.set(title, recordBoosts ? Math.fround(factor * recordBoosts[title]) : factor);
  });
  return editor.finish();
}

/** Returns how much an edition gains. Each quality is 0 or 1. */
function gainOf(isAvailable: number, isInLanguage: number, isNewest: number): number {
  return isAvailable * GAINS.available + isInLanguage * GAINS.language + isNewest * GAINS.newest;
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
    factors[numbers[i]] *= 1 + gainOf(isAvailable[i], isInLanguage[i], isNewest[i]);
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
