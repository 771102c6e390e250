import type { Query } from '../../search/index.js';
import { labeled, type WordSearch } from './words/expanded-word.js';
import { phraseTerms, type QueryWord } from './words/query-words.js';

/** The boost of a field in which the typed words are adjacent, as a factor on the boost of the field. */
const PHRASE_BOOST = { title: 1, author: 0.5 } as const;

/** The boost of the series and volume that were typed, as a factor on the boost of the field. */
const VOLUME_BOOST = 8;

/** Phrases of more words are not searched. */
const MAX_PHRASE_WORDS = 16;

/**
 * Creates the optional queries that raise titles with the typed words next to each other: in the title in the typed
 * order, in the author's name in any order, and as a series with the number of a volume.
 */
export function phraseBoosts(
  words: readonly QueryWord[],
  { fields, index }: WordSearch,
): readonly Query[] {
  const areIndexed = (terms: readonly string[]) =>
    terms.every((term) => index.documentFrequency(term) > 0);
  const queries: Query[] = [];
  const typed = phraseTerms(words);
  if (typed.length > 1 && typed.length <= MAX_PHRASE_WORDS && areIndexed(typed)) {
    const { title, author } = fields;
    if (title !== undefined) {
      const boosted = { title: title * PHRASE_BOOST.title };
      queries.push(labeled('title_phrase', { kind: 'phrase', terms: typed, fields: boosted }));
    }
    if (author !== undefined) {
      const boosted = { author: author * PHRASE_BOOST.author };
      const maxWidth = typed.length;
      queries.push(
        labeled('author_phrase', { kind: 'proximity', terms: typed, maxWidth, fields: boosted }),
      );
    }
  }
  const volume = seriesAndVolume(words);
  if (fields.series !== undefined && volume !== undefined && areIndexed(volume)) {
    const boosted = { series: fields.series * VOLUME_BOOST };
    queries.push(labeled('series_volume', { kind: 'phrase', terms: volume, fields: boosted }));
  }
  return queries;
}

/**
 * Returns the terms of a series and the number of a volume, without a word such as `volume` between them. A number at
 * the beginning of a query belongs to the words that follow. Returns undefined if the query has no such number.
 */
export function seriesAndVolume(words: readonly QueryWord[]): readonly string[] | undefined {
  const at = words.findLastIndex(({ volume }) => volume !== undefined);
  const { volume } = words[at] ?? {};
  if (volume === undefined) return undefined;
  const before = words.slice(0, at).filter((word) => !word.isVolumeWord);
  const after = words.slice(at + 1);
  const firstWord = after.findIndex(({ expanded }) => !expanded.isStopWord);
  const series = phraseTerms(before.length > 0 ? before : after.slice(firstWord));
  return series.length === 0 || series.length >= MAX_PHRASE_WORDS ? undefined : [...series, volume];
}
