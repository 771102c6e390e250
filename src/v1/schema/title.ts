import type { JsonSchema } from '../../catalog/records/json-schema.js';
import { idAndNameSchema, nameSchema, namesSchema, stringsSchema } from './name.js';

const summaryFields = {
  id: { type: 'string', description: 'The id of the title' },
  title: { type: 'string', description: 'Main title' },
  sub_title: { type: 'string', description: 'Subtitle' },
  format: { ...idAndNameSchema, description: 'Format, such as BK for a book' },
  details_url: {
    type: 'string',
    description:
      'Address of the page of the title: that of the record, or else /item/show/ID under the catalog_url of the library or the address of the API',
  },
  availability: { ...idAndNameSchema, description: 'Status across all copies and locations' },
  authors: { ...namesSchema, description: 'Authors' },
  isbns: { ...stringsSchema, description: 'ISBNs' },
  upcs: { ...stringsSchema, description: 'Universal Product Codes' },
} as const satisfies Record<string, JsonSchema>;

/**
 * The JSON schema of a title in search results and inside other resources (section 2.2 of the API
 * specification).
 */
export const titleSummarySchema = {
  type: 'object',
  description: 'A title in search results and inside other resources',
  properties: summaryFields,
  required: ['id', 'title', 'format', 'details_url'],
  additionalProperties: false,
} as const satisfies JsonSchema;

/** The JSON schema of the cover of a title. */
export const jacketCoverSchema = {
  type: 'object',
  description: 'The cover of a title',
  properties: {
    url: { type: 'string', description: 'Address of a cover from a third-party provider' },
    default: {
      type: 'string',
      description: 'Address of the cover to show if url is missing or invalid',
    },
  },
  required: ['default'],
  additionalProperties: false,
} as const satisfies JsonSchema;

/** The JSON schema of a series of a title. */
export const seriesEntrySchema = {
  type: 'object',
  description: 'A series that a title belongs to',
  properties: {
    name: { type: 'string', description: 'Name of the series' },
    number: { type: 'string', description: 'Position within the series' },
  },
  required: ['name'],
  additionalProperties: false,
} as const satisfies JsonSchema;

/** The JSON schema of a title in detail (section 2.3 of the API specification). */
export const titleDetailSchema = {
  type: 'object',
  description: 'A title in detail',
  properties: {
    ...summaryFields,
    availability: {
      ...idAndNameSchema,
      type: ['object', 'null'],
      description: 'Status across all copies and locations; null if it is not known',
    },
    jacket_cover: { ...jacketCoverSchema, description: 'Cover' },
    call_number: {
      type: 'string',
      description: 'Call number; some copies may have a different one',
    },
    description: { type: 'string', description: 'Summary of the contents' },
    additional_contributors: {
      ...namesSchema,
      description: 'Editors, translators, illustrators and other contributors',
    },
    publishers: { ...namesSchema, description: 'Publishers' },
    pages: { type: 'integer', description: 'Number of pages' },
    series: {
      type: 'array',
      items: seriesEntrySchema,
      description: 'The series that the title belongs to',
    },
    edition: { type: 'string', description: 'Edition statement' },
    primary_language: { ...nameSchema, description: 'Main language' },
    languages: { ...namesSchema, description: 'All languages' },
    contents: { ...stringsSchema, description: 'Table of contents' },
    performers: { ...namesSchema, description: 'Performers' },
    suitabilities: { ...namesSchema, description: 'Audiences that the title is suitable for' },
    notes: { ...stringsSchema, description: 'Notes' },
    statement_of_responsibility: {
      type: 'string',
      description: 'Statement of responsibility, as on the title page',
    },
    physical_description: {
      ...stringsSchema,
      description: 'Physical description, such as pages, size or playing time',
    },
    publication_date: { type: 'string', description: 'Publication date, often a year' },
  },
  required: ['id', 'title', 'format', 'details_url', 'availability', 'jacket_cover'],
  additionalProperties: false,
} as const satisfies JsonSchema;
