/*
 * Decodes MARC-8, the encoding of MARC 21 records before Unicode. `record-encoding.ts` decides whether a record is in
 * MARC-8.
 */

import { lazy } from '../../base/lazy.js';
import { normalizeUnicode } from '../../base/normalize-unicode.js';
import { decodeWindows1252 } from '../text-encodings.js';
import CHARACTER_SET_ROWS from './character-sets.json' with { type: 'json' };
import EACC_ROWS from './eacc-rows.json' with { type: 'json' };

/** A graphic character set of MARC-8 with one byte per character. */
interface CharacterSet {
  /** The UTF-16 code unit of each code from 0x00 to 0x7f; 0 for a code without a character. */
  readonly characters: Uint16Array;
  /** Whether the character of a code is a combining mark. In MARC-8, a mark precedes its letter. */
  isMark(code: number): boolean;
}

/** A character set in `character-sets.json`. Its codes are hexadecimal. */
interface CharacterSetRow {
  /** The final character of the escape sequence of the set, or its name if it has none. */
  readonly key: string;
  /** The first and last code of the combining marks. Default: the set has none. */
  readonly marks?: readonly string[];
  /** The first of consecutive codes, and their characters. */
  readonly runs: readonly (readonly string[])[];
}

/**
 * The character sets by the final character of their escape sequence, without the East Asian set, and the set of ISO 5426,
 * which UNIMARC records have in place of ANSEL.
 *
 * The mapping to Unicode follows the code tables of the Library of Congress (MARC 21 Specifications for
 * Record Structure, Character Sets, and Exchange Media). The first half of a ligature or double tilde is
 * mapped to a combining mark over two letters (U+0361 or U+0360).
 */
export const CHARACTER_SETS: ReadonlyMap<string, CharacterSet> = new Map(
  CHARACTER_SET_ROWS.map((row: CharacterSetRow) => [row.key, characterSet(row)]),
);

function characterSet({ marks = [], runs }: CharacterSetRow): CharacterSet {
  const characters = new Uint16Array(0x80);
  for (const [code, text] of runs) {
    const first = Number.parseInt(code, 16);
    for (let at = 0; at < text.length; at++) characters[first + at] = text.charCodeAt(at);
  }
  const [first, last] = marks.map((code) => Number.parseInt(code, 16));
  return { characters, isMark: (code) => code >= first && code <= last };
}

/*
 * `eacc-rows.json` has the characters of the East Asian Character Code (EACC, ANSI/NISO Z39.64), mapped to Unicode as in
 * the code tables of the Library of Congress. A code has three bytes. A row has the first two bytes of its codes in
 * hexadecimal, a space, and the characters for the third bytes from 0x21 on. A decimal number in a row is the number of
 * following codes without a character.
 */

/** The position of the characters in a row, after two bytes in hexadecimal and a space. */
const ROW_START = 5;
/** The third byte of the first character in a row. */
const FIRST_CODE = 0x21;

/**
 * The rows by the first two bytes of their codes. A row is read when one of its characters is first decoded, because
 * reading all rows takes about 10 ms.
 */
const rows = lazy(
  () =>
    new Map(
      EACC_ROWS.map((row) => [
        Number.parseInt(row.slice(0, ROW_START), 16),
        lazy(() => readRow(row)),
      ]),
    ),
);

/**
 * Returns the character of a three-byte code of the East Asian character set (EACC), as a UTF-16 code
 * unit; 0 for a code without a character.
 */
function eastAsianCharacter(first: number, second: number, third: number): number {
  return rows().get((first << 8) | second)?.()[third] ?? 0;
}

function readRow(row: string): Uint16Array {
  const characters = new Uint16Array(0x80);
  let code = FIRST_CODE;
  for (const [part] of row.slice(ROW_START).matchAll(/\d+|\D/g)) {
    if (/\d/.test(part)) code += Number(part);
    else characters[code++] = part.charCodeAt(0);
  }
  // The ideographic space has a second code, with the third byte 0x20.
  if (row.startsWith('2123')) characters[SPACE] = characters[FIRST_CODE];
  return characters;
}

const ESCAPE = 0x1b;
const SUBFIELD_DELIMITER = 0x1f;
const SPACE = 0x20;
const DELETE = 0x7f;
const NO_BREAK_SPACE = 0xa0;
const REPLACEMENT = 0xfffd;

/*
 * In MARC-8, two character sets are in use at a time: G0 for the bytes 0x21 to 0x7e, and G1 for the bytes
 * 0xa1 to 0xfe. An escape sequence designates a set as G0 or G1. The sequence consists of the escape
 * character, intermediate characters and a final character, which identifies the set.
 */

/** The final characters of the sets that a short escape sequence of two characters designates as G0. */
const SHORT_FINALS: Readonly<Record<string, string>> = { g: 'g', b: 'b', p: 'p', s: 'B' };

/** The intermediate characters that designate a set as G0 or G1. */
const TO_G0 = '(,';
const TO_G1 = ')-';

/**
 * The intermediate character of a multibyte set, which precedes a character of TO_G0 or TO_G1, or replaces
 * a character of TO_G0.
 */
const MULTIBYTE = '$';

/** The final character of the East Asian set, the only multibyte set. */
const EAST_ASIAN = '1';

/** The additional intermediate character of Extended Latin (ANSEL). */
const ANSEL_INTERMEDIATE = '!';

/**
 * The Unicode characters of the control codes of MARC-8: the begin and end of text that is ignored in
 * sorting, the joiner and the non-joiner.
 */
const C1_CONTROLS: ReadonlyMap<number, number> = new Map([
  [0x88, 0x98],
  [0x89, 0x9c],
  [0x8d, 0x200d],
  [0x8e, 0x200c],
]);

/** The begin and end of text that is ignored in sorting, after an escape character: as codes of seven or eight bits. */
const NONSORTING_MARKS: Readonly<Record<string, number>> = {
  H: 0x98,
  I: 0x9c,
  '\x88': 0x98,
  '\x89': 0x9c,
};

/** The combining marks over two letters: ligature and double tilde. */
const DOUBLE_MARKS = [0x361, 0x360];
/** The second halves of {@link DOUBLE_MARKS}, which precede the second letter in MARC-8. */
const SECOND_HALVES = [0xfe21, 0xfe23];

/** The characters of Windows-1252 from 0x80 to 0xa0. */
const WINDOWS_1252 = decodeWindows1252(
  Buffer.from(Array.from({ length: 0x21 }, (_, at) => 0x80 + at)),
);

const NUMERIC_REFERENCE = /&#x([0-9a-f]{1,6});/gi;

const ASCII = CHARACTER_SETS.get('B')!;
const ANSEL = CHARACTER_SETS.get('E')!;

/** The text of a field. */
export interface DecodedField {
  /** Composed Unicode (NFC). */
  readonly text: string;
  /** Whether there were invalid bytes, which were decoded to U+FFFD. */
  readonly isDamaged: boolean;
  /** Whether text in another encoding had bytes that were decoded as Windows-1252. Default: false. */
  readonly hasWindows1252?: boolean;
}

/**
 * Decodes MARC-8 to composed Unicode (NFC).
 *
 * Combining marks precede their letter in MARC-8 and follow their letter in Unicode. A character set
 * applies at most until the end of the subfield.
 *
 * A byte from 0x80 to 0xa0 that is invalid in MARC-8 is decoded as Windows-1252 if Windows-1252 has a
 * character for the byte, because its quotation marks, dashes and no-break spaces are often pasted into records. All
 * other invalid bytes are decoded to U+FFFD.
 */
export class Marc8Decoder {
  /** The decoded text, in UTF-16LE. */
  #utf16 = Buffer.alloc(1024);
  #length = 0;
  readonly #marks: number[] = [];
  #isDoubleMark = false;
  #g0: CharacterSet | typeof EAST_ASIAN = ASCII;
  #g1: CharacterSet | typeof EAST_ASIAN;
  readonly #defaultG1: CharacterSet;
  #isDamaged = false;
  #hasWindows1252 = false;

  /** @param g1 the character set of the upper half at the beginning of each subfield. Default: Extended Latin (ANSEL). */
  constructor(g1 = ANSEL) {
    this.#g1 = g1;
    this.#defaultG1 = g1;
  }

  /**
   * Decodes a field from `start` up to, but not including, `end`. The text includes the subfield
   * delimiters. The byte after a delimiter is a subfield code and is decoded as ASCII in any character set.
   */
  decode(bytes: Uint8Array, start: number, end: number): DecodedField {
    // Each byte becomes at most one code unit of two bytes.
    if (this.#utf16.length < 2 * (end - start)) this.#utf16 = Buffer.alloc(4 * (end - start));
    this.#length = 0;
    this.#isDamaged = false;
    this.#hasWindows1252 = false;
    let at = start;
    while (at < end) at = this.#next(bytes, at, end);
    this.#endSubfield();
    const text = this.#utf16.toString('utf16le', 0, this.#length);
    return {
      text: normalizeUnicode(withoutReferences(text), 'NFC'),
      isDamaged: this.#isDamaged,
      hasWindows1252: this.#hasWindows1252,
    };
  }

  /** Decodes the character or escape sequence at a position; returns the position after it. */
  #next(bytes: Uint8Array, at: number, end: number): number {
    const byte = bytes[at];
    if (byte === ESCAPE) return this.#designate(bytes, at, end);
    if (byte === SUBFIELD_DELIMITER) return this.#beginSubfield(bytes, at, end);
    if (byte <= SPACE || byte === DELETE) {
      this.#addLetter(byte);
      return at + 1;
    }
    if (byte >= 0x80 && byte <= 0xa0) {
      this.#addLetter(C1_CONTROLS.get(byte) ?? this.#windows1252Character(byte));
      return at + 1;
    }
    const set = byte < 0x80 ? this.#g0 : this.#g1;
    if (set === EAST_ASIAN) return this.#eastAsian(bytes, at, end);
    const code = byte & 0x7f;
    const character = set.characters[code];
    if (set.isMark(code) && character !== 0) this.#addMark(character);
    else this.#addLetter(character || this.#damage());
    return at + 1;
  }

  #beginSubfield(bytes: Uint8Array, at: number, end: number): number {
    this.#endSubfield();
    this.#addLetter(SUBFIELD_DELIMITER);
    if (at + 1 < end && bytes[at + 1] !== SUBFIELD_DELIMITER) {
      this.#addLetter(bytes[at + 1] < 0x80 ? bytes[at + 1] : this.#damage());
      return at + 2;
    }
    return at + 1;
  }

  /** Replaces combining marks without a letter with U+FFFD, and resets the character sets. */
  #endSubfield(): void {
    for (let mark = this.#marks.length; mark > 0; mark--) this.#add(this.#damage());
    this.#marks.length = 0;
    this.#isDoubleMark = false;
    this.#g0 = ASCII;
    this.#g1 = this.#defaultG1;
  }

  /** Designates a character set by an escape sequence; returns the position after the sequence. */
  #designate(bytes: Uint8Array, start: number, end: number): number {
    let at = start + 1;
    const next = () => (at < end ? String.fromCharCode(bytes[at]) : '');
    const mark = NONSORTING_MARKS[next()];
    if (mark !== undefined) {
      this.#addLetter(mark);
      return at + 1;
    }
    const short = SHORT_FINALS[next()];
    if (short !== undefined) {
      this.#g0 = CHARACTER_SETS.get(short)!;
      return at + 1;
    }
    const isMultibyte = next() === MULTIBYTE;
    if (isMultibyte) at++;
    const target = next();
    const isG1 = target !== '' && TO_G1.includes(target);
    const isG0 = target !== '' && TO_G0.includes(target);
    if (isG1 || isG0) at++;
    if (next() === ANSEL_INTERMEDIATE) at++;
    const set = isMultibyte && next() === EAST_ASIAN ? EAST_ASIAN : CHARACTER_SETS.get(next());
    if (set === undefined || !(isMultibyte || isG1 || isG0)) {
      this.#addLetter(this.#damage());
      return start + 1;
    }
    if (isG1) this.#g1 = set;
    else this.#g0 = set;
    return at + 1;
  }

  #eastAsian(bytes: Uint8Array, at: number, end: number): number {
    const highBit = bytes[at] & 0x80;
    const isWhole =
      at + 2 < end &&
      isMultibyteByte(bytes[at + 1], highBit) &&
      isMultibyteByte(bytes[at + 2], highBit);
    if (!isWhole) {
      this.#addLetter(this.#damage());
      return at + 1;
    }
    this.#addLetter(
      eastAsianCharacter(bytes[at] & 0x7f, bytes[at + 1] & 0x7f, bytes[at + 2] & 0x7f) ||
        this.#damage(),
    );
    return at + 3;
  }

  /** Stores a mark until the next letter. Omits the second half of a double mark. */
  #addMark(mark: number): void {
    if (this.#isDoubleMark && SECOND_HALVES.includes(mark)) {
      this.#isDoubleMark = false;
      return;
    }
    this.#isDoubleMark ||= DOUBLE_MARKS.includes(mark);
    this.#marks.push(mark);
  }

  #addLetter(unit: number): void {
    this.#add(unit);
    if (this.#marks.length === 0) return;
    for (const mark of this.#marks) this.#add(mark);
    this.#marks.length = 0;
  }

  #add(unit: number): void {
    this.#utf16[this.#length++] = unit & 0xff;
    this.#utf16[this.#length++] = unit >> 8;
  }

  #windows1252Character(byte: number): number {
    const character = WINDOWS_1252.charCodeAt(byte - 0x80);
    // The byte is a control character in Windows-1252.
    if (character === byte && byte !== NO_BREAK_SPACE) return this.#damage();
    this.#hasWindows1252 = true;
    return character;
  }

  #damage(): number {
    this.#isDamaged = true;
    return REPLACEMENT;
  }
}

/**
 * Replaces hexadecimal character references such as `&#x20AC;` with their characters. MARC-8 uses references for
 * characters that it cannot encode. References to invalid characters and to control characters below U+0020 are kept.
 */
export function withoutReferences(text: string): string {
  if (!text.includes('&#')) return text;
  return text.replace(NUMERIC_REFERENCE, (reference, digits) => {
    return characterOf(Number.parseInt(digits, 16)) ?? reference;
  });
}

/** Returns the character of a code point; undefined for invalid code points and control characters below U+0020. */
export function characterOf(code: number): string | undefined {
  const isCharacter = code >= 0x20 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : undefined;
}

/** Whether a byte can be part of a multibyte code whose first byte has the given high bit. */
function isMultibyteByte(byte: number, highBit: number): boolean {
  return (byte & 0x80) === highBit && (byte & 0x7f) >= SPACE;
}
