import type { FromSchema, JsonSchema } from './json-schema.js';
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
  },
  required: ['branch', 'status'],
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
  },
  required: ['id', 'title', 'format'],
  additionalProperties: false,
} as const satisfies JsonSchema;

/** The record of a title in a catalog. */
export type Title = FromSchema<typeof titleSchema>;

/** A holding: one copy or a set of copies of a title at one branch. */
export type Holding = FromSchema<typeof holdingSchema>;

/**
 * The statuses of a holding, from the best for a reader to the worst. The availability of a title is
 * the best status of its holdings, unless the record of the title has an `availability`.
 */
export const HOLDING_STATUSES = [
  'AVAILABLE',
  'LIBRARY_USE_ONLY',
  'UNAVAILABLE',
  'ON_ORDER',
] as const;

/**
 * Returns the availability in the record of a title, or else the best status of its holdings. Returns
 * undefined for a title without an availability and without a holding that has one of the
 * {@link HOLDING_STATUSES}.
 */
export function availabilityOf(
  title: Pick<Title, 'availability'> & { readonly holdings?: readonly Pick<Holding, 'status'>[] },
): { id: string; name?: string } | undefined {
  if (title.availability) return title.availability;
  const statuses = new Set(title.holdings?.map((holding) => holding.status));
  const best = HOLDING_STATUSES.find((status) => statuses.has(status));
  return best === undefined ? undefined : { id: best };
}
