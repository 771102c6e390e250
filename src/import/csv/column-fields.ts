/*
 * Defines the fields of a title that a column of a spreadsheet can fill, and the names of columns that are recognized.
 */

import { type JsonSchema, objectSchema } from '../../base/json-schema.js';

/** The separators between the values of a cell. */
const VALUES = /[;|\n]/;
/** The separators between texts, which may contain semicolons. */
const TEXTS = /[|\n]/;

/** How a column of a field is recognized and read. */
interface ColumnReading {
  /** The default separator between the values of a cell. Default: a cell is one value. */
  readonly separator?: RegExp;
  /** Other common names of the column, in the form that {@link normalizeName} returns, separated by spaces. */
  readonly names?: string;
}

/**
 * The fields that a column can hold. `branch`, `status`, `collection` and `barcode` describe the holding of a row,
 * `call_number` describes the title and the holding, and the other fields describe the title. Rows that follow each other
 * and differ only in the fields of their holdings and in `added` become one title with several holdings.
 */
const FIELDS = {
  id: {},
  title: {},
  sub_title: {},
  format: { names: 'type' },
  authors: { separator: VALUES, names: 'author' },
  isbns: { separator: VALUES, names: 'isbn isbn10 isbn13' },
  upcs: { separator: VALUES, names: 'ean upc' },
  issns: { separator: VALUES, names: 'issn' },
  lccns: { separator: VALUES, names: 'lccn' },
  oclc_numbers: { separator: VALUES, names: 'oclc oclcnumber' },
  call_number: { names: 'classmark shelfmark' },
  description: { names: 'summary' },
  additional_contributors: {
    separator: VALUES,
    names: 'contributor contributors illustrator translator',
  },
  publishers: { separator: VALUES, names: 'publisher' },
  pages: { names: 'pagecount' },
  series: {},
  series_number: { names: 'volume' },
  edition: {},
  primary_language: { names: 'language' },
  languages: { separator: VALUES },
  contents: { separator: TEXTS },
  performers: { separator: VALUES, names: 'narrator' },
  suitabilities: { separator: VALUES, names: 'audience' },
  notes: { separator: TEXTS, names: 'note' },
  statement_of_responsibility: {},
  physical_description: { separator: TEXTS },
  publication_date: { names: 'date published year' },
  subjects: { separator: VALUES, names: 'keywords subject' },
  genres: { separator: VALUES, names: 'genre' },
  tags: { separator: VALUES, names: 'tag' },
  added: { names: 'dateadded' },
  popularity: {},
  rating: {},
  fiction: {},
  sort_title: {},
  alternate_titles: { separator: VALUES },
  alternate_authors: { separator: VALUES },
  details_url: { names: 'url' },
  jacket_cover: { names: 'cover' },
  branch: { names: 'library location' },
  status: {},
  collection: { names: 'shelf' },
  barcode: {},
} as const satisfies Readonly<Record<string, ColumnReading>>;

/** The names of the fields that a column can hold. */
export const COLUMN_FIELDS = Object.keys(FIELDS) as readonly KnownField[];

/** A field that a column can hold, or a path in `extra` of the title, such as `extra.location.shelf`. */
export type ColumnField = KnownField | `extra.${string}`;

type KnownField = keyof typeof FIELDS;

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

const BY_NAME: ReadonlyMap<string, KnownField> = new Map(
  COLUMN_FIELDS.flatMap((field) => {
    const names = readingOf(field).names?.split(' ') ?? [];
    return [normalizeName(field), ...names].map((name) => [name, field] as const);
  }),
);

function readingOf(field: KnownField): ColumnReading {
  return FIELDS[field];
}

/**
 * Returns the default field of a column with a name such as `Call number` or `ISBN-13`; undefined for an
 * unknown name. Ignores case, white space and the characters `_()/-`, except in a path in `extra`.
 */
export function fieldOfColumn(name: string): ColumnField | undefined {
  return isExtraPath(name) ? name : BY_NAME.get(normalizeName(name));
}

/** Returns the separator between the values in a cell of a column; undefined if a cell is one value. */
export function separatorOf(
  column: string,
  field: ColumnField,
  { separators }: ColumnMap,
): string | RegExp | undefined {
  const own = separators?.[column];
  if (isExtraPath(field)) return own;
  const usual = readingOf(field).separator;
  return usual && (own ?? usual);
}

/** Whether a title can have several values of a field. */
export function isMultivalued(field: ColumnField): boolean {
  return isExtraPath(field) || readingOf(field).separator !== undefined;
}

function normalizeName(name: string): string {
  return name.toLowerCase().replace(/[\s_()/-]/g, '');
}
