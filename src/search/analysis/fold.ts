/*
 * Makes texts comparable: letters without case, accents and variants of scripts. The base of terms and of all comparisons of
 * names. A placed text also has the place of each of its code units in the original text, so that `tokenizer.ts` finds the
 * word of a term in the text as it is shown.
 */

import { lazy } from '../../base/lazy.js';
import { HYPHENS as ALL_HYPHENS, normalizeUnicode } from '../../base/normalize-unicode.js';

/**
 * A text, and for each of its UTF-16 code units the range of the original text that it stands for. A removed character
 * belongs to the code units on both sides, so that the range of a word contains all of its accents.
 */
export interface PlacedText {
  readonly text: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** Returns a text as its own original. */
function placedText(text: string): PlacedText {
  const starts = Array.from({ length: text.length }, (_, i) => i);
  return { text, starts, ends: starts.map((start) => start + 1) };
}

const NOT_ASCII = /[^\0-\x7f]/;

/**
 * Replaces the matches of a pattern. All code units of a replacement stand for the whole match, except in an ASCII match
 * that keeps its length: its code units keep their places.
 *
 * @param pattern a pattern with the flag `g`
 * @example replaceInPlace(placedText('a & b'), /&/g, 'and') // the code units of `and` have the range [2, 3]
 */
export function replaceInPlace(
  placed: PlacedText,
  pattern: RegExp,
  by: string | ((match: string) => string),
): PlacedText {
  const parts: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  /** The end of the latest match. */
  let from = 0;
  /** The start of the removed characters before the next code unit, if there are any. */
  let removed = -1;
  const add = (start: number, end: number) => {
    starts.push(removed < 0 ? start : removed);
    ends.push(end);
    removed = -1;
  };
  const keep = (start: number, end: number) => {
    for (let i = start; i < end; i++) add(placed.starts[i], placed.ends[i]);
  };
  for (const { 0: match, index } of placed.text.matchAll(pattern)) {
    const end = index + match.length;
    const replacement = typeof by === 'string' ? by : by(match);
    keep(from, index);
    parts.push(placed.text.slice(from, index), replacement);
    from = end;
    if (replacement.length === match.length && !NOT_ASCII.test(match)) keep(index, end);
    else if (replacement === '') {
      if (removed < 0) removed = placed.starts[index];
      if (ends.length > 0) ends[ends.length - 1] = placed.ends[end - 1];
    } else {
      for (let i = 0; i < replacement.length; i++) add(placed.starts[index], placed.ends[end - 1]);
    }
  }
  if (from === 0) return placed;
  keep(from, placed.text.length);
  parts.push(placed.text.slice(from));
  return { text: parts.join(''), starts, ends };
}

import CHINESE_CHARACTERS from './chinese-characters.json' with { type: 'json' };

/** Characters that are used as apostrophes, including the single quotation marks ‘ and ’. */
const APOSTROPHES = /[\u0060\u00b4\u2018\u2019\u201b\u2032\u02bc\u05f3\uff07]/g;
const HYPHENS = new RegExp(
  `[\\u2010\\u2011\\u05be\\ufe63\\uff0d]|(?<=\\d)[${ALL_HYPHENS}](?=[\\dx])`,
  'gi',
);

/**
 * Characters that are removed: transliteration signs (ayn, hamza, the soft sign), invisible
 * characters (soft hyphen, joiners, direction marks), tatweel and gershayim.
 */
const IGNORED = /[\u02b9-\u02bb\u02bd-\u02df\u0640\u05f4\p{Cf}]/gu;

/**
 * Marks that are removed because people omit them when they search, such as Latin, Greek and Cyrillic
 * accents, Hebrew points and Arabic vowel marks. Excludes kana voicing marks and the marks of Indic and
 * Southeast Asian scripts, because these marks distinguish words.
 */
const MARKS =
  /(?![\u0900-\u1aaf\u1b00-\u1cff\u3099\u309a\ua800-\uabff\u{11000}-\u{11fff}])\p{Mn}/gu;

/** Letters that Unicode does not decompose, with their replacements. Excludes upper-case letters. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ æ: 'ae', œ: 'oe', ø: 'o', ß: 'ss', đ: 'd', ð: 'd', ł: 'l', þ: 'th', ı: 'i', ħ: 'h' },
  ...{ ŋ: 'n', ŧ: 't', ĸ: 'k', ƒ: 'f', ɓ: 'b', ɗ: 'd', ƙ: 'k', ƴ: 'y', ə: 'e', ɛ: 'e', ɔ: 'o' },
  ...{ ς: 'σ', ґ: 'г', ѣ: 'е', ѳ: 'ф', ѵ: 'и' },
  ...{ ך: 'כ', ם: 'מ', ן: 'נ', ף: 'פ', ץ: 'צ', װ: 'וו', ױ: 'וי', ײ: 'יי' },
  ...{ ٱ: 'ا', ى: 'ي', ی: 'ي', ة: 'ه', ہ: 'ه', ھ: 'ه', ە: 'ه', ک: 'ك' },
};
const FOLDED_LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');

/**
 * Matches the Arabic article `ال`, alone or after `و` (and), and its form `لل` after `ل` (for). More letters must
 * follow than in words such as `الله` and `والدين`, which do not begin with the article.
 */
const ARABIC_ARTICLE =
  /(?<![\p{L}\p{N}])(?:ال(?=[\u0621-\u064a]{3})|(?:وال|لل)(?=[\u0621-\u064a]{4}))+/gu;

/** Matches a letter with an umlaut, a ring or a stroke, composed or decomposed. */
const UMLAUT = /[äöüøåÄÖÜØÅ]|[aouAOU]\u0308|[aA]\u030a/g;

/** How German and the Nordic languages spell these letters without diacritics. */
const SPELLED_OUT: Readonly<Record<string, string>> = {
  ...{ ä: 'ae', ö: 'oe', ø: 'oe', ü: 'ue', å: 'aa' },
  ...{ 'a\u0308': 'ae', 'o\u0308': 'oe', 'u\u0308': 'ue', 'a\u030a': 'aa' },
};

/** The digit zero in several scripts. The code points of the digits 1 to 9 directly follow each zero. */
const ZEROS = '٠۰०০੦૦୦௦౦೦൦๐໐༠၀';
const OTHER_DIGIT = /(?![0-9])\p{Nd}/gu;

/**
 * Converts a text to the form in which queries and catalog texts are compared: lower case, without
 * accents, Hebrew and Arabic vowel marks, or invisible characters. Compatibility characters, including
 * full-width and half-width characters, become ordinary characters. Letters such as `ø` and `ß` become
 * base letters. Traditional Chinese characters become simplified characters. Arabic words lose their
 * article. Arabic, Persian, Thai, Lao, Tibetan, Burmese and most Indic digits become 0 to 9. Apostrophes
 * become `'`, hyphens become `-`, and `&` becomes `and` between two spaces. Most other punctuation is
 * kept.
 *
 * @example fold('Žižek & Søn') // 'zizek  and  son'
 */
export function fold(text: string): string {
  const plain = NOT_ASCII.test(text) ? foldLetters(text) : text.toLowerCase().replace(/`/g, "'");
  return plain.includes('&') ? plain.replaceAll('&', ' and ') : plain;
}

/** Folds a text like {@link fold}, and keeps the place of each character in the text. */
export function foldInPlace(text: string): PlacedText {
  const plain = placedText(text);
  return replaceInPlace(STEPS.reduce(takeStep, plain), /&/g, ' and ');
}

/**
 * Spells out letters with an umlaut, a ring or a stroke, as German and the Nordic languages do where these
 * letters are missing.
 *
 * @returns undefined if the text has no such letter
 * @example spellOutUmlauts('Süskind') // 'Sueskind'
 */
export function spellOutUmlauts(text: string): string | undefined {
  const spelledOut = text.replace(UMLAUT, (letter) => SPELLED_OUT[letter.toLowerCase()]);
  return spelledOut === text ? undefined : spelledOut;
}

function foldDigit(digit: string): string {
  const codePoint = digit.codePointAt(0) ?? 0;
  for (const zero of ZEROS) {
    const value = codePoint - (zero.codePointAt(0) ?? 0);
    if (value >= 0 && value <= 9) return String(value);
  }
  return digit;
}

/**
 * By traditional Chinese character: its simplified form. Each line of the table lists simplified characters, each
 * followed by its traditional forms. Derived from the fields kSimplifiedVariant and kTraditionalVariant of the Unihan
 * database 15.0 (© Unicode, Inc., under the Unicode License), with frequent variants that these fields lack. Only
 * characters of the Basic Multilingual Plane.
 */
const traditionalToSimplified = lazy(
  (): ReadonlyMap<string, string> =>
    new Map(
      CHINESE_CHARACTERS.flatMap((line) => line.split(' ')).flatMap(
        ([simplified, ...traditional]) =>
          traditional.map((character) => [character, simplified] as const),
      ),
    ),
);

const IDEOGRAPHS = /[\u3400-\u9fff]/g;

/**
 * Returns the simplified form of a traditional Chinese character. A simplified character may have several traditional
 * forms, which become equal. Other characters, such as characters that only Japanese uses, are kept.
 */
function simplifyChinese(character: string): string {
  return traditionalToSimplified().get(character) ?? character;
}

/** A step of folding: replaces the matches of a pattern, or converts the whole text. */
type Step =
  | { readonly pattern: RegExp; readonly by: string | ((match: string) => string) }
  | { readonly convert: (text: string) => string };

/** The steps that fold a text outside ASCII, in order. */
const STEPS: readonly Step[] = [
  { pattern: APOSTROPHES, by: "'" },
  { pattern: HYPHENS, by: '-' },
  { convert: (text) => normalizeUnicode(normalizeUnicode(text, 'NFKD').toLowerCase(), 'NFKD') },
  { pattern: IGNORED, by: '' },
  { pattern: MARKS, by: '' },
  { pattern: FOLDED_LETTER, by: (letter) => LETTERS[letter] },
  { pattern: ARABIC_ARTICLE, by: '' },
  { pattern: OTHER_DIGIT, by: foldDigit },
  { convert: (text) => normalizeUnicode(text, 'NFC') },
  { pattern: IDEOGRAPHS, by: simplifyChinese },
];

function foldLetters(text: string): string {
  return STEPS.reduce(
    (folded, step) =>
      'convert' in step ? step.convert(folded) : folded.replace(step.pattern, step.by as string),
    text,
  );
}

/**
 * Matches what the conversions of {@link STEPS} can convert alone: ASCII text, or a character with the marks, voicing
 * signs and letters of a Korean syllable that combine with it.
 */
const CLUSTER = new RegExp(
  ['[\\0-\\x7f]+(?!C)', '\\P{M}C*', '\\p{M}+']
    .join('|')
    .replaceAll('C', '[\\p{M}\\u1160-\\u11ff\\uff9e\\uff9f]'),
  'gu',
);

function takeStep(placed: PlacedText, step: Step): PlacedText {
  return 'convert' in step
    ? replaceInPlace(placed, CLUSTER, step.convert)
    : replaceInPlace(placed, step.pattern, step.by);
}
