/*
 * Reads fields that become texts for readers, such as `Credits: Lee Jones`: notes with and without a label, contents,
 * durations, and notes about the audience.
 */

import { en } from '../../texts/en.js';
import {
  fieldText,
  type MarcDataField,
  nonEmpty,
  subfieldTexts,
  withoutEndPunctuation,
} from '../marc/marc-record.js';
import { languageNames } from './coded-fields.js';

/** The id of a label that pages translate. */
export type Label = keyof typeof en.labels;

/** Returns a note: the subfields in `codes` as one text. */
export function note(field: MarcDataField, codes: string): string[] {
  return nonEmpty(fieldText(field, codes));
}

/**
 * Creates a function that returns a note with a label: `Credits: Lee Jones`. The label is not repeated if the text of the
 * record begins with it.
 */
export function noteCalled(id: Label): (field: MarcDataField, codes: string) => string[] {
  const label = en.labels[id];
  const ownLabel = new RegExp(`^${label}\\b[:\\s]*`, 'i');
  return (field, codes) =>
    note(field, codes).map((text) => `${label}: ${text.replace(ownLabel, '') || text}`);
}

/** Returns durations as a note: `004858` becomes `Playing time: 0:48:58`. */
export function playingTime(field: MarcDataField, codes: string): string[] {
  const times = subfieldTexts(field, codes).map((text) =>
    text.replace(/^(\d\d)(\d\d)(\d\d)$/, (_, hours, minutes, seconds) =>
      [Number(hours), minutes, seconds].join(':'),
    ),
  );
  return times.length === 0 ? [] : [`${en.labels.playing_time}: ${times.join(', ')}`];
}

/** Returns the entries of a table of contents, which are separated by `--`. */
export function contentsEntries(field: MarcDataField, codes: string): string[] {
  return fieldText(field, codes)
    .split(/\s*--\s*/)
    .map(withoutEndPunctuation)
    .filter(Boolean);
}

/** Creates a function that returns the languages in a field as a note with a label: `Subtitles: French, English`. */
export function languagesCalled(label: Label): (field: MarcDataField, codes: string) => string[] {
  return (field, codes) => {
    const names = new Set(languageNames(field, codes));
    return names.size === 0 ? [] : [`${en.labels[label]}: ${[...names].join(', ')}`];
  };
}

const LABELS: Readonly<Record<string, string>> = {
  0: en.labels.reading_grade_level,
  1: en.labels.interest_age_level,
  2: en.labels.interest_grade_level,
};

/** The maximum number of words of an audience. A longer note is free text. */
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
