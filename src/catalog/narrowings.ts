import { en } from '../texts/en.js';
import type { KnownNames } from '../texts/texts.js';
import { availabilityOf } from './availability.js';
import { nameOfId, translatedName } from './known-names.js';
import type { Library } from './library.js';
import { BEFORE_YEAR_1, decadeOf, publicationYear } from './publication-year.js';
import type { Title } from './title.js';

/** What a search can be narrowed by: the names of the request parameters. */
export const NARROWINGS = [
  'title_format',
  'available_at',
  'language',
  'audience',
  'genre',
  'subject',
  'author',
  'series',
  'tag',
  'publication_date',
] as const;

/** A parameter that narrows a search. */
export type Narrowing = (typeof NARROWINGS)[number];

/** The value of `available_at` for titles that are available at whichever branch. */
export const ANYWHERE = '_anywhere_';

/**
 * The values of every narrowing that a title has: ids where values have ids (format, branch), else
 * names in Unicode NFC.
 *
 * @param tags the title's own tags and those that users gave it
 */
export function narrowingValues(
  title: Title,
  tags: readonly string[],
): Record<Narrowing, readonly string[]> {
  const year = publicationYear(title.publication_date);
  return {
    title_format: [title.format.id],
    available_at: availableAt(title),
    language: names([title.primary_language, ...(title.languages ?? [])]),
    audience: names(title.suitabilities),
    genre: composed(title.genres),
    subject: composed(title.subjects),
    author: names(title.authors),
    series: names(title.series),
    tag: composed(tags),
    publication_date: year === undefined ? [] : [decadeOf(year)],
  };
}

/**
 * What a value of a narrowing is called: formats and branches by the names that the library gives
 * them or that are known, decades in words where digits would not do, anything else as it is.
 */
export function narrowingName(narrowing: Narrowing, id: string, library: Library): string {
  switch (narrowing) {
    case 'title_format':
      return nameOfId('format', id, library);
    case 'available_at':
      if (id === ANYWHERE) return en.names.any_branch;
      return library.branches?.find((branch) => branch.id === id)?.name ?? id;
    case 'publication_date':
      return id === BEFORE_YEAR_1 ? en.names.before_year_1 : id;
    default:
      return id;
  }
}

/** What {@link narrowingName} gave, in another language: names that a source gave stay as they are. */
export function translatedNarrowingName(
  narrowing: Narrowing,
  id: string,
  name: string,
  names: KnownNames,
): string {
  switch (narrowing) {
    case 'title_format':
      return translatedName('format', id, name, names);
    case 'available_at':
      return id === ANYWHERE ? names.any_branch : name;
    case 'publication_date':
      return id === BEFORE_YEAR_1 ? names.before_year_1 : name;
    default:
      return name;
  }
}

function availableAt(title: Title): string[] {
  const branches = title.holdings?.filter(({ status }) => status === 'AVAILABLE') ?? [];
  const isAnywhere = availabilityOf(title)?.id === 'AVAILABLE';
  return [...(isAnywhere ? [ANYWHERE] : []), ...branches.map(({ branch }) => branch)];
}

function names(entries: readonly ({ readonly name: string } | undefined)[] = []): string[] {
  return composed(entries.flatMap((entry) => entry?.name ?? []));
}

function composed(texts: readonly string[] = []): string[] {
  return texts.filter((text) => text !== '').map((text) => text.normalize('NFC'));
}
