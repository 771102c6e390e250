/*
 * The JSON schema of a title record, by which sources, changes and opened records are checked. `title.ts` describes
 * each field. The schemas of other records are next to their types in this folder.
 */

import { type JsonSchema, objectSchema } from '../../base/json-schema.js';
import { codeSchema, idSchema, nameSchema, textSchema } from './shared-schemas.js';

const texts = { type: 'array', items: { type: 'string' } } as const satisfies JsonSchema;
const names = { type: 'array', items: nameSchema } as const satisfies JsonSchema;

const holdingSchema = objectSchema(['branch', 'status'], {
  branch: textSchema,
  status: textSchema,
  call_number: { type: 'string' },
  collection: { type: 'string' },
  volume: { type: 'string' },
  barcode: { type: 'string' },
});

const linkSchema = objectSchema(['url', 'kind'], {
  url: { type: 'string', format: 'web-address' },
  kind: { type: 'string', enum: ['resource', 'version', 'related'] },
  text: { type: 'string' },
  note: { type: 'string' },
  part: { type: 'string' },
});

const holdingsStatementSchema = objectSchema(['text'], {
  branch: textSchema,
  text: textSchema,
  note: { type: 'string' },
});

const relatedSchema = objectSchema(['relation', 'title'], {
  relation: textSchema,
  title: textSchema,
  id: idSchema,
});

const identifierSchema = objectSchema('all', {
  type: { type: 'string', enum: ['issn', 'lccn', 'oclc', 'other'] },
  value: textSchema,
});

const marcSubfieldSchema = objectSchema('all', {
  code: { type: 'string' },
  value: { type: 'string' },
});

/** A control field with a value, or a data field with subfields. */
const marcFieldSchema = objectSchema(['tag'], {
  tag: { type: 'string' },
  value: { type: 'string' },
  indicator1: { type: 'string' },
  indicator2: { type: 'string' },
  subfields: { type: 'array', items: marcSubfieldSchema },
});

const marcSchema = objectSchema('all', {
  leader: { type: 'string' },
  fields: { type: 'array', items: marcFieldSchema },
});

const seriesSchema = objectSchema(['name'], { name: textSchema, number: { type: 'string' } });

/**
 * The fields from `id` to `publication_date` have the same names in API responses (sections 2.2 and 2.3 of the API
 * specification). Responses do not contain the other fields.
 */
export const titleSchema = objectSchema(['id', 'title', 'format'], {
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
  series: { type: 'array', items: seriesSchema },
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
  subjects_searched: texts,
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
  alternate_series: texts,
  publication_places: texts,
  links: { type: 'array', items: linkSchema },
  holdings_statements: { type: 'array', items: holdingsStatementSchema },
  related: { type: 'array', items: relatedSchema },
  identifiers: { type: 'array', items: identifierSchema },
  extra: { type: 'object' },
  boost: { type: 'number', minimum: 0.1, maximum: 10 },
  marc: marcSchema,
});
