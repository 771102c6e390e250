/*
 * The fields of the search index, and the texts of a title in each of them. Identifiers get the forms in which people type
 * them. `extra-fields.ts` has the fields that a library adds, and `narrowings.ts` the values of facets.
 */

import { HYPHENS, normalizeUnicode } from '../base/normalize-unicode.js';
import { extraSearchFields, extraValues } from './extra-fields.js';
import type { Library } from './records/library.js';
import { namesOf } from './records/names.js';
import type { Identifier, RelatedTitle, Title } from './records/title.js';

/** The built-in fields of the search index. Each field contains some of the texts of a title. */
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

/** Matches a hyphen between digits. The last digit of an ISBN-10 or ISSN may be `x`. */
const HYPHEN_IN_NUMBER = new RegExp(`(?<=\\d)[${HYPHENS}](?=[\\dx])`, 'gi');

/** Matches the spaces and hyphens of a number. */
const SPACES_AND_HYPHENS = new RegExp(`[\\s${HYPHENS}]+`, 'g');

/** Matches the year and the serial number of a normalized LCCN, whose prefix has up to three letters. */
const LCCN = /^[a-z]{0,3}(\d{2}|\d{4})(\d{6})$/i;

/** Matches zeros at the beginning of a number, unless the number is 0. */
const LEADING_ZEROS = /(?<!\d)0+(?=\d)/g;

/** A shared empty array, because most fields of a title have no value. */
const NO_VALUES: readonly string[] = [];

type SeriesOfTitle = NonNullable<Title['series']>[number];

/** The name of a built-in field of the search index. */
export type SearchField = (typeof SEARCH_FIELDS)[number];

/** Returns the fields of the search index of a library: the built-in fields, and then its extra fields. */
export function searchFieldsOf(library: Pick<Library, 'extra_fields'>): readonly string[] {
  return [...SEARCH_FIELDS, ...extraSearchFields(library).map(({ name }) => name)];
}

/**
 * Returns the values of a title for each field. A title with its subtitle is one value, so that a phrase can
 * begin in the title and end in the subtitle.
 *
 * @param tags the tags in the title record and the tags from users
 * @param library the library, whose extra fields are included. Default: only the built-in fields.
 */
export function searchTextOf(
  title: Title,
  tags: readonly string[],
  library: Pick<Library, 'extra_fields'> = {},
): Record<SearchField, readonly string[]> {
  const texts = {} as Record<string, readonly string[]>;
  // One function per field: for most catalogs, V8 would take longer to compile one function for all fields than to run it.
  for (const field of SEARCH_FIELDS) texts[field] = nonEmpty(TEXTS[field](title, tags));
  for (const field of extraSearchFields(library)) {
    texts[field.name] = nonEmpty(extraValues(title, field));
  }
  return texts;
}

/** The values of a title for each field. {@link searchTextOf} removes empty and undefined values. */
const TEXTS: Readonly<
  Record<
    SearchField,
    (title: Title, tags: readonly string[]) => readonly (string | undefined)[] | undefined
  >
> = {
  title: ({ title, sub_title, alternate_titles = NO_VALUES }) => [
    sub_title ? `${title}\n${sub_title}` : title,
    ...alternate_titles,
  ],
  author: (title) => [
    ...namesOf(title.authors),
    ...namesOf(title.additional_contributors),
    ...namesOf(title.performers),
    ...(title.alternate_authors ?? NO_VALUES),
  ],
  subject: (title) => [
    ...(title.subjects ?? NO_VALUES),
    ...(title.subjects_searched ?? NO_VALUES),
    ...subjectParts(title).map(({ value }) => value),
  ],
  genre: ({ genres }) => genres,
  series: ({ series = [], alternate_series = NO_VALUES }) => [
    ...series.map(seriesText),
    ...alternate_series,
  ],
  tag: (_, tags) => tags,
  publisher: ({ publishers }) => namesOf(publishers),
  contents: (title) => [
    ...(title.contents ?? NO_VALUES),
    ...relatedTitles(title, ({ relation }) => relation === 'contains'),
  ],
  notes: (title) => [
    ...(title.notes ?? NO_VALUES),
    ...relatedTitles(title, ({ relation }) => relation !== 'contains'),
    ...(title.links ?? []).flatMap(({ text, note, part }) => [text, note, part]),
    ...(title.holdings_statements ?? []).flatMap(({ text, note }) => [text, note]),
  ],
  summary: ({ description }) => [description],
  edition: ({ edition }) => [edition],
  identifier: (title) => identifiersOf(title).flatMap(({ forms }) => forms),
  call_number: callNumbersOf,
  other: ({ statement_of_responsibility, physical_description = NO_VALUES, publication_date }) => [
    statement_of_responsibility,
    ...physical_description,
    publication_date,
  ],
};

/** Returns the identifiers of a title, each with the forms in which it is searched. */
function identifiersOf({
  id,
  isbns = NO_VALUES,
  upcs = NO_VALUES,
  identifiers = [],
  holdings,
}: Title): readonly { readonly value: string; readonly forms: readonly string[] }[] {
  const barcodes = barcodesOf(holdings).map((value): Identifier => ({ type: 'other', value }));
  return [
    { value: id, forms: [id] },
    ...isbns.map((value) => ({ value, forms: [withoutHyphens(value)] })),
    ...upcs.map((value) => ({ value, forms: productCodeForms(value) })),
    ...[...identifiers, ...barcodes].map((identifier) => ({
      value: identifier.value,
      forms: identifierForms(identifier),
    })),
  ];
}

/** A searched text of a title, and what a program shows in its place. */
export interface SearchedText {
  /** The text in the form in which it is indexed. */
  readonly indexed: string;
  /** The texts of the record that {@link indexed} is made of, in order, with one character between them. */
  readonly shown: readonly string[];
}

/**
 * Returns the texts of a title in one field of the search index. The title and its subtitle are one text, and so are a
 * series and the number of its volume.
 *
 * @param title the fields of a title that are read. Texts of other fields are left out
 * @param tags the tags in the title record and the tags from users
 * @param library the library, whose extra fields are known
 */
export function searchedTexts(
  title: Partial<Title>,
  field: string,
  tags: readonly string[],
  library: Pick<Library, 'extra_fields'>,
): SearchedText[] {
  const record = title as Title;
  if (field === 'identifier') {
    return identifiersOf(record).flatMap(({ value, forms }) =>
      forms.map((indexed) => ({ indexed, shown: [value] })),
    );
  }
  const extra = extraSearchFields(library).find(({ name }) => name === field);
  const texts =
    extra === undefined ? TEXTS[field as SearchField](record, tags) : extraValues(record, extra);
  const parts: readonly (readonly (string | undefined)[])[] =
    field === 'title'
      ? [[title.title, title.sub_title]]
      : field === 'series'
        ? (title.series ?? []).map(({ name, number }) => [name, number])
        : [];
  return (texts ?? NO_VALUES).flatMap((indexed, i) => {
    const shown = parts[i] ?? [indexed];
    return indexed ? { indexed, shown: shown.filter((part) => part !== undefined) } : [];
  });
}

/** Returns the call numbers of a title and of its holdings, each once. */
export function callNumbersOf(title: Title): string[] {
  const ofHoldings = title.holdings?.map((holding) => holding.call_number) ?? [];
  const all = [title.call_number, ...ofHoldings].filter((number) => number !== undefined);
  return [...new Set(all)];
}

/**
 * Returns a call number in the form used for comparison: composed characters (Unicode NFC) in lower
 * case, without white space at the ends, and with one space for each run of white space.
 *
 * @example normalizeCallNumber(' J  637.4 GRE') // 'j 637.4 gre'
 */
export function normalizeCallNumber(callNumber: string): string {
  return normalizeUnicode(callNumber, 'NFC').toLowerCase().replace(/\s+/g, ' ').trim();
}

const SUBJECT_PARTS = [
  ['topics', 'topic'],
  ['places', 'place'],
  ['periods', 'period'],
  ['people', 'person'],
] as const;

/** A topic, place, period or person that a title is about. */
export interface SubjectPart {
  readonly narrowing: (typeof SUBJECT_PARTS)[number][1];
  readonly value: string;
}

/** Returns the topics, places, periods and people of a title that none of its subjects contains. */
export function subjectParts(title: Title): SubjectPart[] {
  const subjects = title.subjects ?? [];
  return SUBJECT_PARTS.flatMap(([field, narrowing]) =>
    (title[field] ?? [])
      .filter((value) => value !== '' && !subjects.some((subject) => subject.includes(value)))
      .map((value) => ({ narrowing, value })),
  );
}

function barcodesOf(holdings: Title['holdings'] = []): string[] {
  return [...new Set(holdings.flatMap(({ barcode }) => barcode || []))];
}

/** Returns the titles of the related works that are selected by their relation. */
function relatedTitles(
  { related = [] }: Title,
  isSelected: (related: RelatedTitle) => boolean,
): string[] {
  return related.filter(isSelected).map(({ title }) => title);
}

/** Returns the name of a series and the number of the volume, without leading zeros. */
function seriesText({ name, number = '' }: SeriesOfTitle): string {
  return `${name} ${number.replace(LEADING_ZEROS, '')}`.trim();
}

function withoutHyphens(number: string): string {
  return number.replace(HYPHEN_IN_NUMBER, '');
}

/** The numbers of digits of a UPC and of an EAN. A UPC is an EAN with a zero before it. */
const PRODUCT_CODE_DIGITS = [12, 13];

/**
 * Returns a product code as written, without hyphens and spaces, without zeros at the beginning, and with the zeros of a
 * UPC and of an EAN, each once: `786936735390` and `0786936735390`.
 */
function productCodeForms(code: string): string[] {
  const plain = code.replace(SPACES_AND_HYPHENS, '');
  const bare = plain.replace(LEADING_ZEROS, '');
  const padded = PRODUCT_CODE_DIGITS.map((digits) => bare.padStart(digits, '0'));
  return [...new Set([withoutHyphens(code), plain, bare, ...padded])];
}

/**
 * Returns the forms in which people type an identifier, each once: as in the record, without hyphens and spaces, and in
 * the forms that are usual for its type. An LCCN is also written with a hyphen and without the zeros before its serial
 * number. An OCLC number is also written after `OCoLC`, and after `ocm`, `ocn` or `on`, depending on its length.
 *
 * @example identifierForms({ type: 'lccn', value: 'sn85012345' })
 *   // ['sn85012345', '85012345', '85-12345', '8512345', '85-012345']
 */
function identifierForms({ type, value }: Identifier): string[] {
  const plain = value.replace(SPACES_AND_HYPHENS, '');
  const forms = [value, plain];
  if (type === 'lccn') {
    const [, year, serial] = LCCN.exec(plain) ?? [];
    if (serial !== undefined) {
      const short = String(Number(serial));
      forms.push(`${year}${serial}`, `${year}-${short}`, `${year}${short}`, `${year}-${serial}`);
    }
  }
  if (type === 'oclc') {
    const prefix = plain.length <= 8 ? 'ocm' : plain.length === 9 ? 'ocn' : 'on';
    forms.push(`OCoLC ${plain}`, `${prefix}${plain.padStart(8, '0')}`);
  }
  return [...new Set(forms)];
}

function nonEmpty(values: readonly (string | undefined)[] = NO_VALUES): readonly string[] {
  return values.length === 0
    ? NO_VALUES
    : values.filter((value): value is string => Boolean(value));
}
