import type { Titles } from '../../catalog/catalog.js';
import { analyze, analyzePhrase, isStopWord } from '../../search/index.js';
import {
  hasAllWords,
  type TypedWords,
  titlesWithMisspelledWords,
  titlesWithWords,
  typedWordsOf,
} from './typed-words.js';
import { VOLUME_WORDS } from './words/query-words.js';

const SERIES_FIELD = { series: 1 };

/** The maximum number of titles of a series whose numbers are read, the most popular first. */
const MAX_TITLES_OF_SERIES = 100;

/** A volume of a series, as typed: `harry potter 3`. */
interface TypedVolume {
  /** The words of the name of the series. The last word may be incomplete. */
  readonly words: TypedWords;
  readonly number: number;
}

/**
 * Returns the titles that are the typed volume of a series, the most popular first. The typed text is words of
 * the name of the series and then a number of up to three digits. A word such as `book` or `vol.` may precede
 * the number. Returns no titles for any other text.
 *
 * @example titlesOfVolume(titles, 'harry potter 3') // [the number of 'The Prisoner of Azkaban']
 */
export function titlesOfVolume(titles: Titles, typed: string): number[] {
  const volume = readVolume(typed);
  if (volume === undefined) return [];
  const best = titlesWithWords(titles, volume.words, SERIES_FIELD, MAX_TITLES_OF_SERIES);
  return best.filter((title) => isVolume(titles, title, volume));
}

/** Returns the titles of {@link titlesOfVolume} for other spellings of the name of the series. */
export function titlesOfMisspelledVolume(titles: Titles, typed: string): number[] {
  const volume = readVolume(typed);
  if (volume === undefined) return [];
  const { words, number } = volume;
  const found = titlesWithMisspelledWords(titles, words, SERIES_FIELD, MAX_TITLES_OF_SERIES);
  if (found === undefined) return [];
  return found.best.filter((title) => isVolume(titles, title, { words: found.words, number }));
}

/** Returns whether a title has the number in a series whose name has all of the words. */
function isVolume(titles: Titles, title: number, { words, number }: TypedVolume): boolean {
  const { series = [] } = titles.pick(title, ['series']);
  return series.some(
    (entry) => readNumber(entry.number) === number && hasAllWords(analyze(entry.name), words),
  );
}

function readVolume(typed: string): TypedVolume | undefined {
  const terms = analyzePhrase(typed);
  const last = terms.pop() ?? '';
  if (!/^\d{1,3}$/.test(last)) return undefined;
  const isVolumeWord = terms.length > 1 && VOLUME_WORDS.has(terms[terms.length - 1]);
  const name = isVolumeWord ? terms.slice(0, -1) : terms;
  if (name.every(isStopWord)) return undefined;
  return { words: typedWordsOf(name), number: Number(last) };
}

/** Reads the number of a volume in a record, such as `3` or `vol. 3`. Returns undefined for `1-3` or `2.5`. */
function readNumber(text = ''): number | undefined {
  const digits = text.match(/\d+/g) ?? [];
  return digits.length === 1 ? Number(digits[0]) : undefined;
}
