import type { Title } from './title.js';

/** The leading articles of the languages that catalogs mostly hold, by the language's name. */
const ARTICLES: Readonly<Record<string, readonly string[]>> = {
  English: ['the', 'a', 'an'],
  French: ['le', 'la', 'les', "l'", 'un', 'une'],
  German: ['der', 'die', 'das', 'ein', 'eine'],
  Spanish: ['el', 'la', 'los', 'las', 'un', 'una'],
  Italian: ['il', 'lo', 'la', 'i', 'gli', 'le', "l'", 'un', 'uno', 'una', "un'"],
  Portuguese: ['o', 'a', 'os', 'as', 'um', 'uma'],
  Dutch: ['de', 'het', 'een', "'t"],
  Swedish: ['en', 'ett', 'den', 'det', 'de'],
  Danish: ['en', 'et', 'den', 'det', 'de'],
  Norwegian: ['en', 'ei', 'et', 'den', 'det', 'de'],
};

const WORD = /^(?:('?\p{L}+['\u2019])|('?\p{L}+)\s+)(?=\S)/u;

const ALL_ARTICLES = Object.values(ARTICLES).flat();

/** The fields of a title that decide what it is sorted by. */
export const SORT_TITLE_FIELDS = ['title', 'sort_title', 'primary_language', 'languages'] as const;

/**
 * What a title is sorted by: its own `sort_title`, else its title without the leading article of
 * its language (of English when it names no language).
 *
 * @example sortTitle({ id: '1', title: 'The Hobbit', format: { id: 'BK' } }) // 'Hobbit'
 */
export function sortTitle(title: Pick<Title, (typeof SORT_TITLE_FIELDS)[number]>): string {
  return title.sort_title || withoutLeadingArticle(title.title, articlesOf(title));
}

/** The leading articles that a title in its language may have. */
export function articlesOf(
  title: Pick<Title, 'primary_language' | 'languages'>,
): readonly string[] {
  const language = title.primary_language?.name ?? title.languages?.[0]?.name ?? 'English';
  return Object.hasOwn(ARTICLES, language) ? ARTICLES[language] : [];
}

/**
 * A text without a leading article, where anything is left without it.
 *
 * @param articles what counts as one; without it, those of all languages
 */
export function withoutLeadingArticle(
  text: string,
  articles: readonly string[] = ALL_ARTICLES,
): string {
  const match = WORD.exec(text);
  if (match === null) return text;
  const word = (match[1] ?? match[2]).toLowerCase().replace('\u2019', "'");
  return articles.includes(word) ? text.slice(match[0].length) : text;
}
