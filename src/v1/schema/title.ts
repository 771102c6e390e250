import type { FromSchema, JsonSchema } from '../../catalog/records/json-schema.js';
import { idAndNameSchema, nameSchema, namesSchema, stringsSchema } from './name.js';

const summaryFields = {
  id: { type: 'string' },
  title: { type: 'string' },
  sub_title: { type: 'string' },
  format: idAndNameSchema,
  details_url: { type: 'string', description: 'Address of the page of the title in the catalog' },
  availability: { ...idAndNameSchema, description: 'Status across all copies and locations' },
  authors: namesSchema,
  isbns: stringsSchema,
  upcs: stringsSchema,
} as const satisfies Record<string, JsonSchema>;

/**
 * The JSON schema of a title in search results and inside other resources (section 2.2 of the API
 * specification).
 */
export const titleSummarySchema = {
  type: 'object',
  properties: summaryFields,
  required: ['id', 'title', 'format', 'details_url'],
  additionalProperties: false,
} as const satisfies JsonSchema;

/** The JSON schema of a title in detail (section 2.3 of the API specification). */
export const titleDetailSchema = {
  type: 'object',
  properties: {
    ...summaryFields,
    availability: {
      ...idAndNameSchema,
      type: ['object', 'null'],
      description: 'Status across all copies and locations; null if it is not known',
    },
    jacket_cover: {
      type: 'object',
      properties: {
        url: { type: 'string', description: 'Address of a cover from a third-party provider' },
        default: {
          type: 'string',
          description: 'Address of the cover to show if url is missing or invalid',
        },
      },
      required: ['default'],
      additionalProperties: false,
    },
    call_number: {
      type: 'string',
      description: 'Call number; some copies may have a different one',
    },
    description: { type: 'string' },
    additional_contributors: namesSchema,
    publishers: namesSchema,
    pages: { type: 'integer', description: 'Number of pages' },
    series: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          number: { type: 'string', description: 'Position within the series' },
        },
        required: ['name'],
        additionalProperties: false,
      },
    },
    edition: { type: 'string' },
    primary_language: nameSchema,
    languages: namesSchema,
    contents: { ...stringsSchema, description: 'Table of contents' },
    performers: namesSchema,
    suitabilities: { ...namesSchema, description: 'Audiences that the title is suitable for' },
    notes: stringsSchema,
    statement_of_responsibility: { type: 'string' },
    physical_description: stringsSchema,
    publication_date: { type: 'string', description: 'Publication date, often a year' },
  },
  required: ['id', 'title', 'format', 'details_url', 'availability', 'jacket_cover'],
  additionalProperties: false,
} as const satisfies JsonSchema;

/** A title in search results and inside other resources (section 2.2 of the API specification). */
export type TitleSummary = FromSchema<typeof titleSummarySchema>;

/** A title in detail (section 2.3 of the API specification). */
export type TitleDetail = FromSchema<typeof titleDetailSchema>;
