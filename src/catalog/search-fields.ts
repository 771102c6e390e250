import type { Title } from './records/title.js';

/** The fields of the search index. Each field contains some of the texts of a title. */
export const SEARCH_FIELDS = [
  'title',
  'author',
  'subject',
  'genre',
  'series',
  'tag',
  'publisher',
  'contents',
  'notes',
  'summary',
  'edition',
  'identifier',
  'call_number',
  'other',
] as const;

/** Matches a hyphen between digits. The last digit of an ISBN-10 may be `x`. */
const HYPHEN_IN_NUMBER = /(?<=\d)[\u2010-\u2015-](?=[\dx])/gi;

/** Matches zeros at the beginning of a number, unless the number is 0. */
const LEADING_ZEROS = /(?<!\d)0+(?=\d)/g;

type SeriesOfTitle = NonNullable<Title['series']>[number];

/** The name of a field of the search index. */
export type SearchField = (typeof SEARCH_FIELDS)[number];

/**
 * Returns the values of a title for each field. A title with its subtitle is one value, so that a phrase can
 * begin in the title and end in the subtitle.
 *
 * @param tags the tags in the title record and the tags from users
 */
export function searchTextOf(title: Title, tags: readonly string[]): Record<SearchField, string[]> {
  const { title: mainTitle, sub_title: subTitle } = title;
  return {
    title: nonEmpty([
      subTitle ? `${mainTitle}\n${subTitle}` : mainTitle,
      ...(title.alternate_titles ?? []),
    ]),
    author: nonEmpty([
      ...namesOf(title.authors),
      ...namesOf(title.additional_contributors),
      ...namesOf(title.performers),
      ...(title.alternate_authors ?? []),
    ]),
    subject: nonEmpty(title.subjects),
    genre: nonEmpty(title.genres),
    series: nonEmpty(title.series?.map(seriesText)),
    tag: nonEmpty(tags),
    publisher: nonEmpty(namesOf(title.publishers)),
    contents: nonEmpty(title.contents),
    notes: nonEmpty(title.notes),
    summary: nonEmpty([title.description]),
    edition: nonEmpty([title.edition]),
    identifier: nonEmpty([
      title.id,
      ...[...(title.isbns ?? []), ...(title.upcs ?? [])].map(withoutHyphens),
    ]),
    call_number: nonEmpty(callNumbersOf(title)),
    other: nonEmpty([
      title.statement_of_responsibility,
      ...(title.physical_description ?? []),
      title.publication_date,
    ]),
  };
}

/** Returns the call numbers of a title and of its holdings, each once. */
export function callNumbersOf(title: Title): string[] {
  const ofHoldings = title.holdings?.map((holding) => holding.call_number) ?? [];
  const all = [title.call_number, ...ofHoldings].filter((number) => number !== undefined);
  return [...new Set(all)];
}

/** Returns the name of a series and the number of the volume, without leading zeros. */
function seriesText({ name, number = '' }: SeriesOfTitle): string {
  return `${name} ${number.replace(LEADING_ZEROS, '')}`.trim();
}

/** Removes the hyphens between the digits of an ISBN or UPC. */
function withoutHyphens(identifier: string): string {
  return identifier.replace(HYPHEN_IN_NUMBER, '');
}

function namesOf(entries: readonly { readonly name: string }[] = []): string[] {
  return entries.map((entry) => entry.name);
}

function nonEmpty(values: readonly (string | undefined)[] = []): string[] {
  return values.filter((value): value is string => Boolean(value));
}
