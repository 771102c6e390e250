import type { MarcDataField, MarcRecord } from '../marc/marc-record.js';
import { audienceNote, codedAudience, codedFiction } from './audience.js';
import { classNumber, deweyNumber, wholeNumber } from './call-numbers.js';
import type { CodedFields } from './coded-fields.js';
import { dateEntered } from './date-entered.js';
import { pageCount, physicalDescription } from './extent.js';
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

/** A field of a title that the table fills. */
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

/** A row of the table: these subfields of these fields become that field of a title. */
export type FieldRule =
  | RuleFor<Exclude<Target, 'series'>, string>
  | RuleFor<'series', SeriesStatement>;

interface RuleFor<T, Value> {
  /** Tags, divided by spaces. `880-245` is a field 880 that is linked to a field 245. */
  readonly fields: string;
  /** The first indicators that a field may have; without it, any. */
  readonly indicator1?: string;
  /** The second indicators that a field may have; without it, any. */
  readonly indicator2?: string;
  /** The codes of the subfields that are read. */
  readonly subfields: string;
  readonly becomes: T;
  readonly read: (field: MarcDataField, subfields: string) => readonly Value[];
  /** What else a librarian should know. */
  readonly remark?: string;
}

/** A row of the table about facts at fixed positions. */
export interface CodedRule {
  /** The positions, as the MARC manual writes them. */
  readonly positions: string;
  readonly becomes: Target;
  readonly read: (coded: CodedFields, record: MarcRecord) => readonly string[];
  readonly remark?: string;
}

/** The subfields of a name; $e is a part of a meeting's, and of others a relator. */
const NAME = 'abcdegnq';
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const NOTE = 'abcdefghijklmnopqrstuvxyz3';

/**
 * Facts at fixed positions. Those that a field of {@link FIELD_RULES} tells too stand before it: the
 * code decides, and the words help where there is no code.
 */
// biome-ignore format: a table is read a row a line
export const CODED_RULES: readonly CodedRule[] = [
  { positions: 'leader/06-07, 006, 007, 008/21-33', becomes: 'format', read: formatOf, remark: 'with the words of 245 $h, 250, 300, 338, 347, 538 and 655' },
  { positions: '008/00-05', becomes: 'added', read: dateEntered, remark: 'where no copy tells when it was acquired; 66 to 99 are 1966 to 1999' },
  { positions: '008/06-14', becomes: 'publication_date', read: codedDate, remark: 'a year or span of years; `u` for an unknown digit gives 1840s or 18--' },
  { positions: '008/22', becomes: 'suitabilities', read: codedAudience, remark: 'books, music, computer files, visual materials' },
  { positions: '008/33 (recordings: 30-31)', becomes: 'fiction', read: codedFiction, remark: '1 c d f j are fiction; 0 e i s are not; others tell neither' },
  { positions: '008/35-37', becomes: 'primary_language', read: codedLanguage, remark: 'else the first of 041' },
];

/**
 * How fields become a title, to be read beside the MARC 21 manual. A field of a title that holds one
 * value gets that of the first row that gives one; one that holds several gets all of them, each
 * once, in the order of the record.
 */
// biome-ignore format: a table is read a row a line
export const FIELD_RULES: readonly FieldRule[] = [
  { fields: '020', subfields: 'a', becomes: 'isbns', read: isbns, remark: 'without hyphens and qualifiers' },
  { fields: '020', subfields: 'a', becomes: 'notes', read: unreadableIsbns, remark: 'what is no ISBN' },
  { fields: '020', subfields: 'z', becomes: 'notes', read: otherIsbns, remark: 'so that they find the title' },
  { fields: '022', subfields: 'a', becomes: 'notes', read: noteCalled('ISSN') },
  { fields: '024', indicator1: '1', subfields: 'a', becomes: 'upcs', read: productCodes },
  { fields: '024', indicator1: '2', subfields: 'a', becomes: 'notes', read: noteCalled('ISMN') },
  { fields: '024', indicator1: '3', subfields: 'a', becomes: 'isbns', read: isbnsOfArticleNumbers },
  { fields: '024', indicator1: '3', subfields: 'a', becomes: 'upcs', read: productCodes },
  { fields: '028', subfields: 'ba', becomes: 'notes', read: noteCalled('Publisher number') },
  { fields: '041', subfields: 'ad', becomes: 'languages', read: languageNames, remark: 'also run together: `engfre`' },

  { fields: '099', subfields: 'ab', becomes: 'call_number', read: wholeNumber, remark: 'before it comes the call number of the first copy' },
  { fields: '090', subfields: 'ab', becomes: 'call_number', read: classNumber },
  { fields: '096', subfields: 'ab', becomes: 'call_number', read: classNumber },
  { fields: '092', subfields: 'ab', becomes: 'call_number', read: deweyNumber },
  { fields: '852', subfields: 'khijm', becomes: 'call_number', read: wholeNumber },
  { fields: '050', subfields: 'ab', becomes: 'call_number', read: classNumber },
  { fields: '055 060 070', subfields: 'ab', becomes: 'call_number', read: classNumber },
  { fields: '082', subfields: 'ab', becomes: 'call_number', read: deweyNumber, remark: 'without the marks of segmentation' },
  { fields: '080 084 086', subfields: 'ab', becomes: 'call_number', read: classNumber },

  { fields: '100 110 111', subfields: NAME, becomes: 'authors', read: headingName },
  { fields: '700 710 711', subfields: NAME, becomes: 'authors', read: namesOfAuthors, remark: 'where $e or $4 says author, creator or composer' },
  { fields: '700 710 711', subfields: NAME, becomes: 'performers', read: namesOfPerformers, remark: 'where they say actor, narrator, singer and the like; with the relator behind the name' },
  { fields: '700 710 711 720', subfields: NAME, becomes: 'additional_contributors', read: namesOfContributors, remark: 'all others; with the relator behind the name' },
  { fields: '700 710 711', subfields: 'tkmnoprs', becomes: 'alternate_titles', read: titleOfWork, remark: 'the title from $t on' },
  { fields: '880-100 880-110 880-111 880-700 880-710 880-711 880-720', subfields: NAME, becomes: 'alternate_authors', read: headingName },

  { fields: '245', subfields: 'afgknps', becomes: 'title', read: titleProper, remark: 'up to the first $b; ISBD punctuation off' },
  { fields: '130 240 222 246 247 210 880-245', subfields: 'afgklnps', becomes: 'title', read: plainTitle, remark: 'only without a title in 245' },
  { fields: '245', subfields: 'bfgknps', becomes: 'sub_title', read: otherTitle, remark: 'from the first $b on; parallel titles left out' },
  { fields: '245', subfields: 'b', becomes: 'alternate_titles', read: parallelTitles, remark: 'titles behind ` = `' },
  { fields: '245', subfields: 'afgknps', becomes: 'sort_title', read: filingTitle, remark: 'from behind the nonfiling characters on that the second indicator counts' },
  { fields: '245', subfields: 'c', becomes: 'statement_of_responsibility', read: responsibility },
  { fields: '880-245', subfields: 'abfgknps', becomes: 'alternate_titles', read: wholeTitle },
  { fields: '880-245', subfields: 'c', becomes: 'statement_of_responsibility', read: responsibility, remark: 'behind that of 245 and ` = `' },
  { fields: '130 210 222 240 242 246 247 730 740', subfields: 'abgkmnoprs', becomes: 'alternate_titles', read: plainTitle, remark: 'without language and date' },
  { fields: '250', subfields: 'ab', becomes: 'edition', read: plainTitle },

  { fields: '264', indicator2: '1', subfields: 'b', becomes: 'publishers', read: publisherNames },
  { fields: '260', subfields: 'b', becomes: 'publishers', read: publisherNames, remark: 'only without a 264 of that kind' },
  { fields: '264', indicator2: '02 ', subfields: 'b', becomes: 'publishers', read: publisherNames, remark: 'producers and distributors, only without a publisher' },
  { fields: '264', indicator2: '1', subfields: 'c', becomes: 'publication_date', read: writtenDate, remark: 'only without a date in 008' },
  { fields: '260', subfields: 'c', becomes: 'publication_date', read: writtenDate, remark: 'only without a date in 008' },
  { fields: '264', indicator2: '024 ', subfields: 'c', becomes: 'publication_date', read: writtenDate, remark: 'only without any of these' },

  { fields: '300', subfields: 'abcefg3', becomes: 'physical_description', read: physicalDescription },
  { fields: '300', subfields: 'a', becomes: 'pages', read: pageCount, remark: 'the longest numbered run' },

  { fields: '800', subfields: 'tfklmnoprsv', becomes: 'series', read: seriesAddedEntries },
  { fields: '810 811', subfields: 'abcdefgklnpqtv', becomes: 'series', read: seriesAddedEntries },
  { fields: '830', subfields: 'adfgklmnoprstv', becomes: 'series', read: seriesAddedEntries },
  { fields: '440', subfields: 'anpv', becomes: 'series', read: seriesStatements },
  { fields: '490', subfields: 'av', becomes: 'series', read: seriesStatements, remark: 'where the first indicator is 1, only without an 8XX' },

  { fields: '600 610 611 630 647 648 650 651 690 691', subfields: 'abcdefghjklmnopqrstuvxyz', becomes: 'subjects', read: subjectHeading, remark: 'subdivisions behind ` -- `' },
  { fields: '653', subfields: 'a', becomes: 'subjects', read: eachHeading, remark: 'each $a one' },
  { fields: '656 657', subfields: 'avxyz', becomes: 'subjects', read: subjectHeading },
  { fields: '662', subfields: 'abcdfgh', becomes: 'subjects', read: hierarchicalPlace },
  { fields: '655', subfields: 'avxyz', becomes: 'genres', read: subjectHeading },
  { fields: '600 610 611 630 650 651', subfields: 'v', becomes: 'genres', read: eachHeading, remark: 'each form subdivision' },

  { fields: '521', subfields: 'a', becomes: 'suitabilities', read: audienceNote },
  { fields: '511', subfields: 'a', becomes: 'performers', read: performersOf, remark: 'divided at semicolons; a cast (first indicator 1) at commas' },
  { fields: '505', subfields: 'agrtu', becomes: 'contents', read: contentsEntries, remark: 'divided at ` -- `' },
  { fields: '520', indicator1: ' 0238', subfields: 'abu', becomes: 'description', read: note, remark: 'the first; others become notes' },
  { fields: '520', subfields: 'abu', becomes: 'notes', read: note, remark: 'all but the description' },

  { fields: '500 501 502 504 506 507 510 513 514 515 516 518 522 524 525 526 530 533 534 536 538 540 544 545 546 547 550 552 555 556 562 563 565 567 580 581 585 586', subfields: NOTE, becomes: 'notes', read: note },
  { fields: '306', subfields: 'a', becomes: 'notes', read: playingTime },
  { fields: '508', subfields: 'a', becomes: 'notes', read: noteCalled('Credits') },
  { fields: '254 255 256 257 310 321 362', subfields: LETTERS, becomes: 'notes', read: note },
  { fields: '760 762 765 767 770 772 773 774 775 776 777 780 785 786 787', subfields: 'abcdghkmnopqrstuxyz', becomes: 'notes', read: relatedTitle, remark: 'behind $i, or what the tag means: Continues, In' },
  { fields: '856', subfields: '3yzu', becomes: 'notes', read: address, remark: 'each $u, behind what is said about it' },
];
