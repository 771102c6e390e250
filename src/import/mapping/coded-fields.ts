import { parseDateOrInstant } from '../../catalog/instant.js';
import { findLanguage } from '../../catalog/names/languages.js';
import { en } from '../../texts/en.js';
import {
  fieldText,
  type MarcDataField,
  type MarcRecord,
  subfieldTexts,
  withoutEndPunctuation,
} from '../marc/marc-record.js';
import type { Label } from './notes.js';

/** The leader and the fields 006, 007 and 008, which consist of fixed-length data elements. */
export interface FixedFields {
  /** The 24 characters of the leader. */
  readonly leader: string;
  /** Each field 006: additional material. Positions 01 to 17 have the layout of 008/18-34. */
  readonly additional: readonly string[];
  /** Each field 007: the physical carrier. */
  readonly carriers: readonly string[];
  /** The first nonempty field 008, padded with spaces to 40 characters; all spaces if there is none. */
  readonly general: string;
}

const GENERAL_CHARS = 40;

export function fixedFieldsOf({ leader, fields }: MarcRecord): FixedFields {
  const additional: string[] = [];
  const carriers: string[] = [];
  let general = '';
  for (const field of fields) {
    if (!('value' in field)) continue;
    if (field.tag === '006') additional.push(field.value);
    else if (field.tag === '007') carriers.push(field.value);
    else if (field.tag === '008' && general === '') general = field.value;
  }
  return { leader, additional, carriers, general: general.padEnd(GENERAL_CHARS) };
}

/**
 * The kind of material, which determines the layout of 008/18-34. The MARC 21 manual derives it from
 * the type of record (leader/06) and, for language material, the bibliographic level (leader/07).
 */
export type Material =
  | 'book'
  | 'continuing resource'
  | 'computer file'
  | 'map'
  | 'music'
  | 'visual material'
  | 'mixed material';

/** Returns the kind of material of a record; undefined for an unknown type of record. */
export function materialOf(leader: string): Material | undefined {
  switch (leader[6]) {
    case 'a':
      return 'bis'.includes(leader[7]) ? 'continuing resource' : 'book';
    case 't':
      return 'book';
    case 'c':
    case 'd':
    case 'i':
    case 'j':
      return 'music';
    case 'e':
    case 'f':
      return 'map';
    case 'g':
    case 'k':
    case 'o':
    case 'r':
      return 'visual material';
    case 'm':
      return 'computer file';
    case 'p':
      return 'mixed material';
    default:
      return undefined;
  }
}

/** Returns the form of item (008/23, or 008/29 for maps and visual materials), such as `o` for online. */
export function formOfItem({ leader, general }: FixedFields): string {
  const material = materialOf(leader);
  return general[material === 'map' || material === 'visual material' ? 29 : 23];
}

/** The two-digit years from 66 to 99 are 1966 to 1999, because MARC began in 1966. */
const FIRST_YEAR = 66;

/**
 * Returns the date on which the record was created (008/00-05), in ISO 8601. Returns no value if
 * 008/00-05 is not a valid date.
 */
export function dateEntered({ general }: FixedFields): string[] {
  const digits = /^(\d\d)(\d\d)(\d\d)/.exec(general);
  if (digits === null) return [];
  const [, year, month, day] = digits;
  const date = `${Number(year) < FIRST_YEAR ? '20' : '19'}${year}-${month}-${day}`;
  return Number.isNaN(parseDateOrInstant(date)) ? [] : [date];
}

const AUDIENCES: Readonly<Record<string, string>> = {
  a: 'Preschool',
  b: 'Primary',
  c: 'Pre-adolescent',
  d: 'Young Adult',
  e: 'Adult',
  f: 'Specialized',
  g: 'General',
  j: 'Juvenile',
};

/** The kinds of material for which 008/22 is the audience. */
const WITH_AUDIENCE = new Set(['book', 'computer file', 'music', 'visual material']);

/** Returns the audience in 008/22, if 008/22 is the audience for the kind of material of the record. */
export function codedAudience({ leader, general }: FixedFields): string[] {
  if (!WITH_AUDIENCE.has(materialOf(leader) ?? '')) return [];
  const audience = AUDIENCES[general[22]];
  return audience === undefined ? [] : [audience];
}

const LABELS: Readonly<Record<string, string>> = {
  0: en.labels.reading_grade_level,
  1: en.labels.interest_age_level,
  2: en.labels.interest_grade_level,
};

/** A note about the audience with more words is free text. */
const MAX_AUDIENCE_WORDS = 4;

/**
 * Returns the audience in a note of up to four words. A number or range gets a label according to the first
 * indicator.
 */
export function audienceNote(field: MarcDataField, codes: string): string[] {
  const text = withoutEndPunctuation(fieldText(field, codes));
  if (text === '' || isFreeText(text)) return [];
  const label = LABELS[field.indicator1];
  return [label !== undefined && /^[\d.,\s+-]+$/.test(text) ? `${label}: ${text}` : text];
}

/** Returns a note about the audience of more than four words. */
export function freeAudienceNote(field: MarcDataField, codes: string): string[] {
  const text = fieldText(field, codes);
  return isFreeText(withoutEndPunctuation(text)) ? [`${en.labels.audience}: ${text}`] : [];
}

function isFreeText(text: string): boolean {
  return text.split(' ').length > MAX_AUDIENCE_WORDS;
}

/** Whether a book with a literary form (008/33) is fiction. */
const FICTION: Readonly<Record<string, boolean>> = {
  0: false,
  1: true,
  c: true,
  d: true,
  e: false,
  f: true,
  i: false,
  j: true,
  s: false,
};

/**
 * Returns `true` for fiction and `false` for nonfiction, from 008/33 of books or 008/30-31 of nonmusical
 * recordings. Returns no value for other material, for forms that are neither, such as poetry, and for
 * unknown forms.
 */
export function codedFiction({ leader, general }: FixedFields): string[] {
  if (materialOf(leader) === 'book') {
    const isFiction = FICTION[general[33]];
    return isFiction === undefined ? [] : [String(isFiction)];
  }
  if (leader[6] !== 'i') return [];
  const forms = general.slice(30, 32).trim();
  if (/[fd]/.test(forms)) return ['true'];
  return /^[abceghijklmnorst]+$/.test(forms) ? ['false'] : [];
}

/** The codes for multiple languages, no language, an undetermined and an uncoded language. */
const NO_LANGUAGE = new Set(['mul', 'zxx', 'und', 'mis']);
const JOINED_CODES = /^(?:[a-z]{3}){2,}$/;

/**
 * Returns the code of the main language of a record: 008/35-37, or else the first code in 041 $a. Undefined if there is
 * none.
 */
export function languageCode({ general }: FixedFields, { fields }: MarcRecord): string | undefined {
  const coded = general.slice(35, 38).toLowerCase();
  if (nameOf(coded).length > 0) return coded;
  for (const field of fields) {
    if (field.tag === '041' && !('value' in field)) {
      return subfieldTexts(field, 'a')[0]?.toLowerCase().slice(0, 3);
    }
  }
  return undefined;
}

/** Returns the name of the language in 008/35-37; no value if the code is unknown or not of one language. */
export function codedLanguage({ general }: FixedFields): string[] {
  return nameOf(general.slice(35, 38));
}

/** Returns the names of the languages in a field. Older records have several codes in one subfield: `engfre`. */
export function languageNames(field: MarcDataField, codes: string): string[] {
  return subfieldTexts(field, codes).flatMap((text) => {
    const lower = text.toLowerCase();
    return (JOINED_CODES.test(lower) ? lower.match(/.../g)! : [lower]).flatMap(nameOf);
  });
}

/** Creates a function that returns the languages in a field as a note with a label: `Subtitles: French, English`. */
export function languagesCalled(label: Label): (field: MarcDataField, codes: string) => string[] {
  return (field, codes) => {
    const names = new Set(languageNames(field, codes));
    return names.size === 0 ? [] : [`${en.labels[label]}: ${[...names].join(', ')}`];
  };
}

function nameOf(code: string): string[] {
  const lower = code.trim().toLowerCase();
  if (!/^[a-z]{2,3}(?:-[a-z]+)?$/.test(lower) || NO_LANGUAGE.has(lower)) return [];
  const language = findLanguage(lower) ?? findLanguage(lower.replace(/-.*/, ''));
  return language === undefined ? [] : [language.names[0]];
}
