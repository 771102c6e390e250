import { normalized } from './normalized.js';

const NOT_ASCII = /[^\0-\x7f]/;

/** What stands for an apostrophe between letters, among it the right quotation mark. */
const APOSTROPHES = /[\u0060\u00b4\u2018\u2019\u201b\u2032\u02bc\u05f3\uff07]/g;
const HYPHENS = /[\u2010\u2011\u05be\ufe63\uff0d]/g;

/**
 * Signs of transliterations (ayn, hamza, the soft sign), invisible characters (soft hyphen, joiners,
 * marks of direction), tatweel and gershayim.
 */
const IGNORED = /[\u02b9-\u02bb\u02bd-\u02df\u0640\u05f4\p{Cf}]/gu;

/**
 * Marks that readers leave out: accents of Latin, Greek and Cyrillic, points of Hebrew, harakat of
 * Arabic. The vowel signs of Indic scripts and the voicing marks of kana make other letters and stay.
 */
const MARKS =
  /(?![\u0900-\u1aaf\u1b00-\u1cff\u3099\u309a\ua800-\uabff\u{11000}-\u{11fff}])\p{Mn}/gu;

/** Letters that Unicode does not decompose, lower case, and what catalogs take them for. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ æ: 'ae', œ: 'oe', ø: 'o', ß: 'ss', đ: 'd', ð: 'd', ł: 'l', þ: 'th', ı: 'i', ħ: 'h' },
  ...{ ŋ: 'n', ŧ: 't', ĸ: 'k', ƒ: 'f', ɓ: 'b', ɗ: 'd', ƙ: 'k', ƴ: 'y', ə: 'e', ɛ: 'e', ɔ: 'o' },
  ...{ ς: 'σ', ґ: 'г', ѣ: 'е', ѳ: 'ф', ѵ: 'и' },
  ...{ ך: 'כ', ם: 'מ', ן: 'נ', ף: 'פ', ץ: 'צ', װ: 'וו', ױ: 'וי', ײ: 'יי' },
  ...{ ٱ: 'ا', ى: 'ي', ی: 'ي', ة: 'ه', ہ: 'ه', ھ: 'ه', ە: 'ه', ک: 'ك' },
};
const FOLDED_LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');

/** The zeros of scripts with digits of their own; one to nine follow each. */
const ZEROS = '٠۰०০੦૦୦௦౦೦൦๐໐༠၀';
const OTHER_DIGIT = /(?![0-9])\p{Nd}/gu;

/**
 * A text in the one form in which what was typed and what was cataloged meet: compatibility forms
 * and full or half width made plain, lower case, no accents, vowel points or tatweel, letters such
 * as `ø` and `ß` as their base letters, digits as 0 to 9. Apostrophes become `'`, hyphens `-`, and
 * `&` the word `and`; other punctuation stays.
 *
 * @example fold('Žižek & Søn') // 'zizek  and  son'
 */
export function fold(text: string): string {
  const plain = NOT_ASCII.test(text) ? foldLetters(text) : text.toLowerCase().replace(/`/g, "'");
  return plain.includes('&') ? plain.replaceAll('&', ' and ') : plain;
}

function foldLetters(text: string): string {
  const plain = text.replace(APOSTROPHES, "'").replace(HYPHENS, '-');
  const decomposed = normalized(normalized(plain, 'NFKD').toLowerCase(), 'NFKD')
    .replace(IGNORED, '')
    .replace(MARKS, '')
    .replace(FOLDED_LETTER, (letter) => LETTERS[letter])
    .replace(OTHER_DIGIT, foldDigit);
  return normalized(decomposed, 'NFC');
}

function foldDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  for (const zero of ZEROS) {
    const value = code - (zero.codePointAt(0) ?? 0);
    if (value >= 0 && value <= 9) return String(value);
  }
  return digit;
}
