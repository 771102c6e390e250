/*
 * Abbreviations of the titles, series and authors that readers ask for most: their initials, such as `tfios` and `grrm`.
 */

import { memoizePerObject } from '../../base/lazy.js';
import { analyzePhrase } from '../../search/index.js';
import type { Titles } from '../catalog.js';
import { authorKey, seriesKey } from '../name-key.js';
import { withoutLeadingArticle } from '../sort-title.js';
import { mainTitleOf, titleKey } from '../title-key.js';

/** An abbreviation with fewer letters, or with more, is not looked up. */
const MIN_LETTERS = 4;
const MAX_LETTERS = 10;

/**
 * Returns the titles that a word abbreviates, each once: popular titles with these initials, with or without a leading
 * article, and the titles of authors and series of popular titles with these initials. A word of fewer than 4 letters
 * abbreviates nothing.
 *
 * @example titlesOfAbbreviation(titles, 'tfios') // the editions of *The Fault in Our Stars*
 */
export function titlesOfAbbreviation(titles: Titles, word: string): readonly number[] {
  if (word.length < MIN_LETTERS || word.length > MAX_LETTERS) return [];
  const keys = abbreviationsOf(titles).get(word) ?? [];
  return [...new Set([...keys].flatMap((key) => [...titles.withTitleKey(key)]))];
}

/** A word of a name, such as `R` in `George R.R. Martin`. */
const WORDS = /[\p{L}\p{N}]+/gu;

/** Returns the keys of the names of popular titles by their initials. Takes some microseconds per title, once. */
const abbreviationsOf = memoizePerObject((titles: Titles) => {
  const keys = new Map<string, Set<string>>();
  const add = (name: string, keyOf: (name: string) => string) => {
    for (const form of new Set([name, withoutLeadingArticle(name)])) {
      // Counting the words is much faster than the analysis of a name, and most names are short.
      if ((form.match(WORDS) ?? []).length < MIN_LETTERS) continue;
      const initials = analyzePhrase(form).map((term) => [...term][0]);
      const word = initials.join('');
      keys.set(word, (keys.get(word) ?? new Set()).add(keyOf(name)));
    }
  };
  for (const title of titles.popular)
    add(mainTitleOf(titles.pick(title, ['title']).title), titleKey);
  const namesIn = (column: 'series' | 'author') => {
    const ords = new Set(Array.from(titles.popular, titles.columns[column].valuesOf).flat());
    return Array.from(ords, (ord) => titles.value(column, ord).name);
  };
  for (const name of namesIn('series')) add(name, seriesKey);
  for (const name of namesIn('author')) add(name, authorKey);
  return keys;
});
