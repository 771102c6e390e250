import { isFunctionWord } from '../search/analysis/function-words.js';
import { analyzePhrase } from '../search/analyzer.js';
import { articlesOf, withoutLeadingArticle } from './sort-title.js';
import type { Title } from './title.js';

/** What divides a sub-title from a title that has it in itself. */
const DIVIDER = /[:;](?=\s)/;

/**
 * The key under which texts that are the same title meet: folded, without the spaces between the
 * words, so that `e-mail`, `email` and `e mail` are one.
 */
export function titleKey(text: string): string {
  return analyzePhrase(text).join('');
}

/**
 * The key under which texts of the same words meet, whatever their order: the words that carry
 * meaning, or all where none does.
 */
export function wordsKey(text: string): string {
  return wordsKeyOf(analyzePhrase(text));
}

function wordsKeyOf(terms: readonly string[]): string {
  const telling = terms.filter((term) => !isFunctionWord(term));
  return (telling.length > 0 ? telling : terms).toSorted().join(' ');
}

/**
 * The keys that a title is known by: its title with and without sub-title and its alternate titles,
 * each without the leading article of its language, and the words of each.
 *
 * @example titleKeys({ id: '1', title: 'The Hobbit: A Play', format: { id: 'BK' } })
 * // ['hobbitaplay', 'hobbit', 'hobbit play']
 */
export function titleKeys(title: Title): string[] {
  const articles = articlesOf(title);
  const texts = [title.title, ...(title.alternate_titles ?? [])];
  if (title.sub_title) texts.push(`${title.title} ${title.sub_title}`);
  const forms = new Set(texts.flatMap((text) => [text, text.split(DIVIDER, 1)[0]]));
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

/** The keys of titles that what was typed equals, with whichever article before it. */
export function typedTitleKeys(typed: string): string[] {
  const keys = [titleKey(typed), titleKey(withoutLeadingArticle(typed.trim()))];
  return [...new Set(keys)].filter((key) => key !== '');
}

/** A key as a number of 32 bits: FNV-1a over its UTF-16 code units. */
export function titleKeyHash(key: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
