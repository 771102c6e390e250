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
export const SUBTITLE_SEPARATOR = /[:;](?=\s)/;

/** The maximum number of texts in {@link recentTerms}. */
const MAX_RECENT_TEXTS = 1024;
/** The maximum length of such a text in UTF-16 code units. */
const MAX_RECENT_CHARS = 256;

/** The terms of recent texts. The keys of one title need the same texts several times, and authors write several titles. */
const recentTerms = new Map<string, readonly string[]>();

/** Returns the terms of `analyzePhrase` for a title or a name. */
export function termsOf(text: string): readonly string[] {
  const recent = recentTerms.get(text);
  if (recent !== undefined) return recent;
  if (text.length > MAX_RECENT_CHARS) return analyzePhrase(text);
  if (recentTerms.size >= MAX_RECENT_TEXTS) recentTerms.clear();
  const terms = analyzePhrase(text);
  recentTerms.set(text, terms);
  return terms;
}

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
 * Returns all keys of a title, each once: the {@link spelledTitleKeys}, and the {@link wordsKey} of the same texts.
 *
 * @example titleKeys({ id: '1', title: 'The Hobbit: A Play', format: { id: 'BK' } })
 * // ['thehobbitaplay', 'hobbitaplay', 'thehobbit', 'hobbit', 'words hobbit play', 'words hobbit']
 */
export function titleKeys(title: Pick<Title, (typeof TITLE_KEY_FIELDS)[number]>): string[] {
  const keys = [...spelledTitleKeys(title), ...keyTextsOf(title).map(wordsKey)];
  return [...new Set(keys)].filter((key) => key !== '');
}

/**
 * Returns the {@link titleKey} of the title, of the title with its `sub_title`, and of each alternate title, and of each
 * of these texts without the part after the first colon or semicolon that is followed by a space. A text that begins
 * with an article of the title's language has two keys, with and without the article.
 */
export function spelledTitleKeys(title: Pick<Title, (typeof TITLE_KEY_FIELDS)[number]>): string[] {
  const articles = articlesOf(title);
  const keys = keyTextsOf(title).flatMap((text) => {
    const bare = withoutLeadingArticle(text, articles);
    return bare === text ? [titleKey(text)] : [titleKey(text), titleKey(bare)];
  });
  return [...new Set(keys)];
}

/** Returns the texts of a title from which keys are computed, each once. */
function keyTextsOf(title: Pick<Title, (typeof TITLE_KEY_FIELDS)[number]>): string[] {
  const texts = [title.title, ...(title.alternate_titles ?? [])];
  if (title.sub_title) texts.push(`${title.title} ${title.sub_title}`);
  return [...new Set(texts.flatMap((text) => [text, text.split(SUBTITLE_SEPARATOR, 1)[0]]))];
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
