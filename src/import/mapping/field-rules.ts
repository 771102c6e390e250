/*
 * Defines the rules that map the fields of a record to the fields of a title. `marc21-rules.ts` has the rules of MARC
 * 21, and `unimarc-rules.ts` those of UNIMARC.
 */

import type { Identifier } from '../../catalog/records/title.js';
import type { MarcDataField, MarcField, MarcRecord } from '../marc/marc-record.js';
import type { FixedFields } from './coded-fields.js';
import type { LinkOrProblem } from './links.js';
import type { Performer } from './names.js';
import type { RelatedWork, SeriesStatement } from './related-titles.js';
import type { SubjectHeading } from './subjects.js';

/** The values that rules find, by the field of a title that they fill. Most values are texts. */
export interface FoundValues extends Record<TextTarget, string> {
  readonly series: SeriesStatement;
  readonly links: LinkOrProblem;
  readonly related: RelatedWork;
  readonly identifiers: Identifier;
  readonly performers: Performer;
  readonly subjects: SubjectHeading;
  /** The fields that together describe the holdings of a record. */
  readonly holdings_statements: MarcDataField;
}

/** A field of a title that rules fill. */
export type Target = keyof FoundValues;

/** A field of a title that rules fill with texts. */
type TextTarget =
  | 'title'
  | 'sub_title'
  | 'sort_title'
  | 'alternate_titles'
  | 'statement_of_responsibility'
  | 'authors'
  | 'alternate_authors'
  | 'additional_contributors'
  | 'edition'
  | 'publishers'
  | 'publication_places'
  | 'publication_date'
  | 'pages'
  | 'physical_description'
  | 'subjects_searched'
  | 'topics'
  | 'places'
  | 'periods'
  | 'people'
  | 'genres'
  | 'primary_language'
  | 'languages'
  | 'suitabilities'
  | 'fiction'
  | 'format'
  | 'added'
  | 'description'
  | 'contents'
  | 'notes'
  | 'call_number'
  | 'isbns'
  | 'upcs';

/** A rule for data fields: subfields of MARC fields become a field of a title. */
export type FieldRule<T extends Target = Target> = { [K in T]: RuleFor<K> }[T];

interface RuleFor<T extends Target> {
  /** Tags, separated by spaces. `880-245` stands for a field 880 that is linked to a field 245. */
  readonly fields: string;
  /** The accepted first indicators, one character each. Default: any. */
  readonly indicator1?: string;
  /** The accepted second indicators, one character each. Default: any. */
  readonly indicator2?: string;
  /** The codes of the subfields to read. */
  readonly subfields: string;
  /** The field of the title. */
  readonly becomes: T;
  /** Returns the values in a field of a record. `subfields` are the subfield codes of the rule. */
  readonly read: (
    field: MarcDataField,
    subfields: string,
    record: MarcRecord,
  ) => readonly FoundValues[T][];
  /** A remark for librarians, printed in the documents. */
  readonly remark?: string;
}

/** A rule for the leader and the fixed fields: positions become a field of a title. */
export interface FixedFieldRule {
  /** The positions in the notation of the MARC 21 manual. */
  readonly positions: string;
  /** The field of the title. */
  readonly becomes: TextTarget;
  readonly read: (fixed: FixedFields, record: MarcRecord) => readonly string[];
  /** A remark for librarians, printed in the documents. */
  readonly remark?: string;
}

/** The mapping of a MARC format: its rules, and what the rules need to know about the format. */
export interface MarcMapping {
  /** For a field of a title that can have only one value, these rules take precedence over `fieldRules`. */
  readonly fixedFieldRules: readonly FixedFieldRule[];
  readonly fieldRules: readonly FieldRule[];
  /** The tags of the fields that are read without a rule in `fieldRules`. These fields never count as unused. */
  readonly readWithoutRule: readonly string[];
  /** Reads the codes of a record, in the positions that they have in MARC 21. */
  readonly fixedFieldsOf: (record: MarcRecord) => FixedFields;
  /**
   * Returns the fields to which the rules apply. A field in another script than the field to which it is linked has the
   * tag 880. The title in the script of the record's language comes first.
   */
  readonly fieldsOf: (record: MarcRecord, fixed: FixedFields) => readonly MarcField[];
  /**
   * Returns a subject heading in the form of MARC 21. For a field without a heading, returns a field with another tag.
   */
  readonly headingOf: (field: MarcField) => MarcField;
  /** Returns the code of the system whose control numbers have no prefix; undefined if the format has no such code. */
  readonly organizationOf: (record: MarcRecord) => string | undefined;
}
