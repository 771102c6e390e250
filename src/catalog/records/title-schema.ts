import type { JsonSchema } from './json-schema.js';
import { codeSchema, idSchema, nameSchema, textSchema } from './shared-schemas.js';

const texts = { type: 'array', items: { type: 'string' } } as const satisfies JsonSchema;
const names = { type: 'array', items: nameSchema } as const satisfies JsonSchema;

const holdingSchema = {
  type: 'object',
  properties: {
    branch: textSchema,
    status: textSchema,
    call_number: { type: 'string' },
    collection: { type: 'string' },
    volume: { type: 'string' },
    barcode: { type: 'string' },
  },
  required: ['branch', 'status'],
  additionalProperties: false,
} as const satisfies JsonSchema;

const linkSchema = {
  type: 'object',
  properties: {
    url: { type: 'string', format: 'web-address' },
    kind: { type: 'string', enum: ['resource', 'version', 'related'] },
    text: { type: 'string' },
    note: { type: 'string' },
    part: { type: 'string' },
  },
  required: ['url', 'kind'],
  additionalProperties: false,
} as const satisfies JsonSchema;

const holdingsStatementSchema = {
  type: 'object',
  properties: { branch: textSchema, text: textSchema, note: { type: 'string' } },
  required: ['text'],
  additionalProperties: false,
} as const satisfies JsonSchema;

const relatedSchema = {
  type: 'object',
  properties: { relation: textSchema, title: textSchema, id: idSchema },
  required: ['relation', 'title'],
  additionalProperties: false,
} as const satisfies JsonSchema;

const identifierSchema = {
  type: 'object',
  properties: {
    type: { type: 'string', enum: ['issn', 'lccn', 'oclc', 'other'] },
    value: textSchema,
  },
  required: ['type', 'value'],
  additionalProperties: false,
} as const satisfies JsonSchema;

/** The MARC record of a title: its leader, and control fields with a value or data fields with subfields. */
const marcSchema = {
  type: 'object',
  properties: {
    leader: { type: 'string' },
    fields: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          tag: { type: 'string' },
          value: { type: 'string' },
          indicator1: { type: 'string' },
          indicator2: { type: 'string' },
          subfields: {
            type: 'array',
            items: {
              type: 'object',
              properties: { code: { type: 'string' }, value: { type: 'string' } },
              required: ['code', 'value'],
              additionalProperties: false,
            },
          },
        },
        required: ['tag'],
        additionalProperties: false,
      },
    },
  },
  required: ['leader', 'fields'],
  additionalProperties: false,
} as const satisfies JsonSchema;

/**
 * The JSON schema of a title record. The fields from `id` to `publication_date` have the same names in
 * API responses (sections 2.2 and 2.3 of the API specification). Responses do not contain the other
 * fields.
 */
export const titleSchema = {
  type: 'object',
  properties: {
    id: idSchema,
    title: textSchema,
    sub_title: { type: 'string' },
    format: codeSchema,
    details_url: { type: 'string', format: 'web-address' },
    availability: { ...codeSchema, type: ['object', 'null'] },
    authors: names,
    isbns: texts,
    upcs: texts,
    jacket_cover: {
      type: 'object',
      properties: { url: { type: 'string' }, default: { type: 'string' } },
      additionalProperties: false,
    },
    call_number: { type: 'string' },
    description: { type: 'string' },
    additional_contributors: names,
    publishers: names,
    pages: { type: 'integer', minimum: 0 },
    series: {
      type: 'array',
      items: {
        type: 'object',
        properties: { name: textSchema, number: { type: 'string' } },
        required: ['name'],
        additionalProperties: false,
      },
    },
    edition: { type: 'string' },
    primary_language: nameSchema,
    languages: names,
    contents: texts,
    performers: names,
    suitabilities: names,
    notes: texts,
    statement_of_responsibility: { type: 'string' },
    physical_description: texts,
    publication_date: { type: 'string' },
    subjects: texts,
    topics: texts,
    places: texts,
    periods: texts,
    people: texts,
    genres: texts,
    tags: texts,
    holdings: { type: 'array', items: holdingSchema },
    added: { type: 'string', format: 'utc-date' },
    popularity: { type: 'number', minimum: 0 },
    rating: { type: 'number', minimum: 0, maximum: 5 },
    fiction: { type: 'boolean' },
    sort_title: { type: 'string' },
    alternate_titles: texts,
    alternate_authors: texts,
    publication_places: texts,
    links: { type: 'array', items: linkSchema },
    holdings_statements: { type: 'array', items: holdingsStatementSchema },
    related: { type: 'array', items: relatedSchema },
    identifiers: { type: 'array', items: identifierSchema },
    extra: { type: 'object' },
    boost: { type: 'number', minimum: 0.1, maximum: 10 },
    marc: marcSchema,
  },
  required: ['id', 'title', 'format'],
  additionalProperties: false,
} as const satisfies JsonSchema;
