import type { MarcRecord } from '../marc/marc-record.js';

/** The leader and the fields 006, 007 and 008: facts at fixed positions, each a code of few letters. */
export interface CodedFields {
  /** The 24 characters of the leader. */
  readonly leader: string;
  /** Each field 006: what else the record describes, laid out like positions 18 to 34 of 008. */
  readonly additional: readonly string[];
  /** Each field 007: the physical carrier. */
  readonly carriers: readonly string[];
  /** The field 008, filled up with spaces; all spaces where there is none. */
  readonly general: string;
}

const GENERAL_LENGTH = 40;

/** The coded fields of a record. */
export function codedFieldsOf({ leader, fields }: MarcRecord): CodedFields {
  const additional: string[] = [];
  const carriers: string[] = [];
  let general = '';
  for (const field of fields) {
    if (!('value' in field)) continue;
    if (field.tag === '006') additional.push(field.value);
    else if (field.tag === '007') carriers.push(field.value);
    else if (field.tag === '008' && general === '') general = field.value;
  }
  return { leader, additional, carriers, general: general.padEnd(GENERAL_LENGTH) };
}

/**
 * The kind of material that decides how 008/18-34 is laid out, as the MARC manual groups the types
 * of leader/06 and, of language material, the bibliographic levels of leader/07.
 */
export type Material =
  | 'book'
  | 'continuing resource'
  | 'computer file'
  | 'map'
  | 'music'
  | 'visual material'
  | 'mixed material';

/** The kind of material of a record; nothing for a type that MARC 21 does not have. */
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

/** The form of item (008/23, of maps and visual materials 008/29), such as `o` for online. */
export function formOfItem({ leader, general }: CodedFields): string {
  const material = materialOf(leader);
  return general[material === 'map' || material === 'visual material' ? 29 : 23];
}
