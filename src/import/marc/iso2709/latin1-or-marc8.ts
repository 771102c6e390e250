import { normalizeUnicode } from '../../../search/index.js';
import { CHARACTER_SETS } from '../marc8/character-sets.js';

/** The encoding of text that is not UTF-8; `either` without sufficient evidence. */
export type Latin1OrMarc8 = 'Windows-1252' | 'MARC-8' | 'either';

/*
 * In MARC-8 the bytes of most small accented letters of Latin-1 are combining marks, which precede
 * their letter. The byte of é is a caron: `Frénaud` would read as `Frňaud`. In `cité de` the caron would
 * be on a space. This is impossible in MARC-8, which proves that the text is Windows-1252.
 */

// biome-ignore lint/suspicious/noControlCharactersInRegex: The subfield delimiter is a control character.
const DELIMITER_AND_CODE = /\x1f./gs;

const ANY_LETTER = 'A-Za-z\\x8a\\x8c\\x8e\\x9a\\x9c\\x9e\\x9f\\xc0-\\xd6\\xd8-\\xf6\\xf8-\\xff';

/** Matches what is impossible or implausible in Windows-1252, which extends Latin-1. */
const IMPLAUSIBLE_IN_WINDOWS_1252 = new RegExp(
  [
    // Bytes without a character in Windows-1252.
    '[\\x81\\x8d\\x8f\\x90\\x9d]',
    // An accented capital letter after a small letter.
    '(?<=[a-z])[\\xc0-\\xd6\\xd8-\\xde]',
    // An accented small letter before a capital letter, unless it also follows a capital letter.
    '(?<![A-Z])[\\xdf-\\xf6\\xf8-\\xff](?=[A-Z])',
    // An accented letter that neither follows a letter nor precedes a letter or a space.
    `(?<![${ANY_LETTER}])[\\xc0-\\xd6\\xd8-\\xf6\\xf8-\\xff](?![${ANY_LETTER} ])`,
    // Symbols directly after a letter, and symbols directly before a letter.
    `(?<=[${ANY_LETTER}])[\\xa1-\\xa9\\xab\\xac\\xaf-\\xb3\\xb5\\xb6\\xb8\\xb9\\xbc-\\xbf\\xd7\\xf7]`,
    `[\\xa2-\\xaa\\xac\\xae-\\xb3\\xb5\\xb6\\xb8-\\xbe\\xd7\\xf7](?=[${ANY_LETTER}])`,
  ].join('|'),
);

/** Matches a letter of Latin-1 whose byte has no character in MARC-8. */
const LATIN1_LETTER = /[\xc9-\xdf\xfc\xfd\xff]/;
/**
 * Matches any other character of Windows-1252 whose byte has no character in MARC-8. Such symbols are
 * often pasted into MARC-8 records, so they are evidence only without common MARC-8 combinations.
 */
const WINDOWS_1252_SYMBOL = /[\x80-\x87\x8a-\x8c\x8f-\xa0\xaf\xbb\xbe\xbf]/;
/** Matches a mark of MARC-8 without a letter after it. */
const MARK_WITHOUT_LETTER = /[\xe0-\xfb\xfe](?![A-Za-z\xa1-\xff])/;
const IMPOSSIBLE_IN_MARC8 = new RegExp(
  `${LATIN1_LETTER.source}|${MARK_WITHOUT_LETTER.source}`,
  'g',
);
/** Matches a common mark of MARC-8. Without a letter, it may be a mistake in a MARC-8 record. */
const COMMON_MARK = /[\xe1-\xe4\xe8\xf0]/;
/** Marks that romanizations combine with letters although Unicode has no precomposed character. */
const MARKS_OF_ROMANIZATIONS = '\u0310\u0313\u0324\u0325\u0332\u0333';
const UNUSUAL_MARC8_COMBINATION = unusualCombinations();
/**
 * Matches a common combination of MARC-8: a letter of Western Europe, a letter with macron or breve, or
 * a ligature. Excludes ñ and ô, because their bytes are `än` and `ão` in Latin-1.
 */
const COMMON_MARC8_COMBINATION =
  /[\xe1\xe2\xe5][AEIOUaeiou]|\xe2[Yy]|\xe3[AEIUaeiu]|\xe4[AOao]|\xe6[AIOUaiou]|\xe8[AEIOUYaeiouy]|\xea[Aa]|\xf0[Cc]|\xeb[A-Za-z]\xec/;
const COMMON_MARC8_COMBINATIONS = new RegExp(COMMON_MARC8_COMBINATION, 'g');

const LETTER_OR_MARK = /[\xc0-\xff]/g;
/** The minimum number of impossible bytes for text with common MARC-8 combinations to be Windows-1252. */
const MIN_IMPOSSIBLE = 2;
/** The minimum share of impossible bytes among the letters and marks for such text to be Windows-1252. */
const MIN_IMPOSSIBLE_SHARE = 1 / 4;
/** The amount of weak evidence that proves Windows-1252. */
const MIN_WEAK_EVIDENCE = 2;

/**
 * Distinguishes Windows-1252 (an extension of Latin-1) from MARC-8.
 *
 * - Text that is implausible in Windows-1252 is MARC-8.
 * - Text with common MARC-8 combinations is also MARC-8, unless at least two of its bytes are
 *   impossible in MARC-8 and either these bytes are at least a quarter of its letters and
 *   marks, or its letters that MARC-8 lacks outnumber its common combinations.
 * - Other text is Windows-1252 with one piece of strong evidence or two of weak evidence, else `either`.
 *
 * Strong evidence is a byte without a character in MARC-8, or a rare mark without a letter. Weak
 * evidence is a common mark without a letter, or an unusual combination, for which Unicode has no
 * precomposed character (each combination counts once).
 *
 * @param latin1 the bytes of a record, decoded as Latin-1; not UTF-8, and without escape sequences
 */
export function latin1OrMarc8(latin1: string): Latin1OrMarc8 {
  const found = (pattern: RegExp): readonly string[] => latin1.match(pattern) ?? [];
  const impossible = found(IMPOSSIBLE_IN_MARC8);
  const hasCommonCombination = COMMON_MARC8_COMBINATION.test(latin1);
  if (hasCommonCombination && impossible.length < MIN_IMPOSSIBLE) return 'MARC-8';
  if (IMPLAUSIBLE_IN_WINDOWS_1252.test(latin1.replace(DELIMITER_AND_CODE, ' '))) return 'MARC-8';
  const marks = impossible.filter((byte) => !LATIN1_LETTER.test(byte));
  const letterCount = impossible.length - marks.length;
  if (hasCommonCombination) {
    const isWindows1252 =
      impossible.length >= found(LETTER_OR_MARK).length * MIN_IMPOSSIBLE_SHARE ||
      letterCount > found(COMMON_MARC8_COMBINATIONS).length;
    return isWindows1252 ? 'Windows-1252' : 'MARC-8';
  }
  const rareMarkCount = marks.filter((mark) => !COMMON_MARK.test(mark)).length;
  const unusualCount = new Set(found(UNUSUAL_MARC8_COMBINATION)).size;
  const isWindows1252 =
    letterCount + rareMarkCount > 0 ||
    WINDOWS_1252_SYMBOL.test(latin1) ||
    marks.length + unusualCount >= MIN_WEAK_EVIDENCE;
  return isWindows1252 ? 'Windows-1252' : 'either';
}

/**
 * Creates an expression that matches a mark and a letter without a precomposed character in Unicode,
 * except for the marks of romanizations.
 */
function unusualCombinations(): RegExp {
  const { characters, isMark } = CHARACTER_SETS.get('E')!;
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'];
  const alternatives: string[] = [];
  characters.forEach((character, code) => {
    const mark = String.fromCharCode(character);
    if (!isMark(code) || character === 0 || MARKS_OF_ROMANIZATIONS.includes(mark)) return;
    const unusualLetters = letters.filter(
      (letter) => normalizeUnicode(letter + mark, 'NFC').length > 1,
    );
    alternatives.push(`\\x${(code | 0x80).toString(16)}[${unusualLetters.join('')}]`);
  });
  return new RegExp(alternatives.join('|'), 'g');
}
