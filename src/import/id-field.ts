import { subfieldTexts, tidied } from './mapping/field-text.js';
import type { MarcRecord } from './marc/marc-record.js';

/** The field that titles have their ids from: a control field, or a subfield of another. */
export interface IdField {
  readonly tag: string;
  /** The code of the subfield; nothing for a control field. */
  readonly code?: string;
}

/** The control number, which is the id where nothing else was asked for. */
export const CONTROL_NUMBER: IdField = { tag: '001' };

/** The control number of the bibliographic record that a holdings record belongs to. */
export const BELONGS_TO: IdField = { tag: '004' };

/**
 * Reads the name of a field as it is written on the command line: `001`, `035a`, `907$a`.
 *
 * @returns nothing for what names no field
 */
export function idFieldCalled(text: string): IdField | undefined {
  const [, tag, code] = /^(\d{3})\$?([0-9a-z])?$/.exec(text) ?? [];
  if (tag === undefined || tag.startsWith('00') !== (code === undefined)) return undefined;
  return code === undefined ? { tag } : { tag, code };
}

/** The id that a record has in that field, where it has one. */
export function idOf({ fields }: MarcRecord, { tag, code }: IdField): string | undefined {
  for (const field of fields) {
    if (field.tag !== tag) continue;
    if ('value' in field) {
      const id = tidied(field.value);
      if (id !== '') return id;
    } else if (code !== undefined) {
      const [id] = subfieldTexts(field, code);
      if (id !== undefined) return id;
    }
  }
  return undefined;
}
