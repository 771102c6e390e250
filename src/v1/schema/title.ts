import type { FromSchema, JsonSchema } from '../../catalog/json-schema.js';
import { codedName, named, nameds, strings } from './named.js';

const summaryFields = {
  id: { type: 'string' },
  title: { type: 'string' },
  sub_title: { type: 'string' },
  format: codedName,
  details_url: { type: 'string', description: 'Address of the title page in the catalog' },
  availability: { ...codedName, description: 'Status across all copies and locations' },
  authors: nameds,
  isbns: strings,
  upcs: strings,
} as const satisfies Record<string, JsonSchema>;

/** A title in search results and inside other resources (section 2.2). */
export const titleSummarySchema = {
  type: 'object',
  properties: summaryFields,
  required: ['id', 'title', 'format', 'details_url'],
  additionalProperties: false,
} as const satisfies JsonSchema;

/** A title by itself (section 2.3). */
export const titleDetailSchema = {
  type: 'object',
  properties: {
    ...summaryFields,
    availability: {
      ...codedName,
      type: ['object', 'null'],
      description: 'Status across all copies and locations; null when it is not known',
    },
    jacket_cover: {
      type: 'object',
      properties: {
        url: { type: 'string', description: 'Cover from a third-party provider' },
        default: { type: 'string', description: 'Cover to fall back on' },
      },
      required: ['default'],
      additionalProperties: false,
    },
    call_number: { type: 'string', description: 'Some copies may differ' },
    description: { type: 'string' },
    additional_contributors: nameds,
    publishers: nameds,
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
    primary_language: named,
    languages: nameds,
    contents: { ...strings, description: 'Table of contents' },
    performers: nameds,
    suitabilities: { ...nameds, description: 'For which audiences it is suitable' },
    notes: strings,
    statement_of_responsibility: { type: 'string' },
    physical_description: strings,
    publication_date: { type: 'string', description: 'Often a year' },
  },
  required: ['id', 'title', 'format', 'details_url', 'availability', 'jacket_cover'],
  additionalProperties: false,
} as const satisfies JsonSchema;

/** A title in search results and inside other resources (section 2.2). */
export type TitleSummary = FromSchema<typeof titleSummarySchema>;

/** A title by itself (section 2.3). */
export type TitleDetail = FromSchema<typeof titleDetailSchema>;
