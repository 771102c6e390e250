import { normalized } from '../../../search/analysis/normalized.js';
import { CHARACTER_SETS } from '../marc8/character-sets.js';

/** What bytes that are no UTF-8 are, as far as they show it. */
export type Latin1OrMarc8 = 'Windows-1252' | 'MARC-8' | 'either';

/*
 * Where Latin-1 has letters, MARC-8 has marks that stand before their letter: é is a caron. What follows
 * tells: of `cité de` MARC-8 would make a caron on a space, of `Frénaud` an ň, which may be meant.
 */

// biome-ignore lint/suspicious/noControlCharactersInRegex: A control is what delimits subfields.
const DELIMITER_AND_CODE = /\x1f./gs;

const ANY_LETTER = 'A-Za-z\\x8a\\x8c\\x8e\\x9a\\x9c\\x9e\\x9f\\xc0-\\xd6\\xd8-\\xf6\\xf8-\\xff';

/** What makes no sense in Windows-1252, which is Latin-1 with more marks of punctuation. */
const NOT_WINDOWS = new RegExp(
  [
    // No characters.
    '[\\x81\\x8d\\x8f\\x90\\x9d]',
    // A capital behind a small letter, a small letter before a capital.
    '(?<=[a-z])[\\xc0-\\xd6\\xd8-\\xde]',
    '(?<![A-Z])[\\xdf-\\xf6\\xf8-\\xff](?=[A-Z])',
    // A letter between other things than letters and spaces: `à la` is one of its own.
    `(?<![${ANY_LETTER}])[\\xc0-\\xd6\\xd8-\\xf6\\xf8-\\xff](?![${ANY_LETTER} ])`,
    // Signs that end no word, and signs that begin none.
    `(?<=[${ANY_LETTER}])[\\xa1-\\xa9\\xab\\xac\\xaf-\\xb3\\xb5\\xb6\\xb8\\xb9\\xbc-\\xbf\\xd7\\xf7]`,
    `[\\xa2-\\xaa\\xac\\xae-\\xb3\\xb5\\xb6\\xb8-\\xbe\\xd7\\xf7](?=[${ANY_LETTER}])`,
  ].join('|'),
);

/** Letters of Latin-1 where MARC-8 has nothing, and its other characters, which are pasted into any record. */
const LETTER_OF_LATIN1 = /[\xc9-\xdf\xfc\xfd\xff]/;
const SIGN_OF_WINDOWS = /[\x80-\x87\x8a-\x8c\x8f-\xa0\xaf\xbb\xbe\xbf]/;
const MARK_ON_NO_LETTER = /[\xe0-\xfb\xfe](?![A-Za-z\xa1-\xff])/;
const IMPOSSIBLE_IN_MARC8 = new RegExp(
  `${LETTER_OF_LATIN1.source}|${MARK_ON_NO_LETTER.source}`,
  'g',
);
/** A mark that most records have, so that one may have gone astray in any. */
const FREQUENT_MARK = /[\xe1-\xe4\xe8\xf0]/;
/** Marks that romanizations set on letters with which Unicode does not compose them. */
const MARKS_OF_ROMANIZATIONS = '\u0310\u0313\u0324\u0325\u0332\u0333';
const MARK_ON_STRANGE_LETTER = strangeLetters();
/**
 * What MARC-8 is used for most: letters of Western Europe, long and short ones, ligatures. Without ñ and
 * ô, which as Latin-1 are än and ão.
 */
const LETTER_OF_MARC8 =
  /[\xe1\xe2\xe5][AEIOUaeiou]|\xe2[Yy]|\xe3[AEIUaeiu]|\xe4[AOao]|\xe6[AIOUaiou]|\xe8[AEIOUYaeiouy]|\xea[Aa]|\xf0[Cc]|\xeb[A-Za-z]\xec/;
const LETTERS_OF_MARC8 = new RegExp(LETTER_OF_MARC8, 'g');

const LETTER_OR_MARK = /[\xc0-\xff]/g;
const FEWEST = 2;
const SHARE = 1 / 4;

/**
 * Tells Latin-1 from MARC-8, of which a library system may have written either. It is Latin-1 where all
 * of it is text in that and something in it is none in MARC-8: a byte without a character, a mark without
 * a letter, or two of what may be met by chance, which are frequent marks without a letter and marks on
 * letters of no language. Where there are letters for which MARC-8 is used as well, at least a fourth of
 * all is impossible, or more have no character there. With nothing of both it may be either.
 *
 * @param latin1 the bytes of a record, a character each; no UTF-8, without escape sequences
 */
export function latin1OrMarc8(latin1: string): Latin1OrMarc8 {
  const found = (pattern: RegExp): readonly string[] => latin1.match(pattern) ?? [];
  const impossible = found(IMPOSSIBLE_IN_MARC8);
  const hasLetters = LETTER_OF_MARC8.test(latin1);
  if (hasLetters && impossible.length < FEWEST) return 'MARC-8';
  if (NOT_WINDOWS.test(latin1.replace(DELIMITER_AND_CODE, ' '))) return 'MARC-8';
  const astray = impossible.filter((byte) => !LETTER_OF_LATIN1.test(byte));
  const ofLatin1 = impossible.length - astray.length;
  if (hasLetters) {
    const isLatin1 =
      impossible.length >= found(LETTER_OR_MARK).length * SHARE ||
      ofLatin1 > found(LETTERS_OF_MARC8).length;
    return isLatin1 ? 'Windows-1252' : 'MARC-8';
  }
  const rareAstray = astray.filter((mark) => !FREQUENT_MARK.test(mark)).length;
  const strange = new Set(found(MARK_ON_STRANGE_LETTER)).size;
  // None of the first three is met by chance, others may be.
  const isLatin1 =
    ofLatin1 + rareAstray > 0 || SIGN_OF_WINDOWS.test(latin1) || astray.length + strange >= FEWEST;
  return isLatin1 ? 'Windows-1252' : 'either';
}

/** Marks before letters with which Unicode does not compose them. */
function strangeLetters(): RegExp {
  const { characters, isMark } = CHARACTER_SETS.get('E')!;
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'];
  const alternatives: string[] = [];
  characters.forEach((character, code) => {
    const mark = String.fromCharCode(character);
    if (!isMark(code) || character === 0 || MARKS_OF_ROMANIZATIONS.includes(mark)) return;
    const strange = letters.filter((letter) => normalized(letter + mark, 'NFC').length > 1);
    alternatives.push(`\\x${(code | 0x80).toString(16)}[${strange.join('')}]`);
  });
  return new RegExp(alternatives.join('|'), 'g');
}
