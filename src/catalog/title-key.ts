import { analyzePhrase, isStopWord } from '../search/index.js';
import type { Title } from './records/title.js';
import { articlesOf, withoutLeadingArticle } from './sort-title.js';

/** Matches the mark between the title proper and a subtitle in the same text. */
const SUBTITLE_SEPARATOR = /[:;](?=\s)/;

/**
 * Returns the key of a title: its folded words without spaces between them. `e-mail`, `email` and
 * `e mail` have the same key.
 */
export function titleKey(text: string): string {
  return analyzePhrase(text).join('');
}

/**
 * Returns the sorted words of a title as a key, which is equal for texts with the same words in any
 * order. Stop words are left out, unless the text has no other words.
 */
export function wordsKey(text: string): string {
  return wordsKeyOf(analyzePhrase(text));
}

function wordsKeyOf(terms: readonly string[]): string {
  const withoutStopWords = terms.filter((term) => !isStopWord(term));
  return (withoutStopWords.length > 0 ? withoutStopWords : terms).toSorted().join(' ');
}

/**
 * Returns all keys of a title. The title and each alternate title are read both with and without their
 * subtitle. Each of these texts has two keys, which may be equal: the {@link titleKey} without the
 * leading article, and the {@link wordsKey}.
 *
 * @example titleKeys({ id: '1', title: 'The Hobbit: A Play', format: { id: 'BK' } })
 * // ['hobbitaplay', 'hobbit', 'hobbit play']
 */
export function titleKeys(title: Title): string[] {
  const articles = articlesOf(title);
  const texts = [title.title, ...(title.alternate_titles ?? [])];
  if (title.sub_title) texts.push(`${title.title} ${title.sub_title}`);
  const forms = new Set(texts.flatMap((text) => [text, text.split(SUBTITLE_SEPARATOR, 1)[0]]));
  const keys: string[] = [];
  const wordsKeys: string[] = [];
  for (const form of forms) {
    const terms = analyzePhrase(form);
    const bare = withoutLeadingArticle(form, articles);
    keys.push(bare === form ? terms.join('') : titleKey(bare));
    wordsKeys.push(wordsKeyOf(terms));
  }
  return [...new Set([...keys, ...wordsKeys])].filter((key) => key !== '');
}

/** Returns the keys of a typed title: of the whole text, and of the text without a leading article. */
export function typedTitleKeys(typed: string): string[] {
  const keys = [titleKey(typed), titleKey(withoutLeadingArticle(typed.trim()))];
  return [...new Set(keys)].filter((key) => key !== '');
}

/** Returns a 32-bit hash of a key: FNV-1a over its UTF-16 code units. */
export function titleKeyHash(key: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
