/*
 * Factors on the scores of titles: popularity, the boosts of records, and the qualities of editions. A work with
 * several editions is listed by its best edition: an available edition gains most, then one in the language of the
 * reader, then the newest. A snapshot stores the factors for one language.
 */

import {
  findGroupMembers,
  type NumberColumn,
  type ScoreBoosts,
  type ValuesColumn,
} from '../search/index.js';
import type { LanguageCode } from '../texts/locales.js';
import { findLanguage } from './names/languages.js';
import { ANYWHERE } from './narrowings.js';

/**
 * How much each quality adds to the factor of an edition, which is 1 plus the sum. The sum is less than 5 %, so it
 * rarely changes the order of works.
 */
const GAINS = { available: 0.025, language: 0.0125, newest: 0.005 } as const;

/** The language of readers for which a snapshot stores the factors of all titles. */
export const STORED_LANGUAGE: LanguageCode = 'en';

/**
 * The titles of works with several editions, and which of them are the newest. A change of holdings changes neither.
 */
export interface Editions {
  /** The numbers of the titles, ascending. */
  readonly numbers: Uint32Array;
  /** Parallel to {@link numbers}: whether the publication year is the latest of the work, 0 or 1. */
  readonly isNewest: Uint8Array;
}

/** The parts of the titles of a catalog that the factors of editions depend on. */
export interface RankedEditions {
  readonly editions: Editions;
  /** By title: the factor of its popularity. */
  readonly popularityBoosts: ScoreBoosts;
  /** By title: the `boost` of its record, or 1. Undefined if no record has a boost. */
  readonly recordBoosts: Float32Array | undefined;
  readonly columns: Readonly<Record<string, ValuesColumn>>;
  valueOrd(narrowing: string, id: string): number;
}

/**
 * Finds the editions of works with several editions.
 *
 * @param works by title: the lowest number of a title of the same work
 */
export function findEditions(works: Uint32Array, years: NumberColumn): Editions {
  const numbers = findGroupMembers(works);
  const latest = new Map<number, number>();
  for (const title of numbers) {
    const year = years.get(title);
    const work = works[title];
    if (year !== undefined && year > (latest.get(work) ?? Number.NEGATIVE_INFINITY)) {
      latest.set(work, year);
    }
  }
  const isNewest = Uint8Array.from(numbers, (title) => {
    const year = years.get(title);
    return year !== undefined && year === latest.get(works[title]) ? 1 : 0;
  });
  return { numbers, isNewest };
}

/**
 * Returns factors on the scores of all titles: their popularity, the boosts of their records, and the qualities of
 * editions.
 */
export function editionFactors(titles: RankedEditions, language: LanguageCode): Float32Array {
  const { editions, popularityBoosts, recordBoosts } = titles;
  const { numbers } = editions;
  const gains = editionGains(titles, language, numbers);
  const factors = popularityBoosts.values.slice();
  for (let i = 0; i < numbers.length; i++) factors[numbers[i]] *= 1 + gains(i);
  if (recordBoosts === undefined) return factors;
  for (let title = 0; title < factors.length; title++) factors[title] *= recordBoosts[title];
  return factors;
}

/**
 * Returns a function that returns how much a title gains as an edition.
 *
 * @param some some of the editions, ascending. The argument of the function is an index of this array.
 */
export function editionGains(
  titles: Pick<RankedEditions, 'editions' | 'columns' | 'valueOrd'>,
  language: LanguageCode,
  some: Uint32Array,
): (index: number) => number {
  const { numbers, isNewest } = titles.editions;
  const isAvailable = marksOf(titles, some, 'available_at', [ANYWHERE]);
  const isInLanguage = marksOf(titles, some, 'language', findLanguage(language)?.names ?? []);
  let place = 0;
  const newest = Uint8Array.from(some, (title) => {
    while (numbers[place] < title) place++;
    return isNewest[place];
  });
  return (index) =>
    isAvailable[index] * GAINS.available +
    isInLanguage[index] * GAINS.language +
    newest[index] * GAINS.newest;
}

/** Returns, for each title, 1 if it has any of the values of a narrowing, otherwise 0. */
function marksOf(
  { columns, valueOrd }: Pick<RankedEditions, 'columns' | 'valueOrd'>,
  titles: Uint32Array,
  narrowing: 'available_at' | 'language',
  ids: readonly string[],
): Uint8Array {
  const ords = ids.map((id) => valueOrd(narrowing, id)).filter((ord) => ord >= 0);
  const marks = new Uint8Array(titles.length);
  const marked = columns[narrowing].select(titles, ords);
  for (let i = 0, at = 0; i < titles.length && at < marked.length; i++) {
    if (titles[i] !== marked[at]) continue;
    marks[i] = 1;
    at++;
  }
  return marks;
}
