/*
 * The boosts of all titles that do not depend on the query: popularity, the record, and the qualities of an edition. They
 * are computed once per catalog and language, and updated for changed holdings.
 */

import { lowerBound } from '../../base/binary-search.js';
import { memoizePerObject } from '../../base/lazy.js';
import type { Titles } from '../../catalog/catalog.js';
import { editionFactors, editionGains, STORED_LANGUAGE } from '../../catalog/editions.js';
import { ChangedColumn, createScoreBoosts, type ScoreBoosts } from '../../search/index.js';
import { type LanguageCode, type Locale, languageCodeOf } from '../../texts/locales.js';

/**
 * Returns factors on the scores of all titles: their popularity, the boosts of their records and, for a work with
 * several editions, the qualities of the edition; see `editions.ts`.
 *
 * @param locale the locale of the reader
 * @remarks O(titles) at the first call for a language that the snapshot does not store. O(changes) for a catalog whose
 *   holdings have changed since the last call.
 */
export function editionBoosts(titles: Titles, locale: Locale): ScoreBoosts {
  const { popularityBoosts, recordBoosts, editions, columns } = titles;
  if (editions.numbers.length === 0 && recordBoosts === undefined) return popularityBoosts;
  const language = languageCodeOf(locale);
  const { available_at } = columns;
  if (available_at instanceof ChangedColumn) {
    return new ChangedBoosts(titles, language, available_at);
  }
  const byLanguage = boostsOf(titles);
  const factors = () =>
    language === STORED_LANGUAGE ? titles.storedFactors : editionFactors(titles, language);
  const boosts = byLanguage.get(language) ?? createScoreBoosts(factors());
  byLanguage.set(language, boosts);
  return boosts;
}

/** Returns the boosts that have been computed for a catalog without changed holdings, by language. */
const boostsOf = memoizePerObject((_: Titles) => new Map<LanguageCode, ScoreBoosts>());

/** The factors of all titles of a catalog with changed holdings, in one language. */
interface Factors {
  /** The column `available_at` of the catalog. */
  column: ChangedColumn;
  readonly values: Float32Array;
}

/**
 * Returns the factors that were read last, by language. Catalogs that share their titles, except for changed holdings,
 * have the same boosts of popularity, and share the memory of their factors.
 */
const factorsOf = memoizePerObject((_: ScoreBoosts) => new Map<LanguageCode, Factors>());

/** Boosts of a catalog with changed holdings. The values are valid until the values of another such catalog are read. */
class ChangedBoosts implements ScoreBoosts {
  constructor(
    private readonly titles: Titles,
    private readonly language: LanguageCode,
    private readonly column: ChangedColumn,
  ) {}

  get values(): Float32Array {
    const { titles, language, column } = this;
    const byLanguage = factorsOf(titles.popularityBoosts);
    let factors = byLanguage.get(language);
    if (factors === undefined) {
      factors = { column, values: editionFactors(titles, language) };
      byLanguage.set(language, factors);
    } else if (factors.column !== column) {
      updateFactors(factors.values, titles, language, column.differencesFrom(factors.column));
      factors.column = column;
    }
    return factors.values;
  }
}

/** Computes the factors of the editions among the titles whose availability has changed. */
function updateFactors(
  factors: Float32Array,
  titles: Titles,
  language: LanguageCode,
  changed: Iterable<number>,
): void {
  const { popularityBoosts, recordBoosts, editions } = titles;
  const { numbers } = editions;
  const editionsAmongChanged = Uint32Array.from(changed).filter(
    (title) => numbers[lowerBound(numbers, title)] === title,
  );
  const gains = editionGains(titles, language, editionsAmongChanged);
  editionsAmongChanged.forEach((title, i) => {
    // The array rounds each product to 32 bits, as in `editionFactors`.
    factors[title] = popularityBoosts.values[title] * (1 + gains(i));
    if (recordBoosts !== undefined) factors[title] *= recordBoosts[title];
  });
}
