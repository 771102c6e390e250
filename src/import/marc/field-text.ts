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
const LEFT_TO_RIGHT_MARK = 0x200e;
const RIGHT_TO_LEFT_MARK = 0x200f;

/**
 * Removes {@link NONSORTING_MARKS}, replaces each run of white space and control characters with one
 * space, and removes white space and direction marks from both ends of the text.
 */
export function normalizeSpaces(text: string): string {
  if (isNormalized(text)) return text;
  const normalized = text.replace(NONSORTING_MARKS, '').replace(/[\s\p{Cc}]+/gu, ' ');
  let start = 0;
  let end = normalized.length;
  while (start < end && isSpaceOrDirectionMark(normalized.charCodeAt(start))) start++;
  while (end > start && isSpaceOrDirectionMark(normalized.charCodeAt(end - 1))) end--;
  return normalized.slice(start, end);
}

/**
 * Whether a code unit is a space, or one of the invisible marks that Hebrew and Arabic fields begin and end with. A mark
 * after punctuation would hide the punctuation from {@link withoutEndPunctuation}.
 */
function isSpaceOrDirectionMark(code: number): boolean {
  return code === SPACE || code === LEFT_TO_RIGHT_MARK || code === RIGHT_TO_LEFT_MARK;
}

/**
 * Whether {@link normalizeSpaces} returns the text unchanged. A loop is used because a regular expression
 * is slower.
 */
function isNormalized(text: string): boolean {
  if (isSpaceOrDirectionMark(text.charCodeAt(0))) return false;
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
  return text === '' || !isSpaceOrDirectionMark(last);
}

/** Whether a code unit from U+007F on is a control character or white space. */
function isControlOrSpace(code: number): boolean {
  return code <= 0xa0 || (code >= 0x1680 && /\s/.test(String.fromCharCode(code)));
}
