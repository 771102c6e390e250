/*
 * Orders of texts that do not depend on a locale: catalog order and code point order.
 */

import { normalizeUnicode } from './normalize-unicode.js';

const MARK = /\p{M}/u;
const NEEDS_DECOMPOSING = /[^\t\n\r -~]/;

/** Letters that Unicode does not decompose, and the letters that catalogs file them under. */
const BASE_LETTERS: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ß: 'ss',
  þ: 'th',
};

/**
 * Ends a level of a key. A key has four levels: the base letters, the accents, the cases and the text
 * itself. The separator is the lowest character, so that a shorter level sorts first.
 */
const END_OF_LEVEL = '\u0000';
/**
 * In the level of accents: a base letter, before its accents. In the level of cases: a character that is not an
 * upper-case letter.
 */
const PLAIN = '\u0001';
/** In the level of cases: an upper-case letter. */
const UPPER_CASE = '\u0002';

/**
 * Returns a key that sorts `text` in catalog order when keys are compared with `<`. Catalog order
 * compares base letters first, then accents, then case (lower case before upper case), then code
 * points. Different texts have different keys. Keys do not depend on a locale.
 *
 * @example ['Zoë', 'zoe', 'Apt'].sort((a, b) => (collationKey(a) < collationKey(b) ? -1 : 1))
 * // ['Apt', 'zoe', 'Zoë']
 */
export function collationKey(text: string): string {
  if (!NEEDS_DECOMPOSING.test(text)) {
    return `${text.toLowerCase()}${END_OF_LEVEL}${END_OF_LEVEL}${casesOfAscii(text)}${END_OF_LEVEL}${text}`;
  }
  let letters = '';
  let accents = '';
  let cases = '';
  for (const character of normalizeUnicode(text, 'NFKD').replaceAll(END_OF_LEVEL, '')) {
    if (MARK.test(character)) {
      accents += character;
      continue;
    }
    // Separates the lower-case letter from any marks in its decomposition.
    const [lower, ...marks] = normalizeUnicode(character.toLowerCase(), 'NFKD');
    const base = BASE_LETTERS[lower] ?? lower;
    letters += base;
    const isUpper = lower !== character;
    for (let i = 0; i < base.length; i++) {
      accents += PLAIN;
      cases += isUpper ? UPPER_CASE : PLAIN;
    }
    accents += marks.join('');
  }
  return [letters, trimPlain(accents), trimPlain(cases), text].map(codePointKey).join(END_OF_LEVEL);
}

/**
 * Returns the base letters of a text, which {@link collationKey} compares first. To find the texts
 * that begin with a prefix, regardless of accents and case, compare the base letters of the texts
 * with the base letters of the prefix.
 *
 * @example collationLetters('Žižek') // 'zizek'
 */
export function collationLetters(text: string): string {
  if (!NEEDS_DECOMPOSING.test(text)) return text.toLowerCase();
  return collationKey(text).split(END_OF_LEVEL, 1)[0];
}

/** Returns the level of the cases of ASCII characters. */
function casesOfAscii(text: string): string {
  let cases = '';
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    const isUpper = unit >= 0x41 && unit <= 0x5a;
    if (isUpper) cases += PLAIN.repeat(i - cases.length) + UPPER_CASE;
  }
  return cases;
}

function trimPlain(level: string): string {
  let end = level.length;
  while (end > 0 && level[end - 1] === PLAIN) end--;
  return level.slice(0, end);
}

/**
 * Returns a key that sorts `text` by code point when keys are compared with `<`. Moves surrogates, which encode the
 * highest code points, above the units U+E000 to U+FFFF.
 */
export function codePointKey(text: string): string {
  if (!/[\ud800-\uffff]/.test(text)) return text;
  return text.replace(/[\ud800-\uffff]/g, (unit) => {
    const value = unit.charCodeAt(0);
    return String.fromCharCode(value >= 0xe000 ? value - 0x800 : value + 0x2000);
  });
}

/**
 * Compares two strings by code point, for `Array.prototype.sort`. `StringTable.indexOf` requires this order.
 */
export function compareCodePoints(a: string, b: string): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) {
    const left = a.charCodeAt(i);
    const right = b.charCodeAt(i);
    if (left === right) continue;
    if (left < 0xd800 || right < 0xd800) return left - right;
    return rankHighUnit(left) - rankHighUnit(right);
  }
  return a.length - b.length;
}

/**
 * Maps a code unit of at least 0xD800 to a number for comparison. Surrogates (0xD800 to 0xDFFF) get
 * higher numbers than the units from 0xE000 on, because surrogates encode the highest code points.
 */
function rankHighUnit(unit: number): number {
  return unit >= 0xe000 ? unit - 0x2000 : unit + 0x2000;
}
