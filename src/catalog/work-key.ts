import { authorKey } from './name-key.js';
import type { Title } from './records/title.js';
import { articlesOf, withoutLeadingArticle } from './sort-title.js';
import { SUBTITLE_SEPARATOR, titleKey } from './title-key.js';

/**
 * Returns the key of the work that a title is an edition of: the main title without its leading article, and the
 * first author. Titles with the same key are editions of one work.
 *
 * @example workKey({ id: '1', title: 'The Hobbit: A Play', authors: [{ name: 'J.R.R. Tolkien' }], format: { id: 'BK' } })
 * // 'hobbit author jrr tolkien'
 */
export function workKey(title: Title): string {
  const [mainTitle] = title.title.split(SUBTITLE_SEPARATOR, 1);
  const [author] = title.authors ?? [];
  const key = titleKey(withoutLeadingArticle(mainTitle, articlesOf(title)));
  return `${key} ${author === undefined ? '' : authorKey(author.name)}`;
}
