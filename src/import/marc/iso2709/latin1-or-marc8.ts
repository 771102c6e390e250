import { normalizeUnicode } from '../../../search/index.js';
import { CHARACTER_SETS } from '../marc8/character-sets.js';

/** The encoding of a text; `either` if there is not enough evidence for one of the encodings. */
export type Latin1OrMarc8 = 'Windows-1252' | 'MARC-8' | 'either';

/*
 * In MARC-8 the bytes of most small accented letters of Latin-1 are combining marks, which precede
 * their letter. The byte of é in Latin-1 is a caron in MARC-8, so the bytes of `Frénaud` are `Frňaud` in
 * MARC-8. In the bytes of `cité de`, the caron would be on a space. A mark on a space is impossible in
 * MARC-8, so the text is Windows-1252.
 */

// biome-ignore lint/suspicious/noControlCharactersInRegex: The subfield delimiter is a control character.
const DELIMITER_AND_CODE = /\x1f./gs;

const ANY_LETTER = 'A-Za-z\\x8a\\x8c\\x8e\\x9a\\x9c\\x9e\\x9f\\xc0-\\xd6\\xd8-\\xf6\\xf8-\\xff';

/** Matches bytes that are impossible or implausible in Windows-1252, which extends Latin-1. */
const IMPLAUSIBLE_IN_WINDOWS_1252 = new RegExp(
  [
    // Bytes without a character in Windows-1252.
    '[\\x81\\x8d\\x8f\\x90\\x9d]',
    // An accented capital letter after a small letter.
    '(?<=[a-z])[\\xc0-\\xd6\\xd8-\\xde]',
    // An accented small letter before a capital letter, unless the accented letter follows a capital letter.
    '(?<![A-Z])[\\xdf-\\xf6\\xf8-\\xff](?=[A-Z])',
    // An accented letter that neither follows a letter nor precedes a letter or a space.
    `(?<![${ANY_LETTER}])[\\xc0-\\xd6\\xd8-\\xf6\\xf8-\\xff](?![${ANY_LETTER} ])`,
    // Symbols directly after a letter, and symbols directly before a letter.
    `(?<=[${ANY_LETTER}])[\\xa1-\\xa9\\xab\\xac\\xaf-\\xb3\\xb5\\xb6\\xb8\\xb9\\xbc-\\xbf\\xd7\\xf7]`,
    `[\\xa2-\\xaa\\xac\\xae-\\xb3\\xb5\\xb6\\xb8-\\xbe\\xd7\\xf7](?=[${ANY_LETTER}])`,
  ].join('|'),
);

/** Matches a letter of Latin-1, or the multiplication sign, whose byte has no character in MARC-8. */
const LATIN1_LETTER = /[\xc9-\xdf\xfc\xfd\xff]/;
/**
 * Matches any other byte without a character in MARC-8. Most of these bytes are punctuation marks and
 * symbols of Windows-1252, which are often pasted into MARC-8 records.
 */
const WINDOWS_1252_SYMBOL = /[\x80-\x87\x8a-\x8c\x8f-\xa0\xaf\xbb\xbe\xbf]/;
/** Matches a mark of MARC-8 that neither an ASCII letter nor a byte from 0xa1 on follows. */
const MARK_WITHOUT_LETTER = /[\xe0-\xfb\xfe](?![A-Za-z\xa1-\xff])/;
const IMPOSSIBLE_IN_MARC8 = new RegExp(
  `${LATIN1_LETTER.source}|${MARK_WITHOUT_LETTER.source}`,
  'g',
);
/** Matches a common mark of MARC-8. A common mark without a letter may be a mistake in a MARC-8 record. */
const COMMON_MARK = /[\xe1-\xe4\xe8\xf0]/;
/** Marks that romanizations combine with letters to characters that are not precomposed in Unicode. */
const MARKS_OF_ROMANIZATIONS = '\u0310\u0313\u0324\u0325\u0332\u0333';
const UNUSUAL_MARC8_COMBINATION = unusualCombinations();
/**
 * Matches a common combination of a mark and a letter in MARC-8: an accented letter of a Western European
 * language, a letter with macron or breve, or a ligature. Excludes ñ and ô, because their MARC-8 bytes
 * are `än` and `ão` in Latin-1.
 */
const COMMON_MARC8_COMBINATION =
  /[\xe1\xe2\xe5][AEIOUaeiou]|\xe2[Yy]|\xe3[AEIUaeiu]|\xe4[AOao]|\xe6[AIOUaiou]|\xe8[AEIOUYaeiouy]|\xea[Aa]|\xf0[Cc]|\xeb[A-Za-z]\xec/;
const COMMON_MARC8_COMBINATIONS = new RegExp(COMMON_MARC8_COMBINATION, 'g');

/** Matches a byte in the range of the accented letters of Latin-1 and the marks of MARC-8. */
const LETTER_OR_MARK = /[\xc0-\xff]/g;
/**
 * The minimum number of letters and marks that are impossible in MARC-8, for text with common MARC-8
 * combinations to be Windows-1252.
 */
const MIN_IMPOSSIBLE = 2;
/**
 * The minimum share of the letters and marks that are impossible in MARC-8, for text with common MARC-8
 * combinations to be Windows-1252.
 */
const MIN_IMPOSSIBLE_SHARE = 1 / 4;
/** The minimum number of pieces of weak evidence for text to be Windows-1252. */
const MIN_WEAK_EVIDENCE = 2;

/**
 * Distinguishes Windows-1252 (an extension of Latin-1) from MARC-8.
 *
 * - Text that is implausible in Windows-1252 is MARC-8.
 * - Text with common MARC-8 combinations is also MARC-8, with one exception. The text is Windows-1252 if
 *   at least two of its letters and marks are impossible in MARC-8, and either these are at least a quarter
 *   of its letters and marks, or its letters without a character in MARC-8 outnumber its common combinations.
 * - Other text is Windows-1252 with one piece of strong evidence or two of weak evidence, else `either`.
 *
 * Strong evidence is a byte without a character in MARC-8, or a rare mark without a letter. Weak evidence
 * is a common mark without a letter, or an unusual combination of a mark and a letter, which is a
 * combination without a precomposed character in Unicode. Each unusual combination counts once. Marks of
 * romanizations are not counted in unusual combinations.
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
 * Creates an expression that matches a mark of MARC-8 and a letter that Unicode does not combine in a
 * precomposed character. Marks of romanizations are excluded.
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
