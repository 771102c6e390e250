/*
 * Keys by which titles with the same words are found, whatever their spelling, as for the boost of exact titles. Keys
 * of authors and series are in `name-key.ts`, and the key that unites the editions of a work is in
 * `snapshot/encoding/works-encoder.ts`.
 */

import { memoizePerText } from '../base/lazy.js';
import { analyzePhrase, isStopWord } from '../search/index.js';
import type { Title } from './records/title.js';
import { articlesOf, withoutLeadingArticle } from './sort-title.js';

/** The fields of a title from which {@link titleKeys} computes the keys. */
export const TITLE_KEY_FIELDS = [
  'title',
  'sub_title',
  'alternate_titles',
  'primary_language',
  'languages',
] as const;

/** Matches the colon or semicolon between a title and a subtitle in the same text. */
const SUBTITLE_SEPARATOR = /[:;](?=\s)/;

/** Returns the terms of `analyzePhrase`. The keys of one title need the terms of the same texts several times. */
const termsOf = memoizePerText<readonly string[]>(1024, 256, analyzePhrase);

/**
 * Returns the key of a title: its words in lower case, without accents, punctuation and spaces. `e-mail`,
 * `email` and `e mail` have the same key. Chinese, Japanese and Korean texts are split into overlapping
 * pairs of characters instead of words.
 *
 * @example titleKey('Les Misérables') // 'lesmiserables'
 */
export function titleKey(text: string): string {
  return termsOf(text).join('');
}

/**
 * Returns the sorted words of a title as a key. Texts with the same words in a different order have the
 * same key. Stop words (articles, conjunctions and short prepositions) are left out, unless the text
 * has no other words.
 *
 * @example wordsKey('Pride and Prejudice') // 'words prejudice pride'
 */
export function wordsKey(text: string): string {
  return wordsKeyOfTerms(termsOf(text));
}

/** Returns the {@link wordsKey} of a text, by the terms that `analyzePhrase` returns. */
export function wordsKeyOfTerms(terms: readonly string[]): string {
  const withoutStopWords = terms.filter((term) => !isStopWord(term));
  const words = withoutStopWords.length > 0 ? withoutStopWords : terms;
  return words.length === 0 ? '' : `words ${words.toSorted().join(' ')}`;
}

/**
 * Returns all keys of a title: the {@link spelledTitleKeys}, and the {@link wordsKey} of the same texts.
 *
 * @example titleKeys({ id: '1', title: 'The Hobbit: A Play', format: { id: 'BK' } })
 * // Set { 'thehobbitaplay', 'hobbitaplay', 'thehobbit', 'hobbit', 'words hobbit play', 'words hobbit' }
 */
export function titleKeys(
  title: Pick<Title, (typeof TITLE_KEY_FIELDS)[number]>,
): ReadonlySet<string> {
  const texts = keyTextsOf(title);
  const keys = spelledKeysOf(texts, articlesOf(title));
  for (const text of texts) keys.add(wordsKey(text));
  keys.delete('');
  return keys;
}

/**
 * Returns the {@link titleKey} of the title, of the title with its `sub_title`, and of each alternate title, and of each
 * of these texts without the part after the first colon or semicolon that is followed by a space. A text that begins
 * with an article of the title's language has two keys, with and without the article.
 */
export function spelledTitleKeys(
  title: Pick<Title, (typeof TITLE_KEY_FIELDS)[number]>,
): ReadonlySet<string> {
  return spelledKeysOf(keyTextsOf(title), articlesOf(title));
}

function spelledKeysOf(texts: Iterable<string>, articles: readonly string[]): Set<string> {
  const keys = new Set<string>();
  for (const text of texts) {
    keys.add(titleKey(text));
    const bare = withoutLeadingArticle(text, articles);
    if (bare !== text) keys.add(titleKey(bare));
  }
  return keys;
}

function keyTextsOf(title: Pick<Title, (typeof TITLE_KEY_FIELDS)[number]>): Set<string> {
  const whole = [title.title, ...(title.alternate_titles ?? [])];
  if (title.sub_title) whole.push(`${title.title} ${title.sub_title}`);
  const texts = new Set<string>();
  for (const text of whole) texts.add(text).add(mainTitleOf(text));
  return texts;
}

/**
 * Returns the part of a text before the first colon or semicolon that is followed by a space.
 *
 * @example mainTitleOf('The Hobbit: A Play') // 'The Hobbit'
 */
export function mainTitleOf(text: string): string {
  const end = text.search(SUBTITLE_SEPARATOR);
  return end < 0 ? text : text.slice(0, end);
}

/**
 * Returns the {@link titleKey} of a typed title, and the {@link titleKey} without a leading article of
 * any language if the text begins with one. Returns an empty array for a text without words.
 */
export function typedTitleKeys(typed: string): string[] {
  const trimmed = typed.trim();
  const bare = withoutLeadingArticle(trimmed);
  const keys = bare === trimmed ? [titleKey(typed)] : [titleKey(typed), titleKey(bare)];
  return [...new Set(keys)].filter((key) => key !== '');
}

/** Returns a 32-bit hash of a key: FNV-1a over its UTF-16 code units. */
export function titleKeyHash(key: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
