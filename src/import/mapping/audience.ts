import { fieldText } from '../marc/field-text.js';
import type { MarcDataField } from '../marc/marc-record.js';
import { type FixedFields, materialOf } from './fixed-fields.js';
import { withoutEndPunctuation } from './punctuation.js';

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
  0: 'Reading grade level',
  1: 'Interest age level',
  2: 'Interest grade level',
};

/** Returns the audience in a note. A number or range gets a label according to the first indicator. */
export function audienceNote(field: MarcDataField, codes: string): string[] {
  const text = withoutEndPunctuation(fieldText(field, codes));
  if (text === '') return [];
  const label = LABELS[field.indicator1];
  return [label !== undefined && /^[\d.,\s+-]+$/.test(text) ? `${label}: ${text}` : text];
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
