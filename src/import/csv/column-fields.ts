import type { FromSchema, JsonSchema } from '../../catalog/records/json-schema.js';

/**
 * The fields that a column can hold. `branch`, `status` and `collection` describe the holding of a row,
 * `call_number` describes the title and the holding, and the other fields describe the title.
 */
export const COLUMN_FIELDS = [
  'id',
  'title',
  'sub_title',
  'format',
  'authors',
  'isbns',
  'upcs',
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
] as const;

/** A field that a column can hold. */
export type ColumnField = (typeof COLUMN_FIELDS)[number];

const FIELD_VALUE_SCHEMAS = Object.fromEntries(
  COLUMN_FIELDS.map((field) => [field, { type: 'string', minLength: 1 }]),
) as Readonly<Record<ColumnField, { readonly type: 'string'; readonly minLength: 1 }>>;

/** The schema of the JSON file that `carrel build --columns` reads. */
export const columnMapSchema = {
  type: 'object',
  properties: {
    /** The field of each column, by column name. */
    columns: {
      type: 'object',
      additionalProperties: { type: 'string', enum: COLUMN_FIELDS },
    },
    /** The separator between the values of one cell, by column name. */
    separators: { type: 'object', additionalProperties: { type: 'string', minLength: 1 } },
    /** Default values by field, for rows that have no value for the field. */
    always: {
      type: 'object',
      properties: FIELD_VALUE_SCHEMAS,
      additionalProperties: false,
    },
  },
  required: ['columns'],
  additionalProperties: false,
} as const satisfies JsonSchema;

/** The content of a `--columns` file. */
export type ColumnMap = FromSchema<typeof columnMapSchema>;

/** The fields of other common column names, in the form that {@link normalizeName} returns. */
const OTHER_NAMES: Readonly<Record<string, ColumnField>> = {
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
  keywords: 'subjects',
  language: 'primary_language',
  library: 'branch',
  location: 'branch',
  narrator: 'performers',
  note: 'notes',
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

const BY_NAME = new Map<string, ColumnField>([
  ...COLUMN_FIELDS.map((field) => [normalizeName(field), field] as const),
  ...Object.entries(OTHER_NAMES),
]);

/**
 * Returns the default field of a column with a name such as `Call number` or `ISBN-13`; undefined for an
 * unknown name. Ignores case, white space and the characters `_()/-`.
 */
export function fieldOfColumn(name: string): ColumnField | undefined {
  return BY_NAME.get(normalizeName(name));
}

function normalizeName(name: string): string {
  return name.toLowerCase().replace(/[\s_()/-]/g, '');
}
