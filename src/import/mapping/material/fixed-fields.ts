import { parseDateOrInstant } from '../../../catalog/instant.js';
import type { MarcRecord } from '../../marc/marc-record.js';

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
