/*
 * The mapping of UNIMARC: which fields of a record become which fields of a title. The rules use the functions of MARC
 * 21 after `unimarc-fields.ts` has converted a field. `docs/unimarc.md` shows the table.
 */

import { type MarcDataField, plainTexts } from '../marc/marc-record.js';
import * as coded from './coded-fields.js';
import type { FieldRule, FixedFieldRule, MarcMapping } from './field-rules.js';
import { formatOf } from './format.js';
import * as links from './links.js';
import * as names from './names.js';
import * as notes from './notes.js';
import * as numbers from './numbers.js';
import * as publication from './publication.js';
import * as related from './related-titles.js';
import * as subjects from './subjects.js';
import * as titles from './titles.js';
import {
  CODED_TAGS,
  formatEvidence,
  unimarcFixedFields,
  withWrittenDates,
} from './unimarc-coded-fields.js';
import * as unimarc from './unimarc-fields.js';

/** Returns a function that reads the subfields `codes` of a field after its conversion to MARC 21. */
function after<T, Rest extends unknown[]>(
  convert: (field: MarcDataField) => MarcDataField,
  read: (field: MarcDataField, codes: string, ...rest: Rest) => readonly T[],
  codes = '',
): (field: MarcDataField, codes: string, ...rest: Rest) => readonly T[] {
  return (field, _, ...rest) => read(convert(field), codes, ...rest);
}

/** The subfields of a name, a heading and a link after their conversion to MARC 21. */
const NAME = 'abcdq';
const HEADING = 'abcdfghklmnopqrstuvxyz';
const TOPIC = 'abcdfghklmnopqrsu';
const LINK = 'atgxz';

const NOTE = 'abcdefghijklmnopqrstuvwxyz';
const NAMES = 'abcdf4';

/** Returns the sort title of a title with marks of text that is ignored in sorting. */
function markedTitle(field: MarcDataField): string[] {
  const isMarked = field.subfields.some(({ value }) => /[\u0088\u0098]/.test(value));
  return isMarked ? titles.filingTitle({ ...unimarc.titleField(field), indicator2: '0' }) : [];
}

/** Returns the entries of a table of contents: one for each subfield, or several separated by ` -- `. */
function contents(field: MarcDataField, codes: string): string[] {
  return field.subfields.flatMap((subfield) =>
    notes.contentsEntries({ ...field, subfields: [subfield] }, codes),
  );
}

/** Returns a note whose subfields are separated by commas. */
function listedNote(field: MarcDataField, codes: string): string[] {
  const texts = plainTexts(field, codes);
  return texts.length === 0 ? [] : [texts.join(', ')];
}

/** The mapping of the coded data. See {@link unimarcFixedFields}. */
// biome-ignore format: one row per line
export const UNIMARC_FIXED_FIELD_RULES: readonly FixedFieldRule[] = [
  { positions: 'leader/06-07, 105, 106, 110, 115, 126, 130, 135, 182', becomes: 'format', read: (fixed, record) => formatOf(fixed, formatEvidence(record)), remark: 'also from 200 $b, 205, 215, 230, 336, 337 and 608' },
  { positions: '100 $a/00-07', becomes: 'added', read: coded.dateEntered, remark: 'only if no holding has a date of acquisition' },
  { positions: '100 $a/08-16', becomes: 'publication_date', read: (fixed, record) => publication.codedDate(fixed, withWrittenDates(record)), remark: 'a year or span of years; blanks are unknown digits; an implausible year gives way to 210 or 214 $d' },
  { positions: '100 $a/17-19', becomes: 'suitabilities', read: coded.codedAudience, remark: 'the first code that is known' },
  { positions: '105 $a/11', becomes: 'fiction', read: coded.codedFiction, remark: 'books: a b d f are fiction; c e h y are not' },
  { positions: '101 $a', becomes: 'primary_language', read: coded.codedLanguage },
];

/** The mapping of data fields, in the notation of the rules of MARC 21. */
// biome-ignore format: one row per line
export const UNIMARC_FIELD_RULES: readonly FieldRule[] = [
  { fields: '010', subfields: 'a', becomes: 'isbns', read: numbers.isbns, remark: 'without hyphens' },
  { fields: '010', subfields: 'a', becomes: 'notes', read: numbers.unreadableIsbns, remark: 'values that are not ISBNs' },
  { fields: '010', subfields: 'z', becomes: 'notes', read: numbers.otherIsbns, remark: 'searchable as notes' },
  { fields: '011', subfields: 'a', becomes: 'identifiers', read: numbers.issns('issn'), remark: 'type issn' },
  { fields: '011', subfields: 'fgyz', becomes: 'identifiers', read: numbers.issns('other'), remark: 'type other; incorrect and cancelled ISSNs, and ISSN-L' },
  { fields: '013', subfields: 'a', becomes: 'notes', read: notes.noteCalled('ismn') },
  { fields: '014 015 016 017 029 033 036 040', subfields: 'az', becomes: 'identifiers', read: numbers.otherNumbers, remark: 'type other, such as a DOI or an ARK' },
  { fields: '020 021 022', subfields: 'bz', becomes: 'identifiers', read: numbers.otherNumbers, remark: 'type other: numbers of national bibliographies, legal deposit and governments' },
  { fields: '035', subfields: 'az', becomes: 'identifiers', read: numbers.oclcNumbers, remark: 'type oclc; only numbers after `(OCoLC)`' },
  { fields: '071', subfields: 'ba', becomes: 'notes', read: notes.noteCalled('publisher_number') },
  { fields: '072 073', subfields: 'a', becomes: 'upcs', read: numbers.productCodes },
  { fields: '073', subfields: 'a', becomes: 'isbns', read: numbers.isbnsOfArticleNumbers },
  { fields: '101', subfields: 'a', becomes: 'languages', read: coded.languageNames },
  { fields: '101', subfields: 'c', becomes: 'notes', read: notes.languagesCalled('original_language') },
  { fields: '101', subfields: 'j', becomes: 'notes', read: notes.languagesCalled('subtitles') },

  { fields: '852', subfields: 'gjkl', becomes: 'call_number', read: numbers.wholeNumber, remark: 'only if no holding has a call number' },
  { fields: '680', subfields: 'ab', becomes: 'call_number', read: numbers.classNumber },
  { fields: '676', subfields: 'a', becomes: 'call_number', read: numbers.deweyNumber },
  { fields: '675', subfields: 'a', becomes: 'call_number', read: numbers.classNumber },
  { fields: '686 690', subfields: 'abc', becomes: 'call_number', read: numbers.classNumber, remark: '690 is the class in CNMARC' },

  { fields: '700 710 716 720', subfields: NAMES, becomes: 'authors', read: after(unimarc.nameField, names.headingName, NAME), remark: 'a comma before $b, $c and $f; no comma before $b in direct order (second indicator 0)' },
  { fields: '701 711 721', subfields: NAMES, becomes: 'authors', read: after(unimarc.coAuthorField, names.namesOf('author'), NAME), remark: 'without $4, or if it is author or composer' },
  { fields: '702 712 722 730', subfields: NAMES, becomes: 'authors', read: after(unimarc.nameField, names.namesOf('author'), NAME), remark: 'if $4 is author or composer' },
  { fields: '701 702 711 712 721 722 730', subfields: NAMES, becomes: 'performers', read: after(unimarc.nameField, names.headingOfPerformer, NAME), remark: 'if $4 is actor, singer or similar; the relator follows the name' },
  { fields: '701 711 721', subfields: NAMES, becomes: 'additional_contributors', read: after(unimarc.coAuthorField, names.namesOf('contributor'), NAME), remark: 'all other relators' },
  { fields: '702 703 712 713 722 730', subfields: NAMES, becomes: 'additional_contributors', read: after(unimarc.nameField, names.namesOf('contributor'), NAME), remark: 'all other relators, and names without a relator' },
  { fields: '790 791 880-700 880-701 880-702 880-710 880-711 880-712', subfields: NAMES, becomes: 'alternate_authors', read: after(unimarc.nameField, names.headingName, NAME) },

  { fields: '200', subfields: 'achi', becomes: 'title', read: after(unimarc.titleField, titles.titleProper), remark: 'after the title of its set (461) if it is only the number of a volume' },
  { fields: '500 530 510 512 517 532 880-200', subfields: 'achi', becomes: 'title', read: after(unimarc.titleField, titles.titleProper), remark: 'only if 200 has no title' },
  { fields: '200', subfields: 'e', becomes: 'sub_title', read: after(unimarc.titleField, titles.otherTitle) },
  { fields: '200', subfields: 'd', becomes: 'alternate_titles', read: after(unimarc.titleField, titles.parallelTitles) },
  { fields: '200', subfields: 'a', becomes: 'sort_title', read: markedTitle, remark: 'without an article between non-sorting marks' },
  { fields: '200', subfields: 'A9', becomes: 'alternate_titles', read: titles.plainTitle, remark: 'the transcription of the title in CNMARC' },
  { fields: '200 880-200', subfields: 'fg', becomes: 'statement_of_responsibility', read: after(unimarc.responsibilityField, titles.plainTitle, 'c') },
  { fields: '880-200', subfields: 'acdehi', becomes: 'alternate_titles', read: after(unimarc.titleField, titles.wholeTitle), remark: 'a repeated 200, in another script' },
  { fields: '500', subfields: 'achi', becomes: 'alternate_titles', read: after(unimarc.titleField, titles.distinctiveTitle, 'anp'), remark: 'no collective titles such as Selections' },
  { fields: '503 510 512 513 514 515 516 517 518 520 530 531 532 540 541 545', subfields: 'aehi', becomes: 'alternate_titles', read: after(unimarc.titleField, titles.wholeTitle) },
  { fields: '454', subfields: '1t', becomes: 'alternate_titles', read: after(unimarc.linkField, titles.plainTitle, 't'), remark: 'the title of the original of a translation' },
  { fields: '205', subfields: 'abd', becomes: 'edition', read: after(unimarc.editionField, titles.plainTitle, 'ab') },

  { fields: '214', indicator2: '0 |', subfields: 'c', becomes: 'publishers', read: publication.publisherNames },
  { fields: '210', subfields: 'c', becomes: 'publishers', read: publication.publisherNames, remark: 'only if no 214 names a publisher' },
  { fields: '214', indicator2: '12', subfields: 'c', becomes: 'publishers', read: publication.publisherNames, remark: 'producers and distributors; only if there is no publisher' },
  { fields: '214', indicator2: '0 |', subfields: 'a', becomes: 'publication_places', read: publication.placeNames },
  { fields: '210', subfields: 'a', becomes: 'publication_places', read: publication.placeNames, remark: 'only if no 214 names a place' },
  { fields: '214', indicator2: '12', subfields: 'a', becomes: 'publication_places', read: publication.placeNames, remark: 'places of production and distribution; only if there is no place of publication' },
  { fields: '214', indicator2: '0 |', subfields: 'd', becomes: 'publication_date', read: publication.writtenDate, remark: 'only if 100 has no date' },
  { fields: '210', subfields: 'd', becomes: 'publication_date', read: publication.writtenDate, remark: 'only if 100 has no date' },
  { fields: '214', indicator2: '124', subfields: 'd', becomes: 'publication_date', read: publication.writtenDate, remark: 'only if no other date is found' },
  { fields: '210 214', subfields: 'd', becomes: 'publication_date', read: publication.unknownDate, remark: 'texts without digits; only if there is no date' },

  { fields: '215', subfields: 'acde', becomes: 'physical_description', read: after(unimarc.physicalField, publication.physicalDescription, 'abce') },
  { fields: '215', subfields: 'a', becomes: 'pages', read: publication.pageCount, remark: 'the highest page number' },

  { fields: '410', subfields: '1tv', becomes: 'series', read: after(unimarc.seriesLinkField, related.seriesAddedEntries, 'av') },
  { fields: '225', subfields: 'aehiv', becomes: 'series', read: after(unimarc.seriesField, related.seriesStatements, 'av'), remark: 'only if there is no 410, or if the first indicator is 1' },

  { fields: '600 601 602 604 605 606 607 616', subfields: 'abcdfjtxyz', becomes: 'subjects', read: after(unimarc.subjectField, subjects.subjectOfField, HEADING), remark: 'the subdivisions $j, $x, $y and $z follow ` -- `' },
  { fields: '610', subfields: 'a', becomes: 'subjects', read: subjects.eachSubject, remark: 'one for each $a' },
  { fields: '617', subfields: 'abcdek', becomes: 'subjects', read: subjects.hierarchicalPlace },
  { fields: '601 605 606 616', subfields: 'abcdf', becomes: 'topics', read: after(unimarc.subjectField, subjects.topicOf, TOPIC), remark: 'the heading before its subdivisions' },
  { fields: '610', subfields: 'a', becomes: 'topics', read: plainTexts },
  { fields: '600 601 602 604 605 606 607 608 616', subfields: 'x', becomes: 'topics', read: plainTexts, remark: 'one for each topical subdivision' },
  { fields: '607', subfields: 'ay', becomes: 'places', read: after(unimarc.subjectField, subjects.placesOf, 'az') },
  { fields: '600 601 602 604 605 606 608 616', subfields: 'y', becomes: 'places', read: subjects.placesOf },
  { fields: '617', subfields: 'abcdek', becomes: 'places', read: subjects.placesOf },
  { fields: '600 601 602 604 605 606 607 608 616', subfields: 'z', becomes: 'periods', read: plainTexts },
  { fields: '600 602', subfields: 'abcdf', becomes: 'people', read: after(unimarc.subjectField, names.headingName, NAME), remark: 'the name in the heading' },
  { fields: '608', subfields: 'ajxyz', becomes: 'genres', read: after(unimarc.subjectField, subjects.subjectHeading, 'avxyz') },
  { fields: '600 601 602 604 605 606 607 616', subfields: 'j', becomes: 'genres', read: plainTexts, remark: 'one for each form subdivision' },

  { fields: '333', subfields: 'a', becomes: 'suitabilities', read: notes.audienceNote, remark: 'up to four words' },
  { fields: '333', subfields: 'a', becomes: 'notes', read: notes.freeAudienceNote, remark: 'more than four words' },
  { fields: '323', subfields: 'a', becomes: 'performers', read: (field, codes) => names.performersOf({ ...field, indicator1: '1' }, codes), remark: 'split at semicolons or commas' },
  { fields: '327', subfields: 'abcdefghiu', becomes: 'contents', read: contents, remark: 'one for each subfield, split at ` -- `' },
  { fields: '359', subfields: 'bcdefghi', becomes: 'contents', read: contents },
  { fields: '330', subfields: 'a', becomes: 'description', read: notes.note, remark: 'the first; others become notes' },
  { fields: '330', subfields: 'a', becomes: 'notes', read: notes.note, remark: 'all but the description' },
  { fields: '328', subfields: 'abcdetz', becomes: 'notes', read: listedNote, remark: 'separated by commas' },

  { fields: '206 207 208 230 300 301 302 303 304 305 306 307 308 310 311 312 313 314 315 316 317 318 320 324 325 326 332 334 336 337 338 371', subfields: NOTE, becomes: 'notes', read: notes.note, remark: '318 without $p' },
  { fields: '321', subfields: NOTE, becomes: 'notes', read: notes.noteCalled('described_in') },
  { fields: '322', subfields: 'a', becomes: 'notes', read: notes.noteCalled('credits') },
  { fields: '411 421 422 423 424 425 451 453 454 461 462 463 464 470 481 482 488', subfields: '1athivxy', becomes: 'notes', read: (field) => related.relatedTitle(unimarc.linkField(field), LINK), remark: 'after the meaning of the tag, such as Translation of or In' },
  { fields: '430 431 432 433 434 435 436 437 440 441 442 443 444 445 446 447 448 452 455 456', subfields: '1athivxy0', becomes: 'related', read: (field) => related.linkedTitle(unimarc.linkField(field), `${LINK}w`), remark: 'earlier and later titles and other forms; $0, or 001 in $1, links them' },
  { fields: '856', subfields: '23zu', becomes: 'links', read: after(unimarc.addressField, links.linksOfField), remark: 'one for each $u' },
];

/** The mapping of UNIMARC. Field 003 is an address, not the code of a system. */
export const UNIMARC: MarcMapping = {
  fixedFieldRules: UNIMARC_FIXED_FIELD_RULES,
  fieldRules: UNIMARC_FIELD_RULES,
  readWithoutRule: ['001', '003', ...CODED_TAGS],
  fixedFieldsOf: unimarcFixedFields,
  fieldsOf: unimarc.unimarcFields,
  headingOf: unimarc.headingOfField,
  organizationOf: () => undefined,
};
