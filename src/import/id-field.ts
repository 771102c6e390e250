import { normalizeSpaces, subfieldTexts } from './marc/field-text.js';
import type { MarcRecord } from './marc/marc-record.js';

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
    } else if (code !== undefined) {
      const [id] = subfieldTexts(field, code);
      if (id !== undefined) return id;
    }
  }
  return undefined;
}
