import type { Title } from './records/title.js';

/** The fields of the search index. Each field contains part of the text of a title. */
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

/** The name of a field of the search index. */
export type SearchField = (typeof SEARCH_FIELDS)[number];

/**
 * Returns the text of a title for each field, with one line per value. A field without text is an empty
 * string.
 *
 * @param tags the tags in the title record and the tags from users
 */
export function searchTextOf(title: Title, tags: readonly string[]): Record<SearchField, string> {
  return {
    title: joinLines([title.title, title.sub_title, ...(title.alternate_titles ?? [])]),
    author: joinLines([
      ...namesOf(title.authors),
      ...namesOf(title.additional_contributors),
      ...namesOf(title.performers),
      ...(title.alternate_authors ?? []),
    ]),
    subject: joinLines(title.subjects),
    genre: joinLines(title.genres),
    series: joinLines(namesOf(title.series)),
    tag: joinLines(tags),
    publisher: joinLines(namesOf(title.publishers)),
    contents: joinLines(title.contents),
    notes: joinLines(title.notes),
    summary: joinLines([title.description]),
    edition: joinLines([title.edition]),
    identifier: joinLines([title.id, ...(title.isbns ?? []), ...(title.upcs ?? [])]),
    call_number: joinLines(callNumbersOf(title)),
    other: joinLines([
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

function namesOf(entries: readonly { readonly name: string }[] = []): string[] {
  return entries.map((entry) => entry.name);
}

function joinLines(values: readonly (string | undefined)[] = []): string {
  return values.filter((value) => value).join('\n');
}
