import type { FromSchema, JsonSchema } from '../../catalog/json-schema.js';

/** What a copy's status can be; a withdrawn one is left out. In the order in which they are tried. */
export const COPY_STATUSES = [
  'withdrawn',
  'in_use',
  'on_order',
  'library_use_only',
  'available',
] as const;

const conditions = {
  type: 'object',
  additionalProperties: { type: 'array', items: { type: 'string' } },
} as const satisfies JsonSchema;

const tag = {
  type: 'string',
  pattern: '^[0-9]{3}$',
  description: 'the tag of a field such as "952"',
} as const satisfies JsonSchema;

const codes = {
  type: 'string',
  pattern: '^[0-9a-z]+$',
  description: 'codes of subfields such as "ab"',
} as const satisfies JsonSchema;

/**
 * Where a library's system writes the copies of a title: a field for each copy, and what its
 * subfields tell.
 */
export const holdingsProfileSchema = {
  type: 'object',
  properties: {
    /** The tag of the field. */
    field: tag,
    /** Codes of subfields; the first of them that a copy has tells its branch. */
    branch: codes,
    /** The same of its collection or shelf. */
    collection: codes,
    /** Codes of subfields that make up its call number, in the order of the field. */
    call_number: codes,
    /** The same as `branch`, of the date on which it was acquired. */
    acquired: codes,
    /**
     * Which values of which subfields mean which status. In a value `*` stands for any letters, and
     * alone for any value but 0. The first status of this order that has one decides.
     */
    statuses: {
      type: 'object',
      properties: {
        withdrawn: conditions,
        in_use: conditions,
        on_order: conditions,
        library_use_only: conditions,
        available: conditions,
      },
      additionalProperties: false,
    },
    /** The status of a copy of which none of the values tells one. Default: `available`. */
    otherwise: {
      type: 'string',
      enum: COPY_STATUSES,
    },
    /** Which values of which subfield mark a record that is hidden from readers, and left out. */
    suppressed: {
      type: 'object',
      properties: {
        field: tag,
        subfield: {
          type: 'string',
          pattern: '^[0-9a-z]$',
          description: 'the code of a subfield such as "n"',
        },
        values: { type: 'array', items: { type: 'string' } },
      },
      required: ['field', 'subfield', 'values'],
      additionalProperties: false,
    },
  },
  required: ['field', 'branch'],
  additionalProperties: false,
} as const satisfies JsonSchema;

/** Where a library's system writes the copies of a title. */
export type HoldingsProfile = FromSchema<typeof holdingsProfileSchema>;

/** A profile and what the report calls it. */
export interface NamedProfile {
  readonly name: string;
  readonly profile: HoldingsProfile;
}

/** What a copy's status can be. */
export type CopyStatus = (typeof COPY_STATUSES)[number];
