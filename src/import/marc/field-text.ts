import type { MarcDataField } from './marc-record.js';

/**
 * Returns the nonempty texts of the subfields with one of the codes, in the order of the field.
 *
 * @param codes subfield codes, such as `abn`
 */
export function subfieldTexts(field: MarcDataField, codes: string): string[] {
  const texts: string[] = [];
  for (const { code, value } of field.subfields) {
    if (!codes.includes(code)) continue;
    const text = normalizeSpaces(value);
    if (text !== '') texts.push(text);
  }
  return texts;
}

/** Returns the nonempty texts of the subfields with one of the codes, joined by spaces. */
export function fieldText(field: MarcDataField, codes: string): string {
  let all = '';
  for (const { code, value } of field.subfields) {
    if (!codes.includes(code)) continue;
    const text = normalizeSpaces(value);
    if (text !== '') all = all === '' ? text : `${all} ${text}`;
  }
  return all;
}

export function hasSubfield(field: MarcDataField, code: string): boolean {
  return field.subfields.some((subfield) => subfield.code === code);
}

/** Control characters that some systems write around an article that is ignored in sorting. */
const NONSORTING_MARKS = /[\u0088\u0089\u0098\u009c]/g;
const SPACE = 0x20;

/**
 * Removes {@link NONSORTING_MARKS}, replaces each run of white space and control characters with one
 * space, and trims the text.
 */
export function normalizeSpaces(text: string): string {
  if (isNormalized(text)) return text;
  return text
    .replace(NONSORTING_MARKS, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/**
 * Whether {@link normalizeSpaces} returns the text unchanged. A loop is used because a regular expression
 * is slower.
 */
function isNormalized(text: string): boolean {
  let last = SPACE;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (
      code === SPACE ? last === SPACE : code < SPACE || (code >= 0x7f && isControlOrSpace(code))
    ) {
      return false;
    }
    last = code;
  }
  return last !== SPACE || text === '';
}

/** Whether a code unit from U+007F on is a control character or white space. */
function isControlOrSpace(code: number): boolean {
  return code <= 0xa0 || (code >= 0x1680 && /\s/.test(String.fromCharCode(code)));
}
