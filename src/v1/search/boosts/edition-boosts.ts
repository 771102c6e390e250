import type { Titles } from '../../../catalog/catalog.js';
import { findLanguage } from '../../../catalog/names/languages.js';
import { ANYWHERE, type Narrowing } from '../../../catalog/narrowings.js';
import { createScoreBoosts, memoizePerObject, type ScoreBoosts } from '../../../search/index.js';
import { type LanguageCode, type Locale, languageCodeOf } from '../../../texts/locales.js';

/** How much an edition gains. All gains together are less than 5 %, so they rarely change the order of works. */
const GAINS = { available: 0.025, language: 0.0125, newest: 0.005 } as const;

/**
 * Returns factors on the scores of all titles: their popularity and, for a work with several editions, the qualities
 * of the edition. An available edition gains most, then one in the language of the reader, then the newest.
 *
 * @param locale the locale of the reader
 * @remarks O(titles) at the first call for a language.
 */
export function editionBoosts(titles: Titles, locale: Locale): ScoreBoosts {
  return boostsByLanguage(titles)(languageCodeOf(locale));
}

const boostsByLanguage = memoizePerObject((titles: Titles) => {
  const byLanguage = new Map<LanguageCode, ScoreBoosts>();
  return (language: LanguageCode): ScoreBoosts => {
    const boosts = byLanguage.get(language) ?? computeBoosts(titles, language);
    byLanguage.set(language, boosts);
    return boosts;
  };
});

function computeBoosts(titles: Titles, language: LanguageCode): ScoreBoosts {
  const { editions, gainsIn } = editionGains(titles);
  if (editions.length === 0) return titles.popularityBoosts;
  const values = titles.popularityBoosts.values.slice();
  const gains = gainsIn(language);
  const available = selectEditions(titles, editions, 'available_at', [ANYWHERE]);
  let next = 0;
  for (let i = 0; i < editions.length; i++) {
    const isAvailable = available[next] === editions[i];
    if (isAvailable) next++;
    values[editions[i]] *= 1 + gains[i] + (isAvailable ? GAINS.available : 0);
  }
  return createScoreBoosts(values);
}

/** The gains of editions that do not depend on their holdings. Computed once for all changes of holdings. */
const editionGains = memoizePerObject(
  (titles: Titles) => {
    const editions = editionsOf(titles);
    const newest = new Set(newestOf(editions, titles));
    const byLanguage = new Map<LanguageCode, Float32Array>();
    const compute = (language: LanguageCode) => {
      const names = findLanguage(language)?.names ?? [];
      const inLanguage = new Set(selectEditions(titles, editions, 'language', names));
      return Float32Array.from(
        editions,
        (number) =>
          (inLanguage.has(number) ? GAINS.language : 0) + (newest.has(number) ? GAINS.newest : 0),
      );
    };
    return {
      /** The titles that are editions of a work with several editions, ascending. */
      editions,
      /** Returns the gains of the editions for a reader, parallel to `editions`. */
      gainsIn(language: LanguageCode): Float32Array {
        const gains = byLanguage.get(language) ?? compute(language);
        byLanguage.set(language, gains);
        return gains;
      },
    };
  },
  ({ popularityBoosts }) => popularityBoosts,
);

/** Returns the editions with any of these values, ascending. */
function selectEditions(
  titles: Titles,
  editions: Uint32Array,
  narrowing: Narrowing,
  ids: readonly string[],
): Uint32Array {
  const ords = ids.map((id) => titles.valueOrd(narrowing, id)).filter((ord) => ord >= 0);
  return titles.columns[narrowing].select(editions, ords);
}

/** Returns the titles that are editions of a work with several editions, ascending. */
function editionsOf({ works }: Titles): Uint32Array {
  const counts = new Uint32Array(works.length);
  for (const work of works) counts[work]++;
  const numbers = Uint32Array.from(works.keys());
  return numbers.filter((number) => counts[works[number]] > 1);
}

/** Returns the editions with the latest publication year of their work. */
function newestOf(editions: Uint32Array, { works, queryNumbers }: Titles): Uint32Array {
  const years = queryNumbers.publication_year;
  const latest = new Map<number, number>();
  for (const number of editions) {
    const year = years.get(number);
    if (year === undefined) continue;
    latest.set(works[number], Math.max(year, latest.get(works[number]) ?? year));
  }
  return editions.filter((number) => {
    const year = years.get(number);
    return year !== undefined && year === latest.get(works[number]);
  });
}
