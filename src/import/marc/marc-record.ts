/*
 * Defines a MARC record as it was read from a file, and functions that every reader of fields needs, such as the text
 * of a subfield without the ` /` of ISBD at its end.
 */

/** The formats of MARC records. */
export const MARC_FORMATS = ['marc21', 'unimarc'] as const;

/** A format of MARC records, which defines the meaning of tags and codes. */
export type MarcFormat = (typeof MARC_FORMATS)[number];

/** A MARC record. The text of its fields is composed Unicode (NFC). */
export interface MarcRecord {
  /** The format, which defines the meaning of the fields. Default: `marc21`. */
  readonly format?: MarcFormat | undefined;
  /** The 24 characters of the leader, padded with spaces. */
  readonly leader: string;
  /** The fields in the order of the file. */
  readonly fields: readonly MarcField[];
}

/** A field: a control field has a value, a data field has subfields. */
export type MarcField = MarcControlField | MarcDataField;

/** A control field, such as 001 or 008. */
export interface MarcControlField {
  /** Three characters, such as `008`. */
  readonly tag: string;
  /** The text of the field. */
  readonly value: string;
}

/** A data field, such as 245. */
export interface MarcDataField {
  /** Three characters, such as `245`. */
  readonly tag: string;
  /** The first indicator, one character; blank is a space. */
  readonly indicator1: string;
  /** The second indicator, one character; blank is a space. */
  readonly indicator2: string;
  /** The subfields in the order of the file. */
  readonly subfields: readonly MarcSubfield[];
}

/** A subfield of a data field. */
export interface MarcSubfield {
  /** One character, such as `a`. U+FFFD replaces a missing code, and an invalid code in ISO 2709. */
  readonly code: string;
  /** The text of the subfield. */
  readonly value: string;
}

/** The outcome of reading one record: the record, perhaps with repairs, or the reason for refusing it. */
export type RecordOutcome = RecordRead | RecordRefused;

/** A record that was read. */
export interface RecordRead {
  /** The number of the record in the file, from 1. */
  readonly number: number;
  /** The record. */
  readonly record: MarcRecord;
  /**
   * Messages about damage, in the form `<where>: expected <what>, found <what>`. `<where>` can be omitted.
   * Empty for an undamaged record.
   */
  readonly repairs: readonly string[];
}

/** A record that could not be read. */
export interface RecordRefused {
  /** The number of the record in the file, from 1. */
  readonly number: number;
  /** Field 001, if it could be read. */
  readonly controlNumber?: string;
  /**
   * Why the record was refused, usually in the form `<where>: expected <what>, found <what>`. `<where>` can be omitted.
   */
  readonly problem: string;
  /** Present if the input ends early or cannot be read further, so that later records may be missing. */
  readonly isTruncation?: true;
}

const HOLDINGS_TYPES = 'uvxy';

/** Whether leader/05 marks a record as deleted. */
export function isDeleted({ leader }: MarcRecord): boolean {
  return leader[5] === 'd';
}

/** Whether leader/06 marks a record as a holdings record. */
export function isHoldingsRecord({ leader }: MarcRecord): boolean {
  return HOLDINGS_TYPES.includes(leader[6]);
}

/** The place of an id in a record: a control field, or a subfield of a data field. */
export interface IdField {
  readonly tag: string;
  /** The subfield code; undefined for a control field. */
  readonly code?: string;
}

/** Field 001, the control number: the default field for the id of a title. */
export const CONTROL_NUMBER: IdField = { tag: '001' };

/** Field 004 of a holdings record: the control number of the bibliographic record. */
export const BIBLIOGRAPHIC_NUMBER: IdField = { tag: '004' };

/**
 * Parses the name of an id field on the command line: `001`, `035a` or `907$a`.
 *
 * @returns undefined for an invalid name
 */
export function parseIdField(text: string): IdField | undefined {
  const [, tag, code] = /^(\d{3})\$?([0-9a-z])?$/.exec(text) ?? [];
  if (tag === undefined || tag.startsWith('00') !== (code === undefined)) return undefined;
  return code === undefined ? { tag } : { tag, code };
}

/** Returns the first nonempty value of the id field, with normalized spaces; undefined if there is none. */
export function idOf({ fields }: MarcRecord, { tag, code }: IdField): string | undefined {
  for (const field of fields) {
    if (field.tag !== tag) continue;
    if ('value' in field) {
      const id = normalizeSpaces(field.value);
      if (id !== '') return id;
    } else {
      const id = firstText(field, code);
      if (id !== undefined) return id;
    }
  }
  return undefined;
}

/** Returns the text of the first control field with a tag, without spaces around it. */
export function controlText(fields: readonly MarcField[], tag: string): string | undefined {
  const field = fields.find((candidate) => candidate.tag === tag);
  return field !== undefined && 'value' in field ? field.value.trim() : undefined;
}

/**
 * Returns the nonempty texts of the subfields with one of the codes, in the order of the field.
 *
 * @param codes subfield codes, such as `abn`
 */
export function subfieldTexts(field: MarcDataField, codes: string): string[] {
  const texts: string[] = [];
  for (const { code, value } of field.subfields) {
    if (!codes.includes(code)) continue;
    const text = normalizeSpaces(value);
    if (text !== '') texts.push(text);
  }
  return texts;
}

/** Returns the nonempty texts of the subfields with one of the codes, joined by spaces. */
export function fieldText(field: MarcDataField, codes: string): string {
  let all = '';
  for (const { code, value } of field.subfields) {
    if (!codes.includes(code)) continue;
    const text = normalizeSpaces(value);
    if (text !== '') all = all === '' ? text : `${all} ${text}`;
  }
  return all;
}

/** Returns the first nonempty subfield text. Tries the subfields in the order of `codes`. */
export function firstText(field: MarcDataField, codes = ''): string | undefined {
  for (const code of codes) {
    const [text] = subfieldTexts(field, code);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** Returns the texts of the subfields with one of the codes, without end punctuation. */
export function plainTexts(field: MarcDataField, codes: string): string[] {
  return subfieldTexts(field, codes).map(withoutEndPunctuation).filter(Boolean);
}

/** Returns a text as the only value of a field, or no value for an empty text. */
export function nonEmpty(text: string): string[] {
  return text === '' ? [] : [text];
}

/** Matches a link to a field, such as `245-02/(2/r`. Some systems omit the number, as in `650`. */
const LINK = /^\s*(\d{3})(?!\d)/;
const NUMBERED_LINK = /^\s*(\d{3})-\d\d\//;

/**
 * Returns the tag that defines a field: its own tag or, for a field 880 (alternate graphic representation), the tag of the
 * field to which it is linked. The link is in $6; some systems write the link into another subfield.
 */
export function linkedTag({ tag, subfields }: MarcDataField): string {
  if (tag !== '880') return tag;
  const inSubfield6 = subfields.find(({ code, value }) => code === '6' && LINK.test(value));
  const link = inSubfield6 ?? subfields.find(({ value }) => NUMBERED_LINK.test(value));
  return (link && LINK.exec(link.value)?.[1]) ?? tag;
}

export function hasSubfield(field: MarcDataField, code: string): boolean {
  return field.subfields.some((subfield) => subfield.code === code);
}

/** Control characters that some systems write around an article that is ignored in sorting. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: Some systems write an escape character before a mark.
const NONSORTING_MARKS = /\x1b?[\u0088\u0089\u0098\u009c]/g;
const SPACE = 0x20;
const LEFT_TO_RIGHT_MARK = 0x200e;
const RIGHT_TO_LEFT_MARK = 0x200f;

/**
 * Removes {@link NONSORTING_MARKS}, replaces each run of white space and control characters with one
 * space, and removes white space and direction marks from both ends of the text.
 */
export function normalizeSpaces(text: string): string {
  if (isNormalized(text)) return text;
  const normalized = text.replace(NONSORTING_MARKS, '').replace(/[\s\p{Cc}]+/gu, ' ');
  let start = 0;
  let end = normalized.length;
  while (start < end && isSpaceOrDirectionMark(normalized.charCodeAt(start))) start++;
  while (end > start && isSpaceOrDirectionMark(normalized.charCodeAt(end - 1))) end--;
  return normalized.slice(start, end);
}

/**
 * Whether a code unit is a space, or one of the invisible marks that Hebrew and Arabic fields begin and end with. A mark
 * after punctuation would hide the punctuation from {@link withoutEndPunctuation}.
 */
function isSpaceOrDirectionMark(code: number): boolean {
  return code === SPACE || code === LEFT_TO_RIGHT_MARK || code === RIGHT_TO_LEFT_MARK;
}

/**
 * Whether {@link normalizeSpaces} returns the text unchanged. A loop is used because a regular expression is slower.
 */
function isNormalized(text: string): boolean {
  if (isSpaceOrDirectionMark(text.charCodeAt(0))) return false;
  let last = SPACE;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (
      code === SPACE ? last === SPACE : code < SPACE || (code >= 0x7f && isControlOrSpace(code))
    ) {
      return false;
    }
    last = code;
  }
  return text === '' || !isSpaceOrDirectionMark(last);
}

/** Whether a code unit from U+007F on is a control character or white space. */
function isControlOrSpace(code: number): boolean {
  return code <= 0xa0 || (code >= 0x1680 && /\s/.test(String.fromCharCode(code)));
}

/**
 * Abbreviations that end in a full stop, in the most common languages of cataloging. They are in lower
 * case and without the full stop.
 */
const ABBREVIATIONS = new Set(
  `abr adm assoc aufl ausg augm bd bearb bros bull ca cent co coll comp corp dept doc dr ed eds enl
  erw etc facs fasc fl gov govt hrsg ill illus inc inst introd izd jr kn ltd mfg mr mrs ms mss
  neubearb no nos nouv nr op ph.d pt pts prof r repr rev rozsz ser sr st suppl t tr trans transl uit
  unabr univ verb verm vol vols vyd wyd éd`.split(/\s+/),
);

/** The maximum length of a word that is examined. No abbreviation is longer. */
const MAX_WORD_CHARS = 20;
/** The characters that can precede a word. */
const WORD_BOUNDARIES = ' ([-';
const INITIALS = /^(?:\p{L}\p{M}*\.)*\p{L}\p{M}*$/u;
const ENDING_MARKS = '/:;=,،؛';
/** A text that ends in none of these characters has no end punctuation to remove. */
const POSSIBLE_ENDS = `${ENDING_MARKS}.- `;

/**
 * Removes the punctuation that ISBD (International Standard Bibliographic Description) prescribes before the next
 * element of a description: a slash, colon, semicolon, equals sign, comma or double hyphen, also in Arabic script. Also
 * removes a final full stop, unless it belongs to an initial, an abbreviation or an ellipsis.
 *
 * @example withoutEndPunctuation('The whale /') // 'The whale'
 * @example withoutEndPunctuation('Fedorov, A. V.') // 'Fedorov, A. V.'
 */
export function withoutEndPunctuation(text: string): string {
  if (!POSSIBLE_ENDS.includes(text[text.length - 1] ?? '')) return text;
  let rest = text.trimEnd();
  for (;;) {
    const length = finalMarkLength(rest);
    if (length === 0) return rest;
    rest = rest.slice(0, -length).trimEnd();
  }
}

/** Returns the length of the final punctuation mark to remove; 0 if there is none. */
function finalMarkLength(text: string): number {
  if (text.endsWith('--')) return 2;
  const last = text[text.length - 1] ?? '';
  if (last === '.') return text.endsWith('..') || isAbbreviation(text) ? 0 : 1;
  return last !== '' && ENDING_MARKS.includes(last) ? 1 : 0;
}

function isAbbreviation(text: string): boolean {
  const end = text.length - 1;
  const first = Math.max(0, end - MAX_WORD_CHARS);
  let start = end;
  while (start > first && !WORD_BOUNDARIES.includes(text[start - 1])) start--;
  if (start === end) return false;
  const word = text.slice(start, end);
  return INITIALS.test(word) || ABBREVIATIONS.has(word.toLowerCase());
}

/**
 * Removes square brackets around a text. One of the two brackets may be missing. A text that has a square
 * bracket elsewhere, such as `Smith [and Jones]`, is returned unchanged.
 */
export function withoutBrackets(text: string): string {
  return /^\[?([^[\]]*)\]?$/.exec(text)?.[1] ?? text;
}
