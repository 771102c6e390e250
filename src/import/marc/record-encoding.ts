/*
 * Determines the encoding of a record in ISO 2709, and decodes the text of its fields. The encoding is the one that the
 * leader declares, unless the bytes contradict it. In doubtful cases, `read-iso2709.ts` uses the other records of the
 * file.
 */

import { isAscii, isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { normalizeUnicode } from '../../base/normalize-unicode.js';
import { decodeWindows1252 } from '../text-encodings.js';
import {
  CHARACTER_SETS,
  type DecodedField,
  Marc8Decoder,
  withoutReferences,
} from './marc8-decoder.js';

/** The name of an encoding. From ISO 5426 on, only UNIMARC records are in these encodings. */
export type EncodingName =
  | 'ASCII'
  | 'MARC-8'
  | 'UTF-8'
  | 'Windows-1252'
  | 'ISO 5426'
  | 'Windows-1250'
  | 'Windows-1251'
  | 'KOI8-R'
  | 'CP866'
  | 'GB 18030';

/** The encoding of the text of a record, determined from its bytes. */
export interface RecordEncoding {
  /** The name in messages. */
  readonly name: EncodingName;
  /** Whether the record can also be read as Windows-1252. Other records of the file then decide. */
  readonly isDoubtful: boolean;
  /** The declaration in a UNIMARC record; its name is undefined for an unknown encoding. Default: that in leader/09. */
  readonly declared?: { readonly where: string; readonly name: EncodingName | undefined };
  /** Why a record is refused, if its bytes are in no known encoding. */
  readonly problem?: string;
}

const UNICODE = 'a'.charCodeAt(0);
const ENCODING_POSITION = 9;
const ESCAPE = 0x1b;

/** Matches the UTF-8 sequence of one character that is not ASCII, in bytes decoded as Latin-1. */
const SEQUENCE = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/g;
const BEYOND_ASCII = /[\x80-\xff]/g;
const COMBINING_MARK_WITHOUT_LETTER = /(?<![\p{L}\p{M}])[\u0300-\u036f]/u;

const marc8Decoder = new Marc8Decoder();
const iso5426Decoder = new Marc8Decoder(CHARACTER_SETS.get('ISO 5426'));

/** Whether leader/09 declares UTF-8; otherwise it declares MARC-8. */
function declaresUtf8(bytes: Buffer): boolean {
  return bytes[ENCODING_POSITION] === UNICODE;
}

/**
 * Determines the encoding of a record: the encoding that leader/09 declares, unless the bytes
 * contradict the declaration. Wrong declarations are common in exports. A record that has only ASCII bytes
 * and no escape sequence is ASCII.
 *
 * @param bytes one ISO 2709 record
 */
export function recordEncoding(bytes: Buffer): RecordEncoding {
  const isPlain = isAscii(bytes);
  const hasEscapes = bytes.includes(ESCAPE);
  if (isPlain && !hasEscapes) return { name: 'ASCII', isDoubtful: false };
  const mayBeUtf8 = !isPlain && (declaresUtf8(bytes) || !hasEscapes);
  if (mayBeUtf8 && isUtf8(bytes)) return { name: 'UTF-8', isDoubtful: false };
  const latin1 = bytes.toString('latin1');
  if (mayBeUtf8 && isMostlyUtf8(latin1)) return { name: 'UTF-8', isDoubtful: false };
  const name = !declaresUtf8(bytes) || looksLikeMarc8(bytes) ? 'MARC-8' : 'UTF-8';
  if (hasEscapes) return { name, isDoubtful: false };
  const evidence = latin1OrMarc8(latin1);
  if (evidence === 'Windows-1252') return { name: evidence, isDoubtful: false };
  if (evidence === 'MARC-8' && isMostlyMarc8(latin1)) return { name: evidence, isDoubtful: false };
  return { name, isDoubtful: evidence === 'either' };
}

/** Whether all bytes are valid MARC-8 and every combining mark has a letter. */
function looksLikeMarc8(bytes: Buffer): boolean {
  const { text, isDamaged, hasWindows1252 } = marc8Decoder.decode(bytes, 0, bytes.length);
  return !isDamaged && !hasWindows1252 && !COMBINING_MARK_WITHOUT_LETTER.test(text);
}

/** Whether most bytes that are not ASCII are in valid UTF-8 sequences. */
function isMostlyUtf8(latin1: string): boolean {
  const others = latin1.replace(SEQUENCE, '').match(BEYOND_ASCII)?.length ?? 0;
  const inSequences = (latin1.match(BEYOND_ASCII)?.length ?? 0) - others;
  return inSequences > others;
}

/** Whether there are common MARC-8 combinations, and at least twice as many as letters and marks that MARC-8 cannot have. */
function isMostlyMarc8(latin1: string): boolean {
  const combinations = latin1.match(COMMON_MARC8_COMBINATIONS)?.length ?? 0;
  return combinations > 0 && combinations >= 2 * (latin1.match(IMPOSSIBLE_IN_MARC8)?.length ?? 0);
}

/** The encoding of a text; `either` if there is not enough evidence for one of the encodings. */
type Latin1OrMarc8 = 'Windows-1252' | 'MARC-8' | 'either';

/*
 * In MARC-8 the bytes of most small accented letters of Latin-1 are combining marks, which precede their letter. The
 * byte of é in Latin-1 is a caron in MARC-8, so the bytes of `Frénaud` are `Frňaud` in MARC-8. In the bytes of `cité
 * de`, the caron would be on a space. A mark on a space is impossible in MARC-8, so the text is Windows-1252.
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
/** The minimum share of these letters and marks. */
const MIN_IMPOSSIBLE_SHARE = 1 / 4;
/** The minimum number of pieces of weak evidence for text to be Windows-1252. */
const MIN_WEAK_EVIDENCE = 2;

/**
 * Distinguishes Windows-1252 (an extension of Latin-1) from MARC-8.
 *
 * - Text that is implausible in Windows-1252 is MARC-8.
 * - Text with common MARC-8 combinations is also MARC-8, with one exception. The text is Windows-1252 if at least two
 *   of its letters and marks are impossible in MARC-8, and either these are at least a quarter of its letters and marks
 *   and more than half as many as its common combinations, or its letters without a character in MARC-8 outnumber its
 *   common combinations.
 * - Other text is Windows-1252 with one piece of strong evidence or two of weak evidence, else `either`.
 *
 * Strong evidence is a byte without a character in MARC-8, or a rare mark without a letter. Weak evidence is a common
 * mark without a letter, or an unusual combination of a mark and a letter, which is a combination without a precomposed
 * character in Unicode. Each unusual combination counts once. Marks of romanizations are not counted in unusual
 * combinations.
 *
 * @param latin1 the bytes of a record, decoded as Latin-1; not UTF-8, and without escape sequences
 */
function latin1OrMarc8(latin1: string): Latin1OrMarc8 {
  const found = (pattern: RegExp): readonly string[] => latin1.match(pattern) ?? [];
  const impossible = found(IMPOSSIBLE_IN_MARC8);
  const hasCommonCombination = COMMON_MARC8_COMBINATION.test(latin1);
  if (hasCommonCombination && impossible.length < MIN_IMPOSSIBLE) return 'MARC-8';
  if (IMPLAUSIBLE_IN_WINDOWS_1252.test(latin1.replace(DELIMITER_AND_CODE, ' '))) return 'MARC-8';
  const marks = impossible.filter((byte) => !LATIN1_LETTER.test(byte));
  const letterCount = impossible.length - marks.length;
  if (hasCommonCombination) {
    const combinations = found(COMMON_MARC8_COMBINATIONS).length;
    const isWindows1252 =
      (impossible.length >= found(LETTER_OR_MARK).length * MIN_IMPOSSIBLE_SHARE &&
        combinations < 2 * impossible.length) ||
      letterCount > combinations;
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

/** Decodes the bytes of a field from `start` up to, but not including, `end`. */
type DecodeField = (start: number, end: number) => DecodedField;

interface RecordTextDecoder {
  /** The name of the encoding in messages. */
  readonly name: EncodingName;
  /** A message for the report, if the record declares another encoding. */
  readonly repair?: string;
  readonly decode: DecodeField;
}

const REPLACEMENT = '\ufffd';
const REFERENCE = '&#x';

/**
 * Creates the decoder of a record.
 *
 * @param bytes one ISO 2709 record
 * @param latin1 the same bytes, decoded as Latin-1
 */
export function textDecoder(
  bytes: Buffer,
  latin1: string,
  { name, isDoubtful, declared: ofUnimarc }: RecordEncoding,
): RecordTextDecoder {
  const decoder = { name, decode: DECODERS[name](bytes, latin1) };
  const declared = ofUnimarc ? ofUnimarc.name : declaresUtf8(bytes) ? 'UTF-8' : 'MARC-8';
  if (name === 'ASCII' || name === declared) return decoder;
  const reason = isDoubtful && name === 'Windows-1252' ? ' (as in other records)' : '';
  const expected =
    declared === undefined ? 'the code of an encoding' : `the declared encoding ${declared}`;
  const repair = `${ofUnimarc?.where ?? 'leader/09'}: expected ${expected}, found ${declared === undefined ? 'none' : name}${reason}; read as ${name}`;
  return { ...decoder, repair };
}

/*
 * Text is decoded from the bytes, because a substring of `latin1`, such as an id, would keep the whole
 * record in memory.
 */

const DECODERS: Readonly<Record<EncodingName, (bytes: Buffer, latin1: string) => DecodeField>> = {
  ASCII: ascii,
  'MARC-8': marc8,
  'UTF-8': utf8,
  'Windows-1252': windows1252,
  'ISO 5426': (bytes) => (start, end) => iso5426Decoder.decode(bytes, start, end),
  'Windows-1250': byLabel('windows-1250'),
  'Windows-1251': byLabel('windows-1251'),
  'KOI8-R': byLabel('koi8-r'),
  CP866: byLabel('ibm866'),
  'GB 18030': byLabel('gb18030'),
};

function byLabel(label: string) {
  return (bytes: Buffer): DecodeField =>
    (start, end) => {
      const decoded = new TextDecoder(label).decode(bytes.subarray(start, end));
      return { text: normalizeUnicode(decoded, 'NFC'), isDamaged: decoded.includes(REPLACEMENT) };
    };
}

function ascii(bytes: Buffer, latin1: string): DecodeField {
  const hasReferences = !declaresUtf8(bytes) && latin1.includes(REFERENCE);
  return (start, end) => {
    const text = bytes.toString('latin1', start, end);
    return { text: hasReferences ? withoutReferences(text) : text, isDamaged: false };
  };
}

function utf8(bytes: Buffer, latin1: string): DecodeField {
  const isValid = isUtf8(bytes);
  const hasSound = !isValid && latin1.search(SEQUENCE) !== -1;
  return (start, end) => {
    const isDamaged = !isValid && !isUtf8(bytes.subarray(start, end));
    if (isDamaged && hasSound) return decodeStrayBytes(bytes.toString('latin1', start, end));
    return { text: normalizeUnicode(bytes.toString('utf8', start, end), 'NFC'), isDamaged };
  };
}

/**
 * Matches in turn: sound UTF-8; a byte of Windows-1252 among sound UTF-8, which is a punctuation mark or a letter within
 * a word; and other bytes, such as a truncated sequence. A letter that is also a mark of MARC-8 before its letter, as in
 * the bytes of `âo`, is no byte of Windows-1252.
 */
const UTF8_OR_STRAY_BYTES = new RegExp(
  [
    `((?:[\\x00-\\x7f]|${SEQUENCE.source})+)`,
    `((?<![\\x1f\\xc0-\\xff])(?!${COMMON_MARC8_COMBINATION.source})(?:[\\x80\\x82-\\x8c\\x8e\\x91-\\x9c\\x9e\\x9f]|[\\xc0-\\xff](?=[A-Za-z])|(?<=[A-Za-z])[\\xc0-\\xff](?=[ -@])))`,
    '[\\xe0-\\xef][\\x80-\\xbf]|[\\xf0-\\xf4][\\x80-\\xbf]{1,2}|[\\x80-\\xff]',
  ].join('|'),
  'g',
);

/** Decodes UTF-8 with invalid bytes: bytes of Windows-1252 as such, and other invalid bytes to U+FFFD. */
function decodeStrayBytes(latin1: string): DecodedField {
  let isDamaged = false;
  let hasWindows1252 = false;
  const text = latin1.replace(UTF8_OR_STRAY_BYTES, (bytes, sound, stray) => {
    if (sound !== undefined) return Buffer.from(bytes, 'latin1').toString('utf8');
    if (stray === undefined) isDamaged = true;
    else hasWindows1252 = true;
    return stray === undefined ? REPLACEMENT : decodeWindows1252(Buffer.from(bytes, 'latin1'));
  });
  return { text: normalizeUnicode(text, 'NFC'), isDamaged, hasWindows1252 };
}

function marc8(bytes: Buffer, latin1: string): DecodeField {
  const hasReferences = latin1.includes(REFERENCE);
  return (start, end) => {
    if (!hasReferences && isPlain(bytes, start, end)) {
      return { text: bytes.toString('latin1', start, end), isDamaged: false };
    }
    return marc8Decoder.decode(bytes, start, end);
  };
}

/** Matches an article between the bytes 0x88 and 0x89, the marks of text that is ignored in sorting. */
const NONSORTING = /ˆ([^ˆ‰]{1,20})‰/g;

/**
 * Creates a decoder of Windows-1252. The text needs no check and no composition, because each byte is one
 * composed character.
 */
function windows1252(bytes: Buffer): DecodeField {
  return (start, end) => ({
    text: decodeWindows1252(bytes, start, end).replace(NONSORTING, '\u0098$1\u009c'),
    isDamaged: false,
  });
}

/** Whether all bytes are ASCII without escape sequences. MARC-8 decodes these bytes like ASCII. */
function isPlain(bytes: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    if (bytes[at] >= 0x80 || bytes[at] === ESCAPE) return false;
  }
  return true;
}
