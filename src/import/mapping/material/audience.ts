import { en } from '../../../texts/en.js';
import { fieldText } from '../../marc/field-text.js';
import type { MarcDataField } from '../../marc/marc-record.js';
import { withoutEndPunctuation } from '../punctuation.js';
import { type FixedFields, materialOf } from './fixed-fields.js';

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
