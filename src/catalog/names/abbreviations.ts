/*
 * Abbreviations of the titles, series and authors that readers ask for most: their initials, such as `tfios` and `grrm`.
 */

import { memoizePerObject } from '../../base/lazy.js';
import { analyzePhrase } from '../../search/index.js';
import type { Titles } from '../catalog.js';
import { authorKey, seriesKey } from '../name-key.js';
import { articlesOf, withoutLeadingArticle } from '../sort-title.js';
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

/** Returns the keys of the names of popular titles by their initials. Takes some microseconds per title, once. */
const abbreviationsOf = memoizePerObject((titles: Titles) => {
  const keys = new Map<string, Set<string>>();
  const add = (name: string, key: string) => {
    const initials = analyzePhrase(name).map((term) => [...term][0]);
    if (initials.length < 3) return;
    const word = initials.join('');
    keys.set(word, (keys.get(word) ?? new Set()).add(key));
  };
  for (const number of titles.popular) {
    const title = titles.pick(number, [
      'title',
      'primary_language',
      'languages',
      'authors',
      'series',
    ]);
    const main = mainTitleOf(title.title);
    const bare = withoutLeadingArticle(main, articlesOf(title));
    for (const name of new Set([main, bare])) add(name, titleKey(main));
    for (const { name } of title.series ?? []) {
      for (const other of new Set([name, withoutLeadingArticle(name)])) add(other, seriesKey(name));
    }
    for (const { name } of title.authors ?? []) add(name, authorKey(name));
  }
  return keys;
});
