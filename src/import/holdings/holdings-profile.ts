import type { FromSchema, JsonSchema } from '../../catalog/records/json-schema.js';

/** Matches a value that has a letter or a digit other than 0, such as a date. */
const LETTER_OR_NONZERO_DIGIT = /[1-9\p{L}]/u;

/**
 * Compiles a pattern of a profile into a function that returns whether a value matches. Case is ignored.
 * `*` stands for any number of characters. The pattern `*` alone matches every value that has a letter or
 * a digit other than 0.
 */
export function valuePattern(pattern: string): (value: string) => boolean {
  if (pattern === '*') return (value) => LETTER_OR_NONZERO_DIGIT.test(value);
  if (!pattern.includes('*')) {
    const expected = pattern.toLowerCase();
    return (value) => value.toLowerCase() === expected;
  }
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  const expression = new RegExp(`^${parts.join('.*')}$`, 'i');
  return (value) => expression.test(value);
}

/**
 * The statuses that a profile can assign to a holding. If the patterns of several statuses match, the
 * first of these statuses applies. Withdrawn holdings are not imported.
 */
export const HOLDING_STATUSES = [
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
 * The schema of a holdings profile, which describes the fields in which a library system writes
 * holdings. Each field is one holding.
 */
export const holdingsProfileSchema = {
  type: 'object',
  properties: {
    /** The tag of the fields with holdings. */
    field: tag,
    /** Subfield codes in order of preference. The first nonempty subfield is the branch. */
    branch: codes,
    /** Subfield codes in order of preference. The first nonempty subfield is the collection or shelf. */
    collection: codes,
    /** Subfield codes. The call number consists of all these subfields, in the order of the field. */
    call_number: codes,
    /** Subfield codes in order of preference. The first nonempty subfield is the date of acquisition. */
    acquired: codes,
    /**
     * Patterns of subfield values, by status and subfield code; see {@link valuePattern}. The first
     * status of {@link HOLDING_STATUSES} with a matching pattern applies.
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
    /** The status of a holding that matches no pattern. Default: `available`. */
    otherwise: {
      type: 'string',
      enum: HOLDING_STATUSES,
    },
    /**
     * The subfield that marks records as hidden from readers. A record is not imported if a value of the
     * subfield matches a pattern in `values`.
     */
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

/** The fields and subfields in which a library system writes holdings. */
export type HoldingsProfile = FromSchema<typeof holdingsProfileSchema>;

/** A holdings profile and its name in the report. */
export interface NamedProfile {
  readonly name: string;
  readonly profile: HoldingsProfile;
}

/** A status that a profile can assign to a holding. */
export type HoldingStatus = (typeof HOLDING_STATUSES)[number];
