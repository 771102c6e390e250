import type { MarcDataField } from '../marc/marc-record.js';
import { type CodedFields, materialOf } from './coded-fields.js';
import { fieldText } from './field-text.js';
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

const WITH_AUDIENCE = new Set(['book', 'computer file', 'music', 'visual material']);

/** The audience that 008/22 codes, in materials that have it there. */
export function codedAudience({ leader, general }: CodedFields): string[] {
  if (!WITH_AUDIENCE.has(materialOf(leader) ?? '')) return [];
  const audience = AUDIENCES[general[22]];
  return audience === undefined ? [] : [audience];
}

const LABELS: Readonly<Record<string, string>> = {
  0: 'Reading grade level',
  1: 'Interest age level',
  2: 'Interest grade level',
};

/** An audience in words; a number alone gets the words for what it counts. */
export function audienceNote(field: MarcDataField, codes: string): string[] {
  const text = withoutEndPunctuation(fieldText(field, codes));
  if (text === '') return [];
  const label = LABELS[field.indicator1];
  return [label !== undefined && /^[\d.,\s+-]+$/.test(text) ? `${label}: ${text}` : text];
}

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
 * Whether it is fiction, as 008/33 codes it for books and 008/30-31 for recorded readings. Nothing of
 * what can be either: humour, poetry, mixed forms.
 */
export function codedFiction({ leader, general }: CodedFields): string[] {
  if (materialOf(leader) === 'book') {
    const isFiction = FICTION[general[33]];
    return isFiction === undefined ? [] : [String(isFiction)];
  }
  if (leader[6] !== 'i') return [];
  const forms = general.slice(30, 32).trim();
  if (/[fd]/.test(forms)) return ['true'];
  return /^[abceghijklmnorst]+$/.test(forms) ? ['false'] : [];
}
