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
  const { popularityBoosts } = titles;
  const editions = editionsOf(titles);
  if (editions.length === 0) return popularityBoosts;
  const gains = new Float32Array(titles.size);
  const gain = (numbers: Iterable<number>, amount: number) => {
    for (const number of numbers) gains[number] += amount;
  };
  const withValues = (narrowing: Narrowing, ids: readonly string[]) => {
    const ords = ids.map((id) => titles.valueOrd(narrowing, id)).filter((ord) => ord >= 0);
    return titles.columns[narrowing].select(editions, ords);
  };
  gain(withValues('available_at', [ANYWHERE]), GAINS.available);
  gain(withValues('language', findLanguage(language)?.names ?? []), GAINS.language);
  gain(newestOf(editions, titles), GAINS.newest);
  return createScoreBoosts(popularityBoosts.values.map((factor, i) => factor * (1 + gains[i])));
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
