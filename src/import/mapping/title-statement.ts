import { normalized } from '../../search/analysis/normalized.js';
import type { MarcDataField } from '../marc/marc-record.js';
import { fieldText, subfieldTexts, tidied } from './field-text.js';
import { withoutEndPunctuation } from './punctuation.js';

/** The subfields of 245 that name the work or a part of it. */
const TITLE_PROPER = 'afgknps';
const PARALLEL = / = /;

/**
 * The title proper of a title statement: what stands before the remainder of the title ($b), with
 * the numbers and names of parts, and another title of the same author (after a semicolon) left to
 * the sub-title.
 */
export function titleProper(field: MarcDataField): string[] {
  return present(withoutEndPunctuation(divided(field).proper));
}

/** The remainder of a title statement from $b on, without parallel titles in other languages. */
export function otherTitle(field: MarcDataField): string[] {
  const { proper, other } = divided(field);
  const [first] = other.split(PARALLEL, 1);
  return endsInEquals(proper) ? [] : present(withoutEndPunctuation(first));
}

/** The same title in other languages, which stands behind equals signs. */
export function parallelTitles(field: MarcDataField): string[] {
  const { proper, other } = divided(field);
  const texts = other.split(PARALLEL);
  const parallel = endsInEquals(proper) ? texts : texts.slice(1);
  return parallel.flatMap((text) => present(withoutEndPunctuation(text)));
}

/** A whole title statement in one text: title and remainder, divided by a colon. */
export function wholeTitle(field: MarcDataField): string[] {
  const { proper, other } = divided(field);
  return present([proper, other].map(withoutEndPunctuation).filter(Boolean).join(' : '));
}

/** Who is responsible for the work, as its title page says. */
export function responsibility(field: MarcDataField): string[] {
  return present(withoutEndPunctuation(fieldText(field, 'c')));
}

/**
 * What a title is filed under: the title proper from behind the nonfiling characters on that the
 * second indicator counts. A count that does not end between two words is no count, and then the
 * title is filed as it stands.
 */
export function filingTitle(field: MarcDataField): string[] {
  return titleProper(field).map((title) => filedFrom(title, Number(field.indicator2)));
}

/** A uniform title or other title that is not a statement: all of it, less its end. */
export function plainTitle(field: MarcDataField, codes: string): string[] {
  return present(withoutEndPunctuation(subfieldTexts(field, codes).join(' ')));
}

function filedFrom(title: string, count: number): string {
  if (!(count > 0)) return title;
  const composed = title.slice(0, count);
  // Older records count a letter and its accent as two.
  const decomposed = normalized(normalized(title, 'NFD').slice(0, count), 'NFC');
  for (const nonfiling of [composed, decomposed]) {
    const rest = title.slice(nonfiling.length);
    if (title.startsWith(nonfiling) && BETWEEN_WORDS.test(nonfiling) && rest !== '') return rest;
  }
  return title;
}

const BETWEEN_WORDS = /[^\p{L}\p{M}\p{N}]$/u;

function endsInEquals(text: string): boolean {
  return text.endsWith('=');
}

/** The texts of a title statement before its first $b and from there on. */
interface Divided {
  readonly proper: string;
  readonly other: string;
}

function divided({ subfields }: MarcDataField): Divided {
  const texts = { proper: '', other: '' };
  let part: keyof Divided = 'proper';
  for (const { code, value } of subfields) {
    if (code === 'b') part = 'other';
    else if (!TITLE_PROPER.includes(code)) continue;
    const text = tidied(value);
    if (text !== '') texts[part] = texts[part] === '' ? text : `${texts[part]} ${text}`;
  }
  return texts;
}

function present(text: string): string[] {
  return text === '' ? [] : [text];
}
