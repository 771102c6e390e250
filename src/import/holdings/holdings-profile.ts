/*
 * A holdings profile describes where a library system writes its copies in MARC records, and what its codes mean. For
 * example, Koha writes the branch of a copy to 952 $a, and a value in $1 means that the copy is lost.
 * `known-profiles.ts` has the profiles of common systems.
 */

import { type JsonSchema, objectSchema } from '../../base/json-schema.js';

/** The statuses that a profile can assign to a holding, in the order in which they apply. */
export const HOLDING_STATUSES = [
  'withdrawn',
  'lost',
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
  pattern: '^[0-9A-Za-z]{3}$',
  expected: 'the tag of a field such as "952" or "ITM"',
} as const satisfies JsonSchema;

const codes = {
  type: 'string',
  pattern: '^[0-9A-Za-z]+$',
  expected: 'codes of subfields such as "ab"',
} as const satisfies JsonSchema;

const suppressedSchema = objectSchema('all', {
  field: tag,
  subfield: {
    type: 'string',
    pattern: '^[0-9A-Za-z]$',
    expected: 'the code of a subfield such as "n"',
  },
  values: { type: 'array', items: { type: 'string' } },
});

const properties = {
  field: tag,
  branch: codes,
  collection: codes,
  call_number: codes,
  volume: codes,
  barcode: codes,
  acquired: codes,
  statuses: {
    type: 'object',
    properties: {
      withdrawn: conditions,
      lost: conditions,
      in_use: conditions,
      on_order: conditions,
      library_use_only: conditions,
      available: conditions,
    },
    additionalProperties: false,
  },
  otherwise: { type: 'string', enum: HOLDING_STATUSES },
  nonpublic: codes,
  suppressed: suppressedSchema,
} as const satisfies Readonly<Record<string, JsonSchema>>;

const fallbackSchema = objectSchema(['field', 'branch'], properties);

export const holdingsProfileSchema = objectSchema(['field', 'branch'], {
  ...properties,
  fallback: fallbackSchema,
});

/**
 * The fields and subfields in which a library system writes holdings. Each field is one holding. In a pattern of values,
 * `*` stands for any number of characters, and case is ignored. The pattern `*` alone matches every value that has a
 * letter or a digit other than 0.
 */
export interface HoldingsProfile {
  /** The tag of the fields with holdings, such as `952`. */
  readonly field: string;
  /** Subfield codes in order of preference, such as `ab`. The first nonempty subfield is the branch. */
  readonly branch: string;
  /** Subfield codes in order of preference. The first nonempty subfield is the collection or shelf. */
  readonly collection?: string | undefined;
  /** Subfield codes. The call number consists of all these subfields, in the order of the codes. */
  readonly call_number?: string | undefined;
  /** Subfield codes. The volume consists of all these subfields, in the order of the codes. */
  readonly volume?: string | undefined;
  /** Subfield codes in order of preference. The first nonempty subfield is the barcode. */
  readonly barcode?: string | undefined;
  /** Subfield codes in order of preference. The first nonempty subfield is the date of acquisition. */
  readonly acquired?: string | undefined;
  /**
   * Patterns of subfield values, by status and subfield code. If the patterns of several statuses match, the first of these
   * statuses applies: withdrawn, lost, in_use, on_order, library_use_only, available. Withdrawn holdings are not imported.
   */
  readonly statuses?:
    | {
        readonly [Status in HoldingStatus]?:
          | { readonly [subfield: string]: readonly string[] }
          | undefined;
      }
    | undefined;
  /** The status of a holding that matches no pattern. Default: `available`. */
  readonly otherwise?: HoldingStatus | undefined;
  /** The codes of subfields with notes for staff, which titles with MARC records leave out. Default: `x`. */
  readonly nonpublic?: string | undefined;
  /** The subfield that marks records as hidden from readers. Default: no record is hidden. */
  readonly suppressed?: SuppressedRecords | undefined;
  /** The profile for records without a field of this profile. Default: such records have no holdings. */
  readonly fallback?: Omit<HoldingsProfile, 'fallback'> | undefined;
}

/** The subfield that marks records as hidden from readers. */
export interface SuppressedRecords {
  /** The tag of the field. */
  readonly field: string;
  /** The code of the subfield, such as `n`. */
  readonly subfield: string;
  /** Patterns of values. A record is not imported if a value of the subfield matches a pattern. */
  readonly values: readonly string[];
}

/** A holdings profile and its name in the report and in the snapshot. */
export interface NamedProfile {
  /** The name of the profile in the report and in the snapshot. */
  readonly name: string;
  /** The fields and subfields with holdings. */
  readonly profile: HoldingsProfile;
}

/** A status that a profile can assign to a holding. */
export type HoldingStatus = (typeof HOLDING_STATUSES)[number];
