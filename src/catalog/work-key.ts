import { authorKey, isCorporateName } from './name-key.js';
import type { Title } from './records/title.js';
import { articlesOf, withoutLeadingArticle } from './sort-title.js';
import { mainTitleOf, titleKey } from './title-key.js';

/** The fields of a title that {@link workKey} reads. */
export const WORK_KEY_FIELDS = [
  'title',
  'sub_title',
  'authors',
  'fiction',
  'format',
  'primary_language',
  'languages',
] as const;

/** The formats of websites and serials. */
const CONTINUING: ReadonlySet<string> = new Set(['WEBSITE', 'MAG', 'MAG_ONLINE', 'NEWSPAPER']);

/**
 * Returns the key of the work that a title is an edition of. Titles with the same key are editions of one work. The
 * key is the main title without its leading article, and the first author, because editions have different subtitles.
 * Reports, websites and serials share main titles such as `COVID-19` with different works. So the key of a work by an
 * organization, of nonfiction without an author, and of a website or serial contains the whole title.
 *
 * @example workKey({ id: '1', title: 'The Hobbit: A Play', authors: [{ name: 'J.R.R. Tolkien' }], format: { id: 'BK' } })
 * // 'hobbit author jrr tolkien'
 * @example workKey({ id: '1', title: 'Alert', sub_title: 'Areas', fiction: false, format: { id: 'BK' } }) // 'alert  : areas'
 */
export function workKey(title: Pick<Title, (typeof WORK_KEY_FIELDS)[number]>): string {
  const mainTitle = mainTitleOf(title.title);
  const [author] = title.authors ?? [];
  const keys = commonKeys(title);
  const keyOfWork = `${keys.title} ${keys.author}`;
  const isReport = author === undefined ? title.fiction === false : isCorporateName(author.name);
  if (!isReport && !CONTINUING.has(title.format.id)) return keyOfWork;
  const rest = titleKey(`${title.title.slice(mainTitle.length)} ${title.sub_title ?? ''}`);
  return rest === '' ? keyOfWork : `${keyOfWork} : ${rest}`;
}

/**
 * Returns the keys that all editions of the work of a title have: the `titleKey` of the main title without its leading
 * article, and the `authorKey` of the first author, or an empty text without an author.
 */
export function commonKeys(
  title: Pick<Title, 'title' | 'authors' | 'primary_language' | 'languages'>,
): { readonly title: string; readonly author: string } {
  const [author] = title.authors ?? [];
  return {
    title: titleKey(withoutLeadingArticle(mainTitleOf(title.title), articlesOf(title))),
    author: author === undefined ? '' : authorKey(author.name),
  };
}
