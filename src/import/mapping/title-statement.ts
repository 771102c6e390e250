import { normalizeUnicode } from '../../search/index.js';
import { fieldText, normalizeSpaces, subfieldTexts } from '../marc/field-text.js';
import type { MarcDataField } from '../marc/marc-record.js';
import { withoutEndPunctuation } from './punctuation.js';

/** The subfields of field 245 that are part of the title, without $b. */
const TITLE_PROPER = 'afgknps';
const PARALLEL = / = /;

/**
 * Returns the title proper of a title statement: the title before the first $b, including numbers and names
 * of parts.
 */
export function titleProper(field: MarcDataField): string[] {
  return nonEmpty(withoutEndPunctuation(partsOf(field).proper));
}

/** Returns the remainder of the title, from the first $b on, without parallel titles. */
export function otherTitle(field: MarcDataField): string[] {
  const { proper, other } = partsOf(field);
  const [first] = other.split(PARALLEL, 1);
  return endsInEquals(proper) ? [] : nonEmpty(withoutEndPunctuation(first));
}

/** Returns the parallel titles, which are the title in other languages. They follow equals signs. */
export function parallelTitles(field: MarcDataField): string[] {
  const { proper, other } = partsOf(field);
  const texts = other.split(PARALLEL);
  const parallel = endsInEquals(proper) ? texts : texts.slice(1);
  return parallel.flatMap((text) => nonEmpty(withoutEndPunctuation(text)));
}

/** Returns the title proper and the remainder of the title, joined by a colon. */
export function wholeTitle(field: MarcDataField): string[] {
  const { proper, other } = partsOf(field);
  return nonEmpty([proper, other].map(withoutEndPunctuation).filter(Boolean).join(' : '));
}

/** Returns the statement of responsibility ($c). */
export function responsibility(field: MarcDataField): string[] {
  return nonEmpty(withoutEndPunctuation(fieldText(field, 'c')));
}

/**
 * Returns the sort title: the title proper without the nonfiling characters, such as an initial article.
 * The second indicator is their number, including the space after an article. The indicator is ignored if the
 * last of these characters is a letter, mark or digit, or if they are the whole title.
 */
export function filingTitle(field: MarcDataField): string[] {
  return titleProper(field).map((title) => withoutNonfiling(title, Number(field.indicator2)));
}

/** Returns the text of the subfields in `codes`, without final punctuation. */
export function plainTitle(field: MarcDataField, codes: string): string[] {
  return nonEmpty(withoutEndPunctuation(subfieldTexts(field, codes).join(' ')));
}

function withoutNonfiling(title: string, count: number): string {
  if (!(count > 0)) return title;
  const composed = title.slice(0, count);
  // Older records count a letter and its accent as two characters.
  const decomposed = normalizeUnicode(normalizeUnicode(title, 'NFD').slice(0, count), 'NFC');
  for (const nonfiling of [composed, decomposed]) {
    const rest = title.slice(nonfiling.length);
    if (title.startsWith(nonfiling) && ENDS_BETWEEN_WORDS.test(nonfiling) && rest !== '')
      return rest;
  }
  return title;
}

const ENDS_BETWEEN_WORDS = /[^\p{L}\p{M}\p{N}]$/u;

function endsInEquals(text: string): boolean {
  return text.endsWith('=');
}

/** The title in a title statement: the text before the first $b, and the text from the first $b on. */
interface TitleParts {
  readonly proper: string;
  readonly other: string;
}

function partsOf({ subfields }: MarcDataField): TitleParts {
  const texts = { proper: '', other: '' };
  let part: keyof TitleParts = 'proper';
  for (const { code, value } of subfields) {
    if (code === 'b') part = 'other';
    else if (!TITLE_PROPER.includes(code)) {
      // The equals sign before a parallel title stands behind the medium.
      if (code === 'h' && endsInEquals(value.trimEnd())) texts[part] += ' =';
      continue;
    }
    const text = normalizeSpaces(value);
    if (text !== '') texts[part] = texts[part] === '' ? text : `${texts[part]} ${text}`;
  }
  return texts;
}

function nonEmpty(text: string): string[] {
  return text === '' ? [] : [text];
}
