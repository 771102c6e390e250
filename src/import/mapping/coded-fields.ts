/*
 * Reads values from codes: from fixed positions of the leader and of the fields 006 to 008, and from the codes of
 * languages in 041. For example, `j` at 008/22 of a book means that it is for children. `format.ts` derives the format
 * from the codes, and `publication.ts` the date of publication.
 */

import { parseDateOrInstant } from '../../base/instant.js';
import { findLanguage } from '../../catalog/names/languages.js';
import {
  firstText,
  type MarcDataField,
  type MarcRecord,
  subfieldTexts,
} from '../marc/marc-record.js';

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

/** The length of field 008. */
export const GENERAL_CHARS = 40;

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

/** The types of record (leader/06) of each kind of material, without continuing resources. */
const TYPES = {
  book: 'at',
  'computer file': 'm',
  map: 'ef',
  music: 'cdij',
  'visual material': 'gkor',
  'mixed material': 'p',
} as const;

/**
 * The kind of material, which determines the layout of 008/18-34. The MARC 21 manual derives it from
 * the type of record (leader/06) and, for language material, the bibliographic level (leader/07).
 */
type Material = keyof typeof TYPES | 'continuing resource';

const MATERIALS = new Map(
  Object.entries(TYPES).flatMap(([material, types]) =>
    [...types].map((type) => [type, material as Material] as const),
  ),
);

/** Returns the kind of material of a record; undefined for an unknown type of record. */
export function materialOf(leader: string): Material | undefined {
  const isContinuing = leader[6] === 'a' && 'bis'.includes(leader[7]);
  return isContinuing ? 'continuing resource' : MATERIALS.get(leader[6]);
}

/** Returns the form of item (008/23, or 008/29 for maps and visual materials), such as `o` for online. */
export function formOfItem({ leader, general }: FixedFields): string {
  return general[formOfItemPosition(leader)];
}

/** Returns the position of the form of item in 008. */
export function formOfItemPosition(leader: string): number {
  const material = materialOf(leader);
  return material === 'map' || material === 'visual material' ? 29 : 23;
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

/** The literary forms (008/33) of books that are fiction, and of books that are not. */
const FICTION = '1cdfj';
const NONFICTION = '0eis';

/**
 * Returns `true` for fiction and `false` for nonfiction, from 008/33 of books or 008/30-31 of nonmusical
 * recordings. Returns no value for other material, for forms that are neither, such as poetry, and for
 * unknown forms.
 */
export function codedFiction({ leader, general }: FixedFields): string[] {
  if (materialOf(leader) === 'book') {
    const form = general[33];
    if (FICTION.includes(form)) return ['true'];
    return NONFICTION.includes(form) ? ['false'] : [];
  }
  if (leader[6] !== 'i') return [];
  const forms = general.slice(30, 32).trim();
  if (/[fd]/.test(forms)) return ['true'];
  return /^[abceghijklmnorst]+$/.test(forms) ? ['false'] : [];
}

/** The codes for multiple languages, no language, an undetermined and an uncoded language. */
const NO_LANGUAGE = new Set(['mul', 'zxx', 'und', 'mis']);
const JOINED_CODES = /^[a-z]{3}(?:-?[a-z]{3})+$/;

/**
 * Returns the code of the main language of a record: 008/35-37, or else the first code in 041 $a. Undefined if there is
 * none.
 */
export function languageCode({ general }: FixedFields, { fields }: MarcRecord): string | undefined {
  const coded = general.slice(35, 38).toLowerCase();
  if (nameOf(coded).length > 0) return coded;
  for (const field of fields) {
    if (field.tag === '041' && !('value' in field)) {
      return firstText(field, 'a')?.toLowerCase().slice(0, 3);
    }
  }
  return undefined;
}

/** Returns the name of the language in 008/35-37; no value if the code is unknown or not of one language. */
export function codedLanguage({ general }: FixedFields): string[] {
  return nameOf(general.slice(35, 38));
}

/** Returns the names of the languages in a field. Some records have several codes in one subfield: `engfre`, `eng fre`. */
export function languageNames(field: MarcDataField, codes: string): string[] {
  return subfieldTexts(field, codes).flatMap((text) => {
    const codesOfText = text.toLowerCase().split(/[^a-z-]+/);
    return codesOfText
      .flatMap((code) => (JOINED_CODES.test(code) ? code.match(/[a-z]{3}/g)! : code))
      .flatMap(nameOf);
  });
}

function nameOf(code: string): string[] {
  const lower = code.trim().toLowerCase();
  if (!/^[a-z]{2,3}(?:-[a-z]+)?$/.test(lower) || NO_LANGUAGE.has(lower)) return [];
  const language = findLanguage(lower) ?? findLanguage(lower.replace(/-.*/, ''));
  return language === undefined ? [] : [language.names[0]];
}
