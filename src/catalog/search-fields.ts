import type { Title } from './title.js';

/** The fields that the words of a title are indexed under. */
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

/** A field that the words of a title are indexed under. */
export type SearchField = (typeof SEARCH_FIELDS)[number];

/**
 * The text of each search field of a title: a string for every field, empty where the title has
 * nothing to say, which is what keeps average field lengths independent of the order of titles.
 *
 * @param tags the title's own tags and those that users gave it
 */
export function searchTextOf(title: Title, tags: readonly string[]): Record<SearchField, string> {
  return {
    title: lines([title.title, title.sub_title, ...(title.alternate_titles ?? [])]),
    author: lines([
      ...namesOf(title.authors),
      ...namesOf(title.additional_contributors),
      ...namesOf(title.performers),
      ...(title.alternate_authors ?? []),
    ]),
    subject: lines(title.subjects),
    genre: lines(title.genres),
    series: lines(namesOf(title.series)),
    tag: lines(tags),
    publisher: lines(namesOf(title.publishers)),
    contents: lines(title.contents),
    notes: lines(title.notes),
    summary: lines([title.description]),
    edition: lines([title.edition]),
    identifier: lines([title.id, ...(title.isbns ?? []), ...(title.upcs ?? [])]),
    call_number: lines(callNumbersOf(title)),
    other: lines([
      title.statement_of_responsibility,
      ...(title.physical_description ?? []),
      title.publication_date,
    ]),
  };
}

/** The call numbers of a title and of its copies, each once. */
export function callNumbersOf(title: Title): string[] {
  const ofHoldings = title.holdings?.map((holding) => holding.call_number) ?? [];
  const all = [title.call_number, ...ofHoldings].filter((number) => number !== undefined);
  return [...new Set(all)];
}

function namesOf(entries: readonly { readonly name: string }[] = []): string[] {
  return entries.map((entry) => entry.name);
}

function lines(values: readonly (string | undefined)[] = []): string {
  return values.filter((value) => value).join('\n');
}
