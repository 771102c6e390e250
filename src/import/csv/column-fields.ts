/*
 * Defines the fields of a title that a column of a spreadsheet can fill, and the names of columns that are recognized.
 */

import { type JsonSchema, objectSchema } from '../../base/json-schema.js';

/**
 * The fields that a column can hold. `branch`, `status`, `collection` and `barcode` describe the holding of a row,
 * `call_number` describes the title and the holding, and the other fields describe the title. Rows that follow each other
 * and differ only in the fields of their holdings and in `added` become one title with several holdings.
 */
export const COLUMN_FIELDS = [
  'id',
  'title',
  'sub_title',
  'format',
  'authors',
  'isbns',
  'upcs',
  'issns',
  'lccns',
  'oclc_numbers',
  'call_number',
  'description',
  'additional_contributors',
  'publishers',
  'pages',
  'series',
  'series_number',
  'edition',
  'primary_language',
  'languages',
  'contents',
  'performers',
  'suitabilities',
  'notes',
  'statement_of_responsibility',
  'physical_description',
  'publication_date',
  'subjects',
  'genres',
  'tags',
  'added',
  'popularity',
  'rating',
  'fiction',
  'sort_title',
  'alternate_titles',
  'alternate_authors',
  'details_url',
  'jacket_cover',
  'branch',
  'status',
  'collection',
  'barcode',
] as const;

/** A field that a column can hold, or a path in `extra` of the title, such as `extra.location.shelf`. */
export type ColumnField = KnownField | `extra.${string}`;

type KnownField = (typeof COLUMN_FIELDS)[number];

const EXTRA_PATH = /^extra(?:\.[^.]+)+$/;

export function isExtraPath(field: string): field is `extra.${string}` {
  return EXTRA_PATH.test(field);
}

/** The schema of the name of a {@link ColumnField}. */
const fieldSchema = {
  type: 'string',
  pattern: `^(?:${COLUMN_FIELDS.join('|')})$|${EXTRA_PATH.source}`,
  expected: `one of ${COLUMN_FIELDS.join(', ')}, or a path such as extra.shelf`,
} as const satisfies JsonSchema;

const FIELD_VALUE_SCHEMAS = Object.fromEntries(
  COLUMN_FIELDS.map((field) => [field, { type: 'string', minLength: 1 }]),
) as Readonly<Record<KnownField, { readonly type: 'string'; readonly minLength: 1 }>>;

/** The schema of the JSON file that `carrel build --columns` reads. */
export const columnMapSchema = objectSchema(['columns'], {
  columns: { type: 'object', additionalProperties: fieldSchema },
  separators: { type: 'object', additionalProperties: { type: 'string', minLength: 1 } },
  always: { type: 'object', properties: FIELD_VALUE_SCHEMAS, additionalProperties: false },
});

/** The fields that the columns of a spreadsheet contain: the content of a `--columns` file. */
export interface ColumnMap {
  /** The field of each column, by column name. Default: the field that matches the name of the column. */
  readonly columns: { readonly [column: string]: ColumnField };
  /**
   * The separator between the values of one cell, by column name. Default: `;` or `|`; in notes, contents and physical
   * descriptions, `|` or a line break.
   */
  readonly separators?: { readonly [column: string]: string } | undefined;
  /** Default values by field, for rows that have no value for the field. Default: none. */
  readonly always?: { readonly [Field in KnownField]?: string } | undefined;
}

/** The fields of other common column names, in the form that {@link normalizeName} returns. */
const OTHER_NAMES: Readonly<Record<string, KnownField>> = {
  audience: 'suitabilities',
  author: 'authors',
  classmark: 'call_number',
  contributor: 'additional_contributors',
  contributors: 'additional_contributors',
  cover: 'jacket_cover',
  date: 'publication_date',
  dateadded: 'added',
  ean: 'upcs',
  genre: 'genres',
  illustrator: 'additional_contributors',
  isbn: 'isbns',
  isbn10: 'isbns',
  isbn13: 'isbns',
  issn: 'issns',
  keywords: 'subjects',
  language: 'primary_language',
  lccn: 'lccns',
  library: 'branch',
  location: 'branch',
  narrator: 'performers',
  note: 'notes',
  oclc: 'oclc_numbers',
  oclcnumber: 'oclc_numbers',
  pagecount: 'pages',
  published: 'publication_date',
  publisher: 'publishers',
  shelf: 'collection',
  shelfmark: 'call_number',
  subject: 'subjects',
  subtitle: 'sub_title',
  summary: 'description',
  tag: 'tags',
  translator: 'additional_contributors',
  type: 'format',
  upc: 'upcs',
  url: 'details_url',
  volume: 'series_number',
  year: 'publication_date',
};

const BY_NAME = new Map<string, KnownField>([
  ...COLUMN_FIELDS.map((field) => [normalizeName(field), field] as const),
  ...Object.entries(OTHER_NAMES),
]);

/**
 * Returns the default field of a column with a name such as `Call number` or `ISBN-13`; undefined for an
 * unknown name. Ignores case, white space and the characters `_()/-`, except in a path in `extra`.
 */
export function fieldOfColumn(name: string): ColumnField | undefined {
  return isExtraPath(name) ? name : BY_NAME.get(normalizeName(name));
}

/** The separators between the values of a cell. */
const VALUES = /[;|\n]/;
/** The separators between texts, which may contain semicolons. */
const TEXTS = /[|\n]/;

/** The fields that can have several values, and the default separators between the values of a cell. */
const SEPARATORS: { readonly [Field in KnownField]?: RegExp } = {
  authors: VALUES,
  isbns: VALUES,
  upcs: VALUES,
  issns: VALUES,
  lccns: VALUES,
  oclc_numbers: VALUES,
  additional_contributors: VALUES,
  publishers: VALUES,
  languages: VALUES,
  contents: TEXTS,
  performers: VALUES,
  suitabilities: VALUES,
  notes: TEXTS,
  physical_description: TEXTS,
  subjects: VALUES,
  genres: VALUES,
  tags: VALUES,
  alternate_titles: VALUES,
  alternate_authors: VALUES,
};

/** Returns the separator between the values in a cell of a column; undefined if a cell is one value. */
export function separatorOf(
  column: string,
  field: ColumnField,
  { separators }: ColumnMap,
): string | RegExp | undefined {
  const own = separators?.[column];
  if (isExtraPath(field)) return own;
  const usual = SEPARATORS[field];
  return usual && (own ?? usual);
}

/** Whether a title can have several values of a field. */
export function isMultivalued(field: ColumnField): boolean {
  return isExtraPath(field) || SEPARATORS[field] !== undefined;
}

function normalizeName(name: string): string {
  return name.toLowerCase().replace(/[\s_()/-]/g, '');
}
