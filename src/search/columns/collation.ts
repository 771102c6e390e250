import { normalized } from '../analysis/normalized.js';

const MARK = /\p{M}/u;
const NEEDS_DECOMPOSING = /[^\t\n\r -~]/;
const ASCII_UPPER_CASE = /[A-Z]/;

/** Letters that Unicode does not decompose and catalogs file under others. */
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

/** Below every character of the levels, so that a beginning comes before what goes on. */
const END_OF_LEVEL = '\u0000';
/** What stands for a character without accents, and for one that is not upper case. */
const PLAIN = '\u0001';
const UPPER_CASE = '\u0002';

/**
 * A key to sort `text` by: comparing two keys with `<` puts their texts in a catalog's order. Base
 * letters decide first, then accents, then case (lower before upper), then code points, so that
 * only the same text has the same key. Nothing of it depends on a locale.
 *
 * @example ['Zoë', 'zoe', 'Apt'].sort((a, b) => (collationKey(a) < collationKey(b) ? -1 : 1))
 * // ['Apt', 'zoe', 'Zoë']
 */
export function collationKey(text: string): string {
  if (!NEEDS_DECOMPOSING.test(text)) {
    const cases = ASCII_UPPER_CASE.test(text)
      ? trimPlain(text.replace(/[^A-Z]/g, PLAIN).replace(/[A-Z]/g, UPPER_CASE))
      : '';
    return `${text.toLowerCase()}${END_OF_LEVEL}${END_OF_LEVEL}${cases}${END_OF_LEVEL}${text}`;
  }
  let letters = '';
  let accents = '';
  let cases = '';
  for (const character of normalized(text, 'NFKD').replaceAll(END_OF_LEVEL, '')) {
    if (MARK.test(character)) {
      accents += character;
      continue;
    }
    // Lower case may come with a mark of its own, as that of U+0130 does.
    const [lower, ...marks] = normalized(character.toLowerCase(), 'NFKD');
    const base = BASE_LETTERS[lower] ?? lower;
    letters += base;
    const isUpper = lower !== character;
    for (let i = 0; i < base.length; i++) {
      accents += PLAIN;
      cases += isUpper ? UPPER_CASE : PLAIN;
    }
    accents += marks.join('');
  }
  return [letters, trimPlain(accents), trimPlain(cases), text].map(byCodePoint).join(END_OF_LEVEL);
}

/**
 * The base letters of a text, which decide first in {@link collationKey}: a text begins with another
 * in a catalog's order, whatever their accents and cases, when its letters begin with the other's.
 *
 * @example collationLetters('Žižek') // 'zizek'
 */
export function collationLetters(text: string): string {
  if (!NEEDS_DECOMPOSING.test(text)) return text.toLowerCase();
  return collationKey(text).split(END_OF_LEVEL, 1)[0];
}

function trimPlain(level: string): string {
  let end = level.length;
  while (end > 0 && level[end - 1] === PLAIN) end--;
  return level.slice(0, end);
}

/**
 * Moves code units so that comparing them compares code points: surrogates, which are halves of the
 * highest characters, trade places with U+E000 to U+FFFF.
 */
function byCodePoint(text: string): string {
  if (!/[\ud800-\uffff]/.test(text)) return text;
  return text.replace(/[\ud800-\uffff]/g, (unit) => {
    const code = unit.charCodeAt(0);
    return String.fromCharCode(code >= 0xe000 ? code - 0x800 : code + 0x2000);
  });
}
