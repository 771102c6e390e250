import type { FromSchema, JsonSchema } from '../../catalog/records/json-schema.js';

/** Matches a value with a letter or with a digit other than 0, such as a date. */
const LETTER_OR_DIGIT = /[1-9\p{L}]/u;

/**
 * Compiles a pattern of a profile into a test that ignores case. `*` matches any characters; the
 * pattern `*` alone requires a letter or a digit other than 0.
 */
export function valuePattern(pattern: string): (value: string) => boolean {
  if (pattern === '*') return (value) => LETTER_OR_DIGIT.test(value);
  if (!pattern.includes('*')) {
    const expected = pattern.toLowerCase();
    return (value) => value.toLowerCase() === expected;
  }
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  const expression = new RegExp(`^${parts.join('.*')}$`, 'i');
  return (value) => expression.test(value);
}

/**
 * The statuses that a profile can assign to a holding. If several statuses match, the first in this
 * order applies. Withdrawn holdings are omitted.
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
 * The schema of a holdings profile: how a library system writes holdings, one field per holding.
 */
export const holdingsProfileSchema = {
  type: 'object',
  properties: {
    /** The tag of the field of a holding. */
    field: tag,
    /** Subfield codes; the first one present is the branch. */
    branch: codes,
    /** Subfield codes; the first one present is the collection or shelf. */
    collection: codes,
    /** Subfield codes; together they are the call number, in the order of the field. */
    call_number: codes,
    /** Subfield codes; the first one present is the date of acquisition. */
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
    /** Patterns of a subfield that mark a record as hidden from readers. Such records are omitted. */
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

/** How a library system writes holdings. */
export type HoldingsProfile = FromSchema<typeof holdingsProfileSchema>;

/** A holdings profile and its name in the report. */
export interface NamedProfile {
  readonly name: string;
  readonly profile: HoldingsProfile;
}

/** The status of a holding. */
export type HoldingStatus = (typeof HOLDING_STATUSES)[number];
