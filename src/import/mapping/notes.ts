import { en } from '../../texts/en.js';
import type { MarcDataField } from '../marc/marc-record.js';
import { fieldText, subfieldTexts, withoutEndPunctuation } from '../marc/marc-record.js';
import type { RelatedWork } from './related-titles.js';

/** The id of a label that pages translate. */
export type Label = keyof typeof en.labels;

/** Returns a note: the subfields in `codes` as one text. */
export function note(field: MarcDataField, codes: string): string[] {
  const text = fieldText(field, codes);
  return text === '' ? [] : [text];
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

/** Matches the words before the names in a note about performers. */
const INTRODUCTION =
  /^(?:(?:narrated|read|performed|told|sung)\s+by|narrators?|readers?|performers?|cast|starring|featuring|voices?(?:\s+of)?)\s*[:;]?\s+/i;
/** Matches the beginning of a note about the witnesses of a hearing. */
const WITNESSES = /^(?:hearing\s+)?witness(?:es)?\b/i;
/** Matches the suffix of a name, such as `Jr.` */
const SUFFIX = /^(?:jr|sr|[ivx]+|ph\.?d|m\.?d)\b\.?/i;

/**
 * Returns the performers in a note. Commas separate the names of a cast (first indicator 1) without
 * semicolons, parentheses and colons. In any other note, semicolons separate the performers, so
 * `Jim Foschia, clarinet ; Jan Karlin, viola` are two performers. The witnesses of a hearing are not performers.
 */
export function performersOf(field: MarcDataField, codes: string): string[] {
  const whole = fieldText(field, codes);
  if (WITNESSES.test(whole)) return [];
  const text = whole.replace(INTRODUCTION, '');
  const isPlainList = field.indicator1 === '1' && !/[;():]/.test(text);
  const names = isPlainList ? listed(text) : text.split(/\s*;\s*/);
  return names.map(withoutEndPunctuation).filter(Boolean);
}

/** Returns a note about the witnesses of a hearing. */
export function witnessNote(field: MarcDataField, codes: string): string[] {
  return note(field, codes).filter((text) => WITNESSES.test(text));
}

/** Splits a list of names at commas. A suffix such as `Jr.` stays with its name. */
function listed(text: string): string[] {
  const names: string[] = [];
  for (const part of text.split(/,\s+(?:and\s+)?/)) {
    if (SUFFIX.test(part) && names.length > 0) names.push(`${names.pop()}, ${part}`);
    else names.push(part);
  }
  return names;
}

/** The relation to the other title, by the tag of a linking entry. */
const RELATIONS: Readonly<Record<string, Label>> = {
  760: 'main_series',
  762: 'has_subseries',
  765: 'translation_of',
  767: 'translated_as',
  770: 'has_supplement',
  772: 'supplement_to',
  773: 'in',
  774: 'contains',
  775: 'other_edition',
  776: 'other_form',
  777: 'issued_with',
  780: 'continues',
  785: 'continued_by',
  786: 'data_source',
  787: 'related_title',
};

/**
 * Returns a linking entry as a note: the relation, a colon, and the subfields in `codes`. The relation is
 * the text of $i, or the meaning of the tag if there is no $i.
 */
export function relatedTitle(field: MarcDataField, codes: string): string[] {
  return linkedTitle(field, codes).map(({ relation, title }) => `${relation}: ${title}`);
}

/** Returns the title in a linking entry, with its relation and the control numbers in $w. */
export function linkedTitle(field: MarcDataField, codes: string): RelatedWork[] {
  const title = subfieldTexts(field, codes.replace('w', ''))
    .map(withoutEndPunctuation)
    .filter(Boolean)
    .join('. ');
  if (title === '') return [];
  const [words] = subfieldTexts(field, 'i').map(withoutEndPunctuation);
  const numbers = codes.includes('w') ? subfieldTexts(field, 'w') : [];
  return [{ relation: words || en.labels[RELATIONS[field.tag]], title, numbers }];
}
