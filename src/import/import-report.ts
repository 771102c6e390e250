/*
 * Defines the report on an import, and the errors of an import that ends early or refuses too many records.
 * `title-importer.ts` fills in the report.
 */

import { printable } from '../base/messages.js';
import type { Holding } from '../catalog/records/title.js';

/**
 * Returns the name of a record in messages. A MARC record is `export.mrc, record 12 (u12)`; a row of a
 * spreadsheet is `books.csv:12 (u12)`. Without an id, the parentheses are omitted.
 */
export function recordName({ file, number, line, id }: NamedRecord): string {
  const place = line === undefined ? `${file}, record ${number}` : `${file}:${line}`;
  return id === undefined ? place : `${place} (${id})`;
}

/** The report on an import. `carrel build --report FILE` writes the report as JSON. */
export interface ImportReport {
  /** Each record file, or file in an archive, and the number of its records. */
  readonly files: readonly ReportedFile[];
  /**
   * The number of MARC records and rows read, including refused, deleted and suppressed records and joined
   * holdings records.
   */
  readonly records: number;
  /** The number of records that became titles. */
  readonly titles: number;
  /** The number of records omitted because leader/05 marks them as deleted. */
  readonly deleted: number;
  /** The number of records omitted because the holdings profile marks them as hidden from readers. */
  readonly suppressed: number;
  /** The number of holdings records joined to a bibliographic record. */
  readonly holdings_records: number;
  /** The number of rows of spreadsheets that are further holdings of the title in the row before them. */
  readonly joined_rows: number;
  /** Records that could not become titles, with the reason. */
  readonly refused: readonly RefusedRecord[];
  /** The number of damaged records that were read. */
  readonly repaired: number;
  /** The first 10,000 damaged records that were read. */
  readonly repairs: readonly RepairedRecord[];
  /**
   * The subfields whose text was decoded because another system had encoded it twice or left it encoded, by the kind of
   * encoding, such as `character_references` for `&#x2019;`.
   */
  readonly decoded: { readonly [kind: string]: DecodedSubfields };
  /** The number of links that are not imported, because their address is missing or is not a web address. */
  readonly links_omitted: number;
  /** The first 10,000 links that are not imported, with the reason. */
  readonly broken_links: readonly RefusedRecord[];
  /** Records whose title received a new id, because an earlier title has the id of the record. */
  readonly duplicates: readonly RenamedRecord[];
  /** Records without an id that became titles. */
  readonly without_id: readonly RenamedRecord[];
  /** The holdings profile, and the numbers of holdings. */
  readonly holdings: HoldingsCounts;
  /** The number of headings that are searched and not shown, by the code of their vocabulary. */
  readonly subjects_searched: { readonly [vocabulary: string]: number };
  /**
   * The number of occurrences of each field that is not imported, in the records that became titles. The
   * keys are tags of MARC fields and names of spreadsheet columns. A column counts once per row.
   */
  readonly unused_fields: { readonly [tag: string]: number };
}

/** A record file in a report. */
export interface ReportedFile {
  /** The name of the file. A file in an archive has the name of the archive before its own. */
  readonly name: string;
  /** The number of its records. */
  readonly records: number;
  /** The format of MARC records. Absent for MARC 21 and for spreadsheets. */
  readonly format?: 'unimarc';
}

/** The place of a record in a file. */
export interface RecordPlace {
  /** The path or the name of the file. */
  readonly file: string;
  /** In a MARC file, the number of the record, from 1. Refused records are counted. */
  readonly number?: number;
  /** In a spreadsheet, the line on which the row begins, from 1. */
  readonly line?: number;
}

/** A record, identified by its place and its id. */
export interface NamedRecord extends RecordPlace {
  /** The id in the record, if it could be read. */
  readonly id?: string;
}

/** A record that could not become a title, or a link that was not imported. */
export interface RefusedRecord extends NamedRecord {
  /**
   * The reason, usually in the form `<where>: expected <what>, found <what>`. `<where>` can be omitted.
   */
  readonly problem: string;
}

/** A damaged record that was read. */
export interface RepairedRecord extends NamedRecord {
  /** Messages about the damage, in the form of {@link RefusedRecord.problem}. */
  readonly repairs: readonly string[];
}

/** The number of subfields whose text was decoded, and the record and the text of the first of them. */
export interface DecodedSubfields extends NamedRecord {
  /** The number of subfields. */
  readonly subfields: number;
  /** The tag and the subfield code, such as `245 $a`. */
  readonly field: string;
  /** The text in the record. */
  readonly before: string;
  /** The text after decoding. */
  readonly after: string;
}

/** A record whose title received a new id. */
export interface RenamedRecord extends NamedRecord {
  /** The new id. */
  readonly given: string;
  /**
   * In a spreadsheet, the fields of the title that differ from the fields of the row before, which has the same id. Absent
   * if the row before has another id.
   */
  readonly differing?: readonly string[];
}

/** The holdings profile of an import, and the holdings of the records that became titles. */
export interface HoldingsCounts {
  /** The name of the holdings profile; null if no profile was used. */
  readonly profile: string | null;
  /** How many fields fit each built-in profile whose field occurs, such as `3 of 120 fields 952 fit koha`. */
  readonly fits: readonly string[];
  /** The number of all holdings in MARC records, including omitted holdings. */
  readonly copies: number;
  /** The number of holdings omitted because they are withdrawn. */
  readonly withdrawn: number;
  /** The number of holdings omitted because they name no branch. */
  readonly without_branch: number;
  /** The share of each status in the holdings of titles, from 0 to 1, from the most frequent to the rarest. */
  readonly statuses: { readonly [status: string]: number };
  /** Up to three holdings of titles as readers see them in English, with different statuses and branches if possible. */
  readonly samples: readonly HoldingSample[];
  /** What is unusual about the holdings of titles, such as branches that look like dates. */
  readonly warnings: readonly string[];
}

/** A holding with the names of its branch, status and collection that readers see in English. */
export interface HoldingSample extends Omit<Holding, 'barcode'> {
  /** The id of the title. */
  readonly id: string;
  /** The title. */
  readonly title: string;
}

/** The maximum number of records in {@link ImportReport.repairs}, and of links in {@link ImportReport.broken_links}. */
export const MAX_LISTED_REPAIRS = 10_000;

/** A report, or a part of it, that an import updates. */
export type Mutable<T> = {
  -readonly [K in keyof T]: T[K] extends readonly (infer E)[]
    ? Mutable<E>[]
    : T[K] extends object
      ? Mutable<T[K]>
      : T[K];
};

/** An {@link ImportReport} that the import updates. */
export type MutableReport = Mutable<ImportReport>;

/** Creates a report without records. */
export function emptyReport(): MutableReport {
  return {
    files: [],
    records: 0,
    titles: 0,
    deleted: 0,
    suppressed: 0,
    holdings_records: 0,
    joined_rows: 0,
    refused: [],
    repaired: 0,
    repairs: [],
    decoded: Object.create(null),
    links_omitted: 0,
    broken_links: [],
    duplicates: [],
    without_id: [],
    holdings: {
      profile: null,
      fits: [],
      copies: 0,
      withdrawn: 0,
      without_branch: 0,
      statuses: {},
      samples: [],
      warnings: [],
    },
    subjects_searched: Object.create(null),
    unused_fields: Object.create(null),
  };
}

/** The maximum number of refused records in the message of an error. */
const MAX_LISTED = 5;

/** Thrown by an import that is not lenient, if a file ends early or cannot be read to its end. */
export class TruncatedInputError extends Error {
  override name = 'TruncatedInputError';

  /** @param truncations the place and the problem at the end of each incomplete file; at least one */
  constructor(truncations: readonly RefusedRecord[]) {
    const names = printable(truncations.map(({ file }) => file).join(', '));
    const problem = `${names}: expected all records, found an early end; export or copy the records again, or use --lenient (in a program, isLenient) to build without the rest`;
    super([problem, ...listRefused(truncations)].join('\n'));
  }
}

/** Thrown by an import that is not lenient, if more than 1 record in 100 is refused. */
export class TooManyRefusedError extends Error {
  override name = 'TooManyRefusedError';

  constructor(records: number, refused: readonly RefusedRecord[]) {
    const problem = `expected at most 1 refused record in 100, found ${refused.length} in ${records}; use --lenient (in a program, isLenient) to build without the refused records`;
    super([problem, ...listRefused(refused)].join('\n'));
  }
}

/** Returns one line for each of the first {@link MAX_LISTED} records, and a line with the number of the others. */
function listRefused(refused: readonly RefusedRecord[]): string[] {
  const more = refused.length - MAX_LISTED;
  return [
    ...refused
      .slice(0, MAX_LISTED)
      .map((record) => printable(`${recordName(record)}: ${record.problem}`)),
    ...(more > 0 ? [`... and ${more} more; the report (--report FILE) lists all of them`] : []),
  ];
}
