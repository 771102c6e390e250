/*
 * The mapping of MARC 21: which fields of a record become which fields of a title. `docs/marc-mapping.md` shows the
 * tables of fixed fields and of data fields. `unimarc-rules.ts` has the mapping of UNIMARC.
 */

import { controlText, plainTexts } from '../marc/marc-record.js';
import * as coded from './coded-fields.js';
import type { FieldRule, FixedFieldRule, MarcMapping } from './field-rules.js';
import { EVIDENCE_TAGS, formatOf } from './format.js';
import * as links from './links.js';
import * as names from './names.js';
import * as notes from './notes.js';
import * as numbers from './numbers.js';
import * as publication from './publication.js';
import * as related from './related-titles.js';
import * as subjects from './subjects.js';
import * as titles from './titles.js';

/**
 * The subfields of a name. $e is a subordinate unit of a meeting. In all other names, $e is the relator,
 * which is the relation of the name to the work, such as `editor`.
 */
const NAME = 'abcdegnq';
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const NOTE = 'abcdefghijklmnopqrstuvxyz3';

/** The mapping of the leader and fixed fields. */
// biome-ignore format: one row per line
export const FIXED_FIELD_RULES: readonly FixedFieldRule[] = [
  { positions: 'leader/06-07, 006, 007, 008/21-33', becomes: 'format', read: formatOf, remark: 'by all the evidence in [Formats](#formats)' },
  { positions: '008/00-05', becomes: 'added', read: coded.dateEntered, remark: 'only if no holding has a date of acquisition; years 66 to 99 are 1966 to 1999' },
  { positions: '008/06-14', becomes: 'publication_date', read: publication.codedDate, remark: 'a year or span of years; `u` for an unknown digit gives 1840s or 18--; no year from 1uuu or uuuu, but ?-1956 for a span; an implausible year gives way to 260 or 264 $c, and so does a decade or century to a year in it' },
  { positions: '008/22', becomes: 'suitabilities', read: coded.codedAudience, remark: 'books, music, computer files, visual materials' },
  { positions: '008/33 (recordings: 30-31)', becomes: 'fiction', read: coded.codedFiction, remark: '1 c d f j are fiction; 0 e i s are not; other codes set no value' },
  { positions: '008/35-37', becomes: 'primary_language', read: coded.codedLanguage, remark: 'if there is none, the first language of 041' },
];

/**
 * The mapping of data fields. The MARC 21 manual explains the tags and codes. Most fields of a title that can have only
 * one value get the first value of the first row that has a value. Most other fields get the values of all rows,
 * without duplicates, in the order of the record. Publishers and places of publication are the values of the first row
 * that has any. All values of the edition are joined by ` = `, and so are those of the statement of responsibility.
 */
// biome-ignore format: one row per line
export const FIELD_RULES: readonly FieldRule[] = [
  { fields: '010', subfields: 'a', becomes: 'identifiers', read: numbers.controlNumbers('lccn'), remark: 'type lccn' },
  { fields: '010', subfields: 'z', becomes: 'identifiers', read: numbers.controlNumbers('other'), remark: 'type other; canceled numbers' },
  { fields: '019', subfields: 'a', becomes: 'identifiers', read: numbers.oclcNumbers, remark: 'type oclc' },
  { fields: '035', subfields: 'az', becomes: 'identifiers', read: numbers.oclcNumbers, remark: 'type oclc; only numbers after `(OCoLC)`' },
  { fields: '020', subfields: 'a', becomes: 'isbns', read: numbers.isbns, remark: 'without hyphens and qualifiers; a zero is added to a number of nine digits (SBN)' },
  { fields: '020', subfields: 'a', becomes: 'notes', read: numbers.unreadableIsbns, remark: 'values that are not ISBNs' },
  { fields: '020', subfields: 'z', becomes: 'notes', read: numbers.otherIsbns, remark: 'searchable as notes' },
  { fields: '022', subfields: 'a', becomes: 'identifiers', read: numbers.issns('issn'), remark: 'type issn' },
  { fields: '022', subfields: 'lmyz', becomes: 'identifiers', read: numbers.issns('other'), remark: 'type other; incorrect and cancelled ISSNs, and ISSN-L' },
  { fields: '024', indicator1: '1', subfields: 'a', becomes: 'upcs', read: numbers.productCodes },
  { fields: '024', indicator1: '2', subfields: 'a', becomes: 'notes', read: notes.noteCalled('ismn') },
  { fields: '024', indicator1: '3', subfields: 'a', becomes: 'isbns', read: numbers.isbnsOfArticleNumbers },
  { fields: '024', indicator1: '3', subfields: 'a', becomes: 'upcs', read: numbers.productCodes },
  { fields: '024', indicator1: ' 0478', subfields: 'az', becomes: 'identifiers', read: numbers.otherNumbers, remark: 'type other, such as a DOI' },
  { fields: '015 016 027 030 037 088', subfields: 'az', becomes: 'identifiers', read: numbers.otherNumbers, remark: 'type other: numbers of national bibliographies, reports and orders, and CODEN' },
  { fields: '028', subfields: 'ba', becomes: 'notes', read: notes.noteCalled('publisher_number') },
  { fields: '041', subfields: 'ad', becomes: 'languages', read: coded.languageNames, remark: 'also several codes in one subfield: `engfre`' },
  { fields: '041', subfields: 'h', becomes: 'notes', read: notes.languagesCalled('original_language') },
  { fields: '041', subfields: 'j', becomes: 'notes', read: notes.languagesCalled('subtitles') },

  { fields: '099', subfields: 'ab', becomes: 'call_number', read: numbers.wholeNumber, remark: 'only if no holding has a call number' },
  { fields: '090', subfields: 'ab', becomes: 'call_number', read: numbers.classNumber },
  { fields: '096', subfields: 'ab', becomes: 'call_number', read: numbers.classNumber },
  { fields: '092', subfields: 'ab', becomes: 'call_number', read: numbers.deweyNumber },
  { fields: '852', subfields: 'khijm', becomes: 'call_number', read: numbers.wholeNumber },
  { fields: '050', subfields: 'ab', becomes: 'call_number', read: numbers.classNumber },
  { fields: '055 060 070', subfields: 'ab', becomes: 'call_number', read: numbers.classNumber },
  { fields: '082', subfields: 'ab', becomes: 'call_number', read: numbers.deweyNumber, remark: 'without segmentation marks' },
  { fields: '080 084 086', subfields: 'ab', becomes: 'call_number', read: numbers.classNumber },

  { fields: '100 110 111 700 710 711 720', subfields: NAME, becomes: 'authors', read: names.namesOf('author'), remark: '100 to 111, except a film with other relators in $e or $4; 700 to 720 with the relator author or creator, or composer except in films and recorded speech; 700 of a text without relator, besides a 100, unless 245 $c names another role, such as `edited by`' },
  { fields: '100 110 111 700 710 711 720', subfields: NAME, becomes: 'performers', read: names.headingOfPerformer, remark: 'if $e or $4 is actor, narrator, singer or similar; the relator follows the name' },
  { fields: '100 110 111 700 710 711 720', subfields: NAME, becomes: 'additional_contributors', read: names.namesOf('contributor'), remark: 'all other names; the relator follows the name' },
  { fields: '700 710 711 880-700 880-710 880-711', subfields: 'tkmnoprs', becomes: 'related', read: related.workOfName, remark: 'with $t or $i, in place of a name: the title from $t on, and the name; contained works with second indicator 2' },
  { fields: '880-100 880-110 880-111 880-700 880-710 880-711 880-720', subfields: NAME, becomes: 'alternate_authors', read: names.alternateName },

  { fields: '245', subfields: 'afgknps', becomes: 'title', read: titles.titleProper, remark: 'up to the first $b, without ISBD punctuation' },
  { fields: '130 240 222 246 247 210 880-245', subfields: 'afgklnps', becomes: 'title', read: titles.plainTitle, remark: 'only if 245 has no title' },
  { fields: '245', subfields: 'bfgknps', becomes: 'sub_title', read: titles.otherTitle, remark: 'from the first $b on, without parallel titles' },
  { fields: '245', subfields: 'b', becomes: 'alternate_titles', read: titles.parallelTitles, remark: 'parallel titles, after ` = `' },
  { fields: '245', subfields: 'afgknps', becomes: 'sort_title', read: titles.filingTitle, remark: 'without the nonfiling characters counted by the second indicator' },
  { fields: '245', subfields: 'c', becomes: 'statement_of_responsibility', read: titles.plainTitle },
  { fields: '880-245', subfields: 'abfgknps', becomes: 'alternate_titles', read: titles.wholeTitle },
  { fields: '880-245', subfields: 'c', becomes: 'statement_of_responsibility', read: titles.plainTitle, remark: 'appended to 245 $c after ` = `' },
  { fields: '130 240', subfields: 'abgkmnoprs', becomes: 'alternate_titles', read: titles.distinctiveTitle, remark: 'without language and date; no collective titles such as Selections' },
  { fields: '210 222 242 246 247', subfields: 'abgkmnoprs', becomes: 'alternate_titles', read: titles.plainTitle },
  { fields: '740', indicator2: ' 013', subfields: 'anp', becomes: 'alternate_titles', read: titles.plainTitle },
  { fields: '740', indicator2: '2', subfields: 'anp', becomes: 'related', read: related.workOfTitle, remark: 'contained works' },
  { fields: '730', subfields: 'abgkmnoprs', becomes: 'related', read: related.workOfTitle, remark: 'contained works with second indicator 2' },
  { fields: '250', subfields: 'ab', becomes: 'edition', read: titles.plainTitle },

  { fields: '264', indicator2: '1', subfields: 'b', becomes: 'publishers', read: publication.publisherNames },
  { fields: '260', subfields: 'b', becomes: 'publishers', read: publication.publisherNames, remark: 'only if no 264 with second indicator 1 names a publisher' },
  { fields: '264', indicator2: '02 ', subfields: 'b', becomes: 'publishers', read: publication.publisherNames, remark: 'producers and distributors; only if there is no publisher' },
  { fields: '264', indicator2: '1', subfields: 'a', becomes: 'publication_places', read: publication.placeNames },
  { fields: '260', subfields: 'a', becomes: 'publication_places', read: publication.placeNames, remark: 'only if no 264 with second indicator 1 names a place' },
  { fields: '264', indicator2: '02 ', subfields: 'a', becomes: 'publication_places', read: publication.placeNames, remark: 'places of production and distribution; only if there is no place of publication' },
  { fields: '264', indicator2: '1', subfields: 'c', becomes: 'publication_date', read: publication.writtenDate, remark: 'only if 008 has no date' },
  { fields: '260', subfields: 'c', becomes: 'publication_date', read: publication.writtenDate, remark: 'only if 008 has no date' },
  { fields: '264', indicator2: '024 ', subfields: 'c', becomes: 'publication_date', read: publication.writtenDate, remark: 'only if no other date is found' },
  { fields: '046', subfields: 'b', becomes: 'publication_date', read: publication.dateBeforeChrist, remark: 'a date B.C.; only if no other date is found' },
  { fields: '264 260', subfields: 'c', becomes: 'publication_date', read: publication.unknownDate, remark: 'texts without digits, such as date of publication not identified; only if there is no date' },

  { fields: '300', subfields: 'abcefg3', becomes: 'physical_description', read: publication.physicalDescription },
  { fields: '300', subfields: 'a', becomes: 'pages', read: publication.pageCount, remark: 'the highest number of a page or leaf' },

  { fields: '800', subfields: 'tfklmnoprsv', becomes: 'series', read: related.seriesAddedEntries },
  { fields: '810 811', subfields: 'abcdefgklnpqtv', becomes: 'series', read: related.seriesAddedEntries },
  { fields: '830', subfields: 'adfgklmnoprstv', becomes: 'series', read: related.seriesAddedEntries },
  { fields: '440', subfields: 'anpv', becomes: 'series', read: related.seriesStatements },
  { fields: '490', subfields: 'av', becomes: 'series', read: related.seriesStatements, remark: 'with first indicator 1, only if there is no 8XX' },

  { fields: '600 610 611 630 647 648 650 651 690 691', subfields: 'abcdefghjklmnopqrstuvxyz', becomes: 'subjects', read: subjects.subjectOfField, remark: 'subdivisions follow ` -- `; no FAST heading whose parts another heading has; headings of other vocabularies are only searched' },
  { fields: '653', subfields: 'a', becomes: 'subjects', read: subjects.eachSubject, remark: 'one for each $a' },
  { fields: '656 657', subfields: 'avxyz', becomes: 'subjects', read: subjects.subjectOfField },
  { fields: '662', subfields: 'abcdfgh', becomes: 'subjects', read: subjects.hierarchicalPlace },
  { fields: '610 611 630 647 650 656 657 690', subfields: 'abcdefghjklmnopqrsu', becomes: 'topics', read: subjects.topicOf, remark: 'the heading before its subdivisions; no works of a body' },
  { fields: '653', indicator2: ' 023', subfields: 'a', becomes: 'topics', read: plainTexts },
  { fields: '600 610 611 630 647 648 650 651 656 657 690 691', subfields: 'x', becomes: 'topics', read: plainTexts, remark: 'one for each general subdivision' },
  { fields: '651 691', subfields: 'abgz', becomes: 'places', read: subjects.placesOf, remark: 'each level of places, such as `France` and `France -- Paris`' },
  { fields: '653', indicator2: '5', subfields: 'a', becomes: 'places', read: plainTexts },
  { fields: '600 610 611 630 647 648 650 656 657 690', subfields: 'z', becomes: 'places', read: subjects.placesOf },
  { fields: '662', subfields: 'abcdfgh', becomes: 'places', read: subjects.placesOf },
  { fields: '648', subfields: 'a', becomes: 'periods', read: plainTexts },
  { fields: '653', indicator2: '4', subfields: 'a', becomes: 'periods', read: plainTexts },
  { fields: '600 610 611 630 647 648 650 651 656 657 690 691', subfields: 'y', becomes: 'periods', read: plainTexts },
  { fields: '600', subfields: 'abcdgnq', becomes: 'people', read: names.headingName, remark: 'the name in the heading' },
  { fields: '653', indicator2: '1', subfields: 'a', becomes: 'people', read: plainTexts },
  { fields: '655', subfields: 'avxyz', becomes: 'genres', read: subjects.subjectHeading },
  { fields: '653', indicator2: '6', subfields: 'a', becomes: 'genres', read: plainTexts },
  { fields: '600 610 611 630 650 651', subfields: 'v', becomes: 'genres', read: plainTexts, remark: 'one for each form subdivision' },

  { fields: '521', subfields: 'a', becomes: 'suitabilities', read: notes.audienceNote, remark: 'up to four words' },
  { fields: '521', subfields: 'a', becomes: 'notes', read: notes.freeAudienceNote, remark: 'more than four words' },
  { fields: '511', subfields: 'a', becomes: 'performers', read: names.performersOf, remark: 'split at semicolons; a cast (first indicator 1) at commas; a person with a heading in 700 has the form of the heading' },
  { fields: '511', subfields: 'a', becomes: 'notes', read: names.witnessNote, remark: 'witnesses of a hearing' },
  { fields: '505', subfields: 'agrtu', becomes: 'contents', read: notes.contentsEntries, remark: 'split at ` -- `' },
  { fields: '520', indicator1: ' 0238', subfields: 'abu', becomes: 'description', read: notes.note, remark: 'the first; others become notes' },
  { fields: '520', subfields: 'abu', becomes: 'notes', read: notes.note, remark: 'all but the description' },

  { fields: '500 501 502 504 506 507 513 514 516 518 522 524 525 530 533 534 536 538 540 544 545 546 547 552 555 556 562 563 565 567 581 585 586', subfields: NOTE, becomes: 'notes', read: notes.note },
  { fields: '526', subfields: 'abcdiz', becomes: 'notes', read: notes.note },
  { fields: '510', subfields: NOTE, becomes: 'notes', read: notes.noteCalled('described_in') },
  { fields: '515', subfields: NOTE, becomes: 'notes', read: notes.noteCalled('numbering') },
  { fields: '550', subfields: NOTE, becomes: 'notes', read: notes.noteCalled('issuing_body') },
  { fields: '580', subfields: NOTE, becomes: 'notes', read: notes.noteCalled('relation_to_other_titles') },
  { fields: '588', subfields: NOTE, becomes: 'notes', read: notes.noteCalled('description_based_on'), remark: 'without these words at the beginning' },
  { fields: '590', subfields: 'a', becomes: 'notes', read: notes.noteCalled('local_note') },
  { fields: '306', subfields: 'a', becomes: 'notes', read: notes.playingTime },
  { fields: '508', subfields: 'a', becomes: 'notes', read: notes.noteCalled('credits') },
  { fields: '254 255 256 257 310 321 362', subfields: LETTERS, becomes: 'notes', read: notes.note },
  { fields: '760 762 765 767 770 772 773 774 775 777 786 787', subfields: 'abcdghkmnopqrstuxyz', becomes: 'notes', read: related.relatedTitle, remark: 'after $i, or after the meaning of the tag, such as Translation of or In' },
  { fields: '776 780 785', subfields: 'abcdghkmnopqrstuxyzw', becomes: 'related', read: related.linkedTitle, remark: 'other forms, earlier and later titles; $w links them' },

  { fields: '852', subfields: 'z', becomes: 'notes', read: notes.noteCalled('copies') },
  { fields: '852', subfields: 'ab8', becomes: 'holdings_statements', read: (field) => [field], remark: 'the branch of the statements after it' },
  { fields: '866 867 868', subfields: 'az8', becomes: 'holdings_statements', read: (field) => [field], remark: 'the statement as written, with the note in $z' },
  { fields: '853 854 855 863 864 865', subfields: 'abcdefijklz8', becomes: 'holdings_statements', read: (field) => [field], remark: 'captions and numbers with the same $8; only if no 866 to 868 has the same $8' },
  { fields: '856', subfields: '3yzu', becomes: 'links', read: links.linksOfField, remark: 'one for each $u; second indicator 0 is the title itself, 1 another version, 2 something related' },
];

/** The mapping of MARC 21. */
export const MARC21: MarcMapping = {
  fixedFieldRules: FIXED_FIELD_RULES,
  fieldRules: FIELD_RULES,
  readWithoutRule: ['001', '003', '006', '007', '008', ...EVIDENCE_TAGS],
  fixedFieldsOf: coded.fixedFieldsOf,
  fieldsOf: (record, fixed) =>
    titles.withOriginalTitle(
      titles.withoutPlaceholders(record.fields),
      coded.languageCode(fixed, record),
    ),
  headingOf: (field) => field,
  organizationOf: ({ fields }) => controlText(fields, '003'),
};
