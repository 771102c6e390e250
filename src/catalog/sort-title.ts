import type { Title } from './records/title.js';

/** The leading articles of common languages in catalogs, by the English name of the language. */
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

/**
 * Matches a first word that may be an article: a word that ends with an apostrophe, such as `l'`, or a word before a space.
 * No article has more than four letters, and neither a very long word nor many spaces need much memory.
 */
const FIRST_WORD = /^(?:'?\p{L}{1,4}['\u2019](?=\S)|'?\p{L}{1,4}(?=\s))/u;

const ALL_ARTICLES = Object.values(ARTICLES).flat();

/** The fields of a title that {@link sortTitle} reads. */
export const SORT_TITLE_FIELDS = ['title', 'sort_title', 'primary_language', 'languages'] as const;

/**
 * Returns the text by which a title is sorted: its `sort_title`, or else its title without the leading
 * article of its language. A record without a language counts as English.
 *
 * @example sortTitle({ id: '1', title: 'The Hobbit', format: { id: 'BK' } }) // 'Hobbit'
 */
export function sortTitle(title: Pick<Title, (typeof SORT_TITLE_FIELDS)[number]>): string {
  return title.sort_title || withoutLeadingArticle(title.title, articlesOf(title));
}

/**
 * Returns the leading articles of the language of a title, in lower case. Returns an empty array for a
 * language without known articles.
 */
export function articlesOf(
  title: Pick<Title, 'primary_language' | 'languages'>,
): readonly string[] {
  const language = title.primary_language?.name ?? title.languages?.[0]?.name ?? 'English';
  return Object.hasOwn(ARTICLES, language) ? ARTICLES[language] : [];
}

/**
 * Removes a leading article from a text. A text that consists only of an article is returned unchanged.
 *
 * @param articles the articles to remove, in lower case. Default: the articles of all known languages.
 * @example withoutLeadingArticle('The Hobbit') // 'Hobbit'
 */
export function withoutLeadingArticle(
  text: string,
  articles: readonly string[] = ALL_ARTICLES,
): string {
  const [word] = FIRST_WORD.exec(text) ?? [];
  if (word === undefined || !articles.includes(word.toLowerCase().replace('\u2019', "'")))
    return text;
  return text.slice(word.length).trimStart() || text;
}
