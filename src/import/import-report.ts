import type { RecordPlace } from './record-entry.js';

/** What became of the records of an import: the JSON of `carrel build --report FILE`. */
export interface ImportReport {
  /** Each file of records, and how many records it holds. */
  readonly files: readonly { readonly name: string; readonly records: number }[];
  /** How many records were read, refused and deleted ones too. */
  readonly records: number;
  /** How many became titles. */
  readonly titles: number;
  /** How many were left out because their leader says that they are deleted. */
  readonly deleted: number;
  /** How many were left out because their library hides them from readers. */
  readonly suppressed: number;
  /** How many are holdings records and were joined to the record that they belong to. */
  readonly holdings_records: number;
  /** Each record that became no title, and why. */
  readonly refused: readonly RefusedRecord[];
  /** How many records were damaged and read all the same. */
  readonly repaired: number;
  /** What was damaged in them: the first {@link REPAIRS_NAMED} of them. */
  readonly repairs: readonly RepairedRecord[];
  /** Each record whose id an earlier one has, and the id that it was given. */
  readonly duplicates: readonly RenamedRecord[];
  /** Each record without an id, and the id that it was given. */
  readonly without_id: readonly RenamedRecord[];
  readonly holdings: HoldingsCounts;
  /** How often fields stood in the records that no rule uses, by tag. */
  readonly unused_fields: { readonly [tag: string]: number };
}

/** A record by its place and its id. */
export interface NamedRecord extends RecordPlace {
  /** What it calls itself, where that could be read. */
  readonly id?: string;
}

/** A record that became no title. */
export interface RefusedRecord extends NamedRecord {
  /** A sentence that says why. */
  readonly problem: string;
}

/** A record that was read as well as it could be. */
export interface RepairedRecord extends NamedRecord {
  /** A sentence for each thing that was wrong. */
  readonly repairs: readonly string[];
}

/** A record whose title has another id than it gives. */
export interface RenamedRecord extends NamedRecord {
  /** The id of its title. */
  readonly given: string;
}

/** How copies were read. */
export interface HoldingsCounts {
  /** The profile they were read by; null when no copies were read. */
  readonly profile: string | null;
  /** How many copies there are, those left out too. */
  readonly copies: number;
  /** How many were left out because they are withdrawn. */
  readonly withdrawn: number;
  /** How many were left out because they name no branch. */
  readonly without_branch: number;
}

/** How many repaired records are named; the others are counted. */
export const REPAIRS_NAMED = 10_000;

type Filling<T> = {
  -readonly [K in keyof T]: T[K] extends readonly (infer E)[]
    ? Filling<E>[]
    : T[K] extends object
      ? Filling<T[K]>
      : T[K];
};

/** A report that is being filled in. */
export type FillingReport = Filling<ImportReport>;

/** A report before anything was read. */
export function emptyReport(): FillingReport {
  return {
    files: [],
    records: 0,
    titles: 0,
    deleted: 0,
    suppressed: 0,
    holdings_records: 0,
    refused: [],
    repaired: 0,
    repairs: [],
    duplicates: [],
    without_id: [],
    holdings: { profile: null, copies: 0, withdrawn: 0, without_branch: 0 },
    unused_fields: Object.create(null),
  };
}
