import type { Titles } from '../../../catalog/catalog.js';
import { editionFactors, editionGains, STORED_LANGUAGE } from '../../../catalog/editions.js';
import {
  ChangedColumn,
  createScoreBoosts,
  lowerBound,
  memoizePerObject,
  type NumberedValues,
  PersistentValues,
  type ScoreBoosts,
} from '../../../search/index.js';
import { type LanguageCode, type Locale, languageCodeOf } from '../../../texts/locales.js';

/**
 * Returns factors on the scores of all titles: their popularity, the boosts of their records and, for a work with several
 * editions, the qualities of the edition. An available edition gains most, then one in the language of the reader, then the
 * newest.
 *
 * @param locale the locale of the reader
 * @remarks O(titles) at the first call for a language that the snapshot does not store. O(changes) for a catalog whose
 *   holdings have changed since the last call.
 */
export function editionBoosts(titles: Titles, locale: Locale): ScoreBoosts {
  const byLanguage = boostsOf(titles);
  const language = languageCodeOf(locale);
  const boosts = byLanguage.get(language) ?? computeBoosts(titles, language);
  byLanguage.set(language, boosts);
  return boosts;
}

/** Returns the boosts that have been computed for a catalog, by language. */
const boostsOf = memoizePerObject((_: Titles) => new Map<LanguageCode, ScoreBoosts>());

function computeBoosts(titles: Titles, language: LanguageCode): ScoreBoosts {
  const { popularityBoosts, recordBoosts, editions, columns } = titles;
  if (editions.numbers.length === 0 && recordBoosts === undefined) return popularityBoosts;
  const { available_at } = columns;
  if (available_at instanceof ChangedColumn) {
    return boostsOfChanged(titles, language, available_at);
  }
  return createScoreBoosts(
    language === STORED_LANGUAGE ? titles.storedFactors : editionFactors(titles, language),
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
function boostsOfChanged(
  titles: Titles,
  language: LanguageCode,
  column: ChangedColumn,
): ScoreBoosts {
  const latestFactors = latestFactorsOf(titles.popularityBoosts);
  const latest = latestFactors.get(language);
  const changed = latest && column.changedSince(latest.column);
  const factors =
    changed === undefined
      ? new PersistentValues<number, FactorsByTitle>(
          new FactorsByTitle(editionFactors(titles, language)),
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
  const { popularityBoosts, recordBoosts, editions } = titles;
  const { numbers } = editions;
  const editionsAmongChanged = Uint32Array.from(changed)
    .filter((title) => numbers[lowerBound(numbers, title)] === title)
    .sort();
  const gains = editionGains(titles, language, editionsAmongChanged);
  const editor = factors.edit();
  editionsAmongChanged.forEach((title, i) => {
    // The same numbers of 32 bits as in `editionFactors`.
    const factor = Math.fround(popularityBoosts.values[title] * (1 + gains(i)));
    editor.set(title, recordBoosts ? Math.fround(factor * recordBoosts[title]) : factor);
  });
  return editor.finish();
}
