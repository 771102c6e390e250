import { fieldText, subfieldTexts } from '../marc/field-text.js';
import type { MarcDataField } from '../marc/marc-record.js';
import { withoutEndPunctuation } from './punctuation.js';

/** Returns a note: the subfields in `codes` as one text. */
export function note(field: MarcDataField, codes: string): string[] {
  const text = fieldText(field, codes);
  return text === '' ? [] : [text];
}

/** Creates a function that returns a note with a label: `ISSN: 0000-0000`. */
export function noteCalled(label: string): (field: MarcDataField, codes: string) => string[] {
  return (field, codes) => note(field, codes).map((text) => `${label}: ${text}`);
}

/** Returns durations as a note: `004858` becomes `Playing time: 0:48:58`. */
export function playingTime(field: MarcDataField, codes: string): string[] {
  const times = subfieldTexts(field, codes).map((text) =>
    text.replace(/^(\d\d)(\d\d)(\d\d)$/, (_, hours, minutes, seconds) =>
      [Number(hours), minutes, seconds].join(':'),
    ),
  );
  return times.length === 0 ? [] : [`Playing time: ${times.join(', ')}`];
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
/** Matches the suffix of a name, such as `Jr.` */
const SUFFIX = /^(?:jr|sr|[ivx]+|ph\.?d|m\.?d)\b\.?/i;

/**
 * Returns the performers in a note. Commas separate the names of a cast (first indicator 1) without
 * semicolons, parentheses and colons. In any other note, semicolons separate the performers, so
 * `Jim Foschia, clarinet ; Jan Karlin, viola` are two performers.
 */
export function performersOf(field: MarcDataField, codes: string): string[] {
  const text = fieldText(field, codes).replace(INTRODUCTION, '');
  const isPlainList = field.indicator1 === '1' && !/[;():]/.test(text);
  const names = isPlainList ? listed(text) : text.split(/\s*;\s*/);
  return names.map(withoutEndPunctuation).filter(Boolean);
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

/**
 * Returns each URL in $u with the description in the other subfields: `PDF version: https://...`. Default
 * description: `Online`.
 */
export function address(field: MarcDataField, codes: string): string[] {
  const description = subfieldTexts(field, codes.replace('u', ''))
    .map(withoutEndPunctuation)
    .join(', ');
  return subfieldTexts(field, 'u').map((url) => `${description || 'Online'}: ${url}`);
}

/** The relation to the other title, by the tag of a linking entry. */
const RELATIONS: Readonly<Record<string, string>> = {
  760: 'Main series',
  762: 'Has subseries',
  765: 'Translation of',
  767: 'Translated as',
  770: 'Has supplement',
  772: 'Supplement to',
  773: 'In',
  774: 'Contains',
  775: 'Other edition',
  776: 'Other form',
  777: 'Issued with',
  780: 'Continues',
  785: 'Continued by',
  786: 'Data source',
  787: 'Related title',
};

/**
 * Returns a linking entry as a note: the relation, a colon, and the subfields in `codes`. The relation is
 * the text of $i, or the meaning of the tag if there is no $i.
 */
export function relatedTitle(field: MarcDataField, codes: string): string[] {
  const text = subfieldTexts(field, codes).map(withoutEndPunctuation).join('. ');
  if (text === '') return [];
  const [relation = RELATIONS[field.tag]] = subfieldTexts(field, 'i').map(withoutEndPunctuation);
  return [`${relation}: ${text}`];
}
