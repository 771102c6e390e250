import type { MarcDataField, MarcRecord } from '../marc/marc-record.js';
import { audienceNote, codedAudience, codedFiction } from './audience.js';
import { classNumber, deweyNumber, wholeNumber } from './call-numbers.js';
import { pageCount, physicalDescription } from './extent.js';
import { dateEntered, type FixedFields } from './fixed-fields.js';
import { formatOf } from './format.js';
import {
  isbns,
  isbnsOfArticleNumbers,
  otherIsbns,
  productCodes,
  unreadableIsbns,
} from './identifiers.js';
import { codedLanguage, languageNames } from './language-names.js';
import {
  headingName,
  namesOfAuthors,
  namesOfContributors,
  namesOfPerformers,
  titleOfWork,
} from './names.js';
import {
  address,
  contentsEntries,
  note,
  noteCalled,
  performersOf,
  playingTime,
  relatedTitle,
} from './notes.js';
import { codedDate, publisherNames, writtenDate } from './publication.js';
import { type SeriesStatement, seriesAddedEntries, seriesStatements } from './series-statements.js';
import { eachHeading, hierarchicalPlace, subjectHeading } from './subject-headings.js';
import {
  filingTitle,
  otherTitle,
  parallelTitles,
  plainTitle,
  responsibility,
  titleProper,
  wholeTitle,
} from './title-statement.js';

/** A field of a title that {@link FIELD_RULES} or {@link FIXED_FIELD_RULES} fill. */
export type Target =
  | 'title'
  | 'sub_title'
  | 'sort_title'
  | 'alternate_titles'
  | 'statement_of_responsibility'
  | 'authors'
  | 'alternate_authors'
  | 'additional_contributors'
  | 'performers'
  | 'edition'
  | 'publishers'
  | 'publication_date'
  | 'pages'
  | 'physical_description'
  | 'series'
  | 'subjects'
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

/** A row of {@link FIELD_RULES}: subfields of MARC fields become a field of a title. */
export type FieldRule =
  | RuleFor<Exclude<Target, 'series'>, string>
  | RuleFor<'series', SeriesStatement>;

interface RuleFor<T, Value> {
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
  /** Returns the values in a MARC field. `subfields` are the subfield codes of the rule. */
  readonly read: (field: MarcDataField, subfields: string) => readonly Value[];
  /** A remark for librarians, printed in `docs/marc-and-spreadsheets.md`. */
  readonly remark?: string;
}

/** A row of {@link FIXED_FIELD_RULES}: positions of fixed fields become a field of a title. */
export interface FixedFieldRule {
  /** The positions in the notation of the MARC 21 manual. */
  readonly positions: string;
  /** The field of the title. */
  readonly becomes: Target;
  readonly read: (fixed: FixedFields, record: MarcRecord) => readonly string[];
  /** A remark for librarians, printed in `docs/marc-and-spreadsheets.md`. */
  readonly remark?: string;
}

/**
 * The subfields of a name. $e is a subordinate unit of a meeting. In all other names, $e is the relator,
 * which is the relation of the name to the work, such as `editor`.
 */
const NAME = 'abcdegnq';
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const NOTE = 'abcdefghijklmnopqrstuvxyz3';

/**
 * The mapping of the leader and fixed fields. For a field of a title that can have only one value, these rules
 * take precedence over {@link FIELD_RULES}.
 */
// biome-ignore format: one row per line
export const FIXED_FIELD_RULES: readonly FixedFieldRule[] = [
  { positions: 'leader/06-07, 006, 007, 008/21-33', becomes: 'format', read: formatOf, remark: 'also from words in 245 $h, 250, 300, 338, 347, 538 and 655' },
  { positions: '008/00-05', becomes: 'added', read: dateEntered, remark: 'only if no holding has a date of acquisition; years 66 to 99 are 1966 to 1999' },
  { positions: '008/06-14', becomes: 'publication_date', read: codedDate, remark: 'a year or span of years; `u` for an unknown digit gives 1840s or 18--' },
  { positions: '008/22', becomes: 'suitabilities', read: codedAudience, remark: 'books, music, computer files, visual materials' },
  { positions: '008/33 (recordings: 30-31)', becomes: 'fiction', read: codedFiction, remark: '1 c d f j are fiction; 0 e i s are not; other codes set no value' },
  { positions: '008/35-37', becomes: 'primary_language', read: codedLanguage, remark: 'if there is none, the first language of 041' },
];

/**
 * The mapping of data fields. The MARC 21 manual explains the tags and codes. Most fields of a title that can
 * have only one value get the first value of the first row that has a value. Most other fields get the
 * values of all rows, without duplicates, in the order of the record. Publishers are the values of the first
 * row that has any. The edition and the statement of responsibility are all their values, joined by ` = `.
 */
// biome-ignore format: one row per line
export const FIELD_RULES: readonly FieldRule[] = [
  { fields: '020', subfields: 'a', becomes: 'isbns', read: isbns, remark: 'without hyphens and qualifiers' },
  { fields: '020', subfields: 'a', becomes: 'notes', read: unreadableIsbns, remark: 'values that are not ISBNs' },
  { fields: '020', subfields: 'z', becomes: 'notes', read: otherIsbns, remark: 'searchable as notes' },
  { fields: '022', subfields: 'a', becomes: 'notes', read: noteCalled('ISSN') },
  { fields: '024', indicator1: '1', subfields: 'a', becomes: 'upcs', read: productCodes },
  { fields: '024', indicator1: '2', subfields: 'a', becomes: 'notes', read: noteCalled('ISMN') },
  { fields: '024', indicator1: '3', subfields: 'a', becomes: 'isbns', read: isbnsOfArticleNumbers },
  { fields: '024', indicator1: '3', subfields: 'a', becomes: 'upcs', read: productCodes },
  { fields: '028', subfields: 'ba', becomes: 'notes', read: noteCalled('Publisher number') },
  { fields: '041', subfields: 'ad', becomes: 'languages', read: languageNames, remark: 'also several codes in one subfield: `engfre`' },

  { fields: '099', subfields: 'ab', becomes: 'call_number', read: wholeNumber, remark: 'only if no holding has a call number' },
  { fields: '090', subfields: 'ab', becomes: 'call_number', read: classNumber },
  { fields: '096', subfields: 'ab', becomes: 'call_number', read: classNumber },
  { fields: '092', subfields: 'ab', becomes: 'call_number', read: deweyNumber },
  { fields: '852', subfields: 'khijm', becomes: 'call_number', read: wholeNumber },
  { fields: '050', subfields: 'ab', becomes: 'call_number', read: classNumber },
  { fields: '055 060 070', subfields: 'ab', becomes: 'call_number', read: classNumber },
  { fields: '082', subfields: 'ab', becomes: 'call_number', read: deweyNumber, remark: 'without segmentation marks' },
  { fields: '080 084 086', subfields: 'ab', becomes: 'call_number', read: classNumber },

  { fields: '100 110 111', subfields: NAME, becomes: 'authors', read: headingName },
  { fields: '700 710 711', subfields: NAME, becomes: 'authors', read: namesOfAuthors, remark: 'if $e or $4 is author, creator or composer' },
  { fields: '700 710 711', subfields: NAME, becomes: 'performers', read: namesOfPerformers, remark: 'if $e or $4 is actor, narrator, singer or similar; the relator follows the name' },
  { fields: '700 710 711 720', subfields: NAME, becomes: 'additional_contributors', read: namesOfContributors, remark: 'all other relators; the relator follows the name' },
  { fields: '700 710 711', subfields: 'tkmnoprs', becomes: 'alternate_titles', read: titleOfWork, remark: 'the title from $t on' },
  { fields: '880-100 880-110 880-111 880-700 880-710 880-711 880-720', subfields: NAME, becomes: 'alternate_authors', read: headingName },

  { fields: '245', subfields: 'afgknps', becomes: 'title', read: titleProper, remark: 'up to the first $b, without ISBD punctuation' },
  { fields: '130 240 222 246 247 210 880-245', subfields: 'afgklnps', becomes: 'title', read: plainTitle, remark: 'only if 245 has no title' },
  { fields: '245', subfields: 'bfgknps', becomes: 'sub_title', read: otherTitle, remark: 'from the first $b on, without parallel titles' },
  { fields: '245', subfields: 'b', becomes: 'alternate_titles', read: parallelTitles, remark: 'parallel titles, after ` = `' },
  { fields: '245', subfields: 'afgknps', becomes: 'sort_title', read: filingTitle, remark: 'without the nonfiling characters counted by the second indicator' },
  { fields: '245', subfields: 'c', becomes: 'statement_of_responsibility', read: responsibility },
  { fields: '880-245', subfields: 'abfgknps', becomes: 'alternate_titles', read: wholeTitle },
  { fields: '880-245', subfields: 'c', becomes: 'statement_of_responsibility', read: responsibility, remark: 'appended to 245 $c after ` = `' },
  { fields: '130 210 222 240 242 246 247 730 740', subfields: 'abgkmnoprs', becomes: 'alternate_titles', read: plainTitle, remark: 'without language and date' },
  { fields: '250', subfields: 'ab', becomes: 'edition', read: plainTitle },

  { fields: '264', indicator2: '1', subfields: 'b', becomes: 'publishers', read: publisherNames },
  { fields: '260', subfields: 'b', becomes: 'publishers', read: publisherNames, remark: 'only if no 264 with second indicator 1 names a publisher' },
  { fields: '264', indicator2: '02 ', subfields: 'b', becomes: 'publishers', read: publisherNames, remark: 'producers and distributors; only if there is no publisher' },
  { fields: '264', indicator2: '1', subfields: 'c', becomes: 'publication_date', read: writtenDate, remark: 'only if 008 has no date' },
  { fields: '260', subfields: 'c', becomes: 'publication_date', read: writtenDate, remark: 'only if 008 has no date' },
  { fields: '264', indicator2: '024 ', subfields: 'c', becomes: 'publication_date', read: writtenDate, remark: 'only if no other date is found' },

  { fields: '300', subfields: 'abcefg3', becomes: 'physical_description', read: physicalDescription },
  { fields: '300', subfields: 'a', becomes: 'pages', read: pageCount, remark: 'the highest page number' },

  { fields: '800', subfields: 'tfklmnoprsv', becomes: 'series', read: seriesAddedEntries },
  { fields: '810 811', subfields: 'abcdefgklnpqtv', becomes: 'series', read: seriesAddedEntries },
  { fields: '830', subfields: 'adfgklmnoprstv', becomes: 'series', read: seriesAddedEntries },
  { fields: '440', subfields: 'anpv', becomes: 'series', read: seriesStatements },
  { fields: '490', subfields: 'av', becomes: 'series', read: seriesStatements, remark: 'with first indicator 1, only if there is no 8XX' },

  { fields: '600 610 611 630 647 648 650 651 690 691', subfields: 'abcdefghjklmnopqrstuvxyz', becomes: 'subjects', read: subjectHeading, remark: 'subdivisions follow ` -- `' },
  { fields: '653', subfields: 'a', becomes: 'subjects', read: eachHeading, remark: 'one for each $a' },
  { fields: '656 657', subfields: 'avxyz', becomes: 'subjects', read: subjectHeading },
  { fields: '662', subfields: 'abcdfgh', becomes: 'subjects', read: hierarchicalPlace },
  { fields: '655', subfields: 'avxyz', becomes: 'genres', read: subjectHeading },
  { fields: '600 610 611 630 650 651', subfields: 'v', becomes: 'genres', read: eachHeading, remark: 'one for each form subdivision' },

  { fields: '521', subfields: 'a', becomes: 'suitabilities', read: audienceNote },
  { fields: '511', subfields: 'a', becomes: 'performers', read: performersOf, remark: 'split at semicolons; a cast (first indicator 1) at commas' },
  { fields: '505', subfields: 'agrtu', becomes: 'contents', read: contentsEntries, remark: 'split at ` -- `' },
  { fields: '520', indicator1: ' 0238', subfields: 'abu', becomes: 'description', read: note, remark: 'the first; others become notes' },
  { fields: '520', subfields: 'abu', becomes: 'notes', read: note, remark: 'all but the description' },

  { fields: '500 501 502 504 506 507 510 513 514 515 516 518 522 524 525 526 530 533 534 536 538 540 544 545 546 547 550 552 555 556 562 563 565 567 580 581 585 586', subfields: NOTE, becomes: 'notes', read: note },
  { fields: '306', subfields: 'a', becomes: 'notes', read: playingTime },
  { fields: '508', subfields: 'a', becomes: 'notes', read: noteCalled('Credits') },
  { fields: '254 255 256 257 310 321 362', subfields: LETTERS, becomes: 'notes', read: note },
  { fields: '760 762 765 767 770 772 773 774 775 776 777 780 785 786 787', subfields: 'abcdghkmnopqrstuxyz', becomes: 'notes', read: relatedTitle, remark: 'after $i, or after the meaning of the tag, such as Continues or In' },
  { fields: '856', subfields: '3yzu', becomes: 'notes', read: address, remark: 'one for each $u, after its description' },
];
