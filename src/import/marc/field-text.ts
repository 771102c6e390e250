import type { MarcDataField } from './marc-record.js';

/** Returns the nonempty texts of the subfields with one of the codes, in the order of the field. */
export function subfieldTexts(field: MarcDataField, codes: string): string[] {
  const texts: string[] = [];
  for (const { code, value } of field.subfields) {
    if (!codes.includes(code)) continue;
    const text = normalizeSpaces(value);
    if (text !== '') texts.push(text);
  }
  return texts;
}

/** Returns the texts of the subfields with one of the codes, joined by spaces. */
export function fieldText(field: MarcDataField, codes: string): string {
  let all = '';
  for (const { code, value } of field.subfields) {
    if (!codes.includes(code)) continue;
    const text = normalizeSpaces(value);
    if (text !== '') all = all === '' ? text : `${all} ${text}`;
  }
  return all;
}

/** Whether a field has a subfield with a code. */
export function hasSubfield(field: MarcDataField, code: string): boolean {
  return field.subfields.some((subfield) => subfield.code === code);
}

/** Invisible control characters that some systems put around a nonsorting article. */
const NONSORTING_MARKS = /[\u0088\u0089\u0098\u009c]/g;
const SPACE = 0x20;

/** Replaces white space and control characters with single spaces, and trims the text. */
export function normalizeSpaces(text: string): string {
  if (isNormalized(text)) return text;
  return text
    .replace(NONSORTING_MARKS, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/** Whether a text is normalized, as nearly every text is. A regular expression is three times slower. */
function isNormalized(text: string): boolean {
  let last = SPACE;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === SPACE ? last === SPACE : code < SPACE || (code >= 0x7f && isOddSpace(code))) {
      return false;
    }
    last = code;
  }
  return last !== SPACE || text === '';
}

/** Whether a code unit is a control character or a space other than U+0020. */
function isOddSpace(code: number): boolean {
  return code <= 0xa0 || (code >= 0x1680 && /\s/.test(String.fromCharCode(code)));
}
