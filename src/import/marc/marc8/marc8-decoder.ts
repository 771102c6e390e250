import { normalized } from '../../../search/analysis/normalized.js';
import { decodeWindows1252 } from '../../windows1252.js';
import { CHARACTER_SETS, type CharacterSet } from './character-sets.js';
import { eastAsianCharacter } from './east-asian-characters.js';

const ESCAPE = 0x1b;
const SUBFIELD_DELIMITER = 0x1f;
const SPACE = 0x20;
const DELETE = 0x7f;
const REPLACEMENT = 0xfffd;

/** The sets that an escape and one character designate. */
const SHORT_FINALS: Readonly<Record<string, string>> = { g: 'g', b: 'b', p: 'p', s: 'B' };

/** What designates a set to the lower half of the codes, and what to the upper half. */
const LOWER = '(,';
const UPPER = ')-';

/** Before or in place of those, for a set of more than one byte a character. */
const MULTIPLE = '$';

/** The final character of the only such set. */
const EAST_ASIAN = '1';

/** Stands before the final character of Extended Latin. */
const INTERMEDIATE = '!';

/** Controls of the upper half: where words not sorted by begin and end, joiner and non-joiner. */
const UPPER_CONTROLS: ReadonlyMap<number, number> = new Map([
  [0x88, 0x98],
  [0x89, 0x9c],
  [0x8d, 0x200d],
  [0x8e, 0x200c],
]);

/** A ligature and a tilde over two letters, and the second halves that MARC-8 writes to each. */
const SPANNING = [0x361, 0x360];
const SECOND_HALVES = [0xfe21, 0xfe23];

/** The characters of Windows-1252 from 0x80 to 0xa0, the last a space that keeps words together. */
const WINDOWS_1252 = decodeWindows1252(
  Buffer.from(Array.from({ length: 0x21 }, (_, at) => 0x80 + at)),
);

const NUMERIC_REFERENCE = /&#x([0-9a-f]{1,6});/gi;

const ASCII = CHARACTER_SETS.get('B')!;
const ANSEL = CHARACTER_SETS.get('E')!;

/** A text that was in MARC-8. */
export interface Marc8Text {
  /** Composed Unicode. */
  readonly text: string;
  /** Whether there were bytes that mean nothing; they are U+FFFD in the text. */
  readonly isDamaged: boolean;
  /** Whether there were bytes that mean something in Windows-1252 alone, and were read as that. */
  readonly hasWindows: boolean;
}

/**
 * Decodes MARC-8 to composed Unicode (NFC).
 *
 * Marks stand before their letter in MARC-8 and after it in Unicode. The sets that escape sequences
 * designate hold until the subfield ends. Bytes that mean nothing become U+FFFD, but for the quotation
 * marks and dashes of Windows: they come with what is pasted into a record.
 */
export class Marc8Decoder {
  /** The text so far, in UTF-16 with the lower byte first. */
  #utf16 = Buffer.alloc(1024);
  #length = 0;
  readonly #marks: number[] = [];
  #isSpanning = false;
  #lower: CharacterSet | typeof EAST_ASIAN = ASCII;
  #upper: CharacterSet | typeof EAST_ASIAN = ANSEL;
  #isDamaged = false;
  #hasWindows = false;

  /**
   * Decodes a field, subfield delimiters and all. The code behind a delimiter is one byte of ASCII,
   * whatever it stands in.
   */
  decode(bytes: Uint8Array, start: number, end: number): Marc8Text {
    // No byte makes more than one code unit, of two bytes.
    if (this.#utf16.length < 2 * (end - start)) this.#utf16 = Buffer.alloc(4 * (end - start));
    this.#length = 0;
    this.#isDamaged = false;
    this.#hasWindows = false;
    let at = start;
    while (at < end) at = this.#next(bytes, at, end);
    this.#endSubfield();
    const text = this.#utf16.toString('utf16le', 0, this.#length);
    return {
      text: normalized(withoutReferences(text), 'NFC'),
      isDamaged: this.#isDamaged,
      hasWindows: this.#hasWindows,
    };
  }

  /** Reads what stands at a place, and returns where that ends. */
  #next(bytes: Uint8Array, at: number, end: number): number {
    const byte = bytes[at];
    if (byte === ESCAPE) return this.#designate(bytes, at, end);
    if (byte === SUBFIELD_DELIMITER) return this.#beginSubfield(bytes, at, end);
    if (byte <= SPACE || byte === DELETE) {
      this.#addLetter(byte);
      return at + 1;
    }
    if (byte >= 0x80 && byte <= 0xa0) {
      this.#addLetter(UPPER_CONTROLS.get(byte) ?? this.#ofWindows(byte));
      return at + 1;
    }
    const set = byte < 0x80 ? this.#lower : this.#upper;
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

  /** Takes the sets back to what they are at the beginning of every subfield. */
  #endSubfield(): void {
    // Marks without a letter.
    for (let mark = this.#marks.length; mark > 0; mark--) this.#add(this.#damage());
    this.#marks.length = 0;
    this.#isSpanning = false;
    this.#lower = ASCII;
    this.#upper = ANSEL;
  }

  #designate(bytes: Uint8Array, start: number, end: number): number {
    let at = start + 1;
    const next = () => (at < end ? String.fromCharCode(bytes[at]) : '');
    const short = SHORT_FINALS[next()];
    if (short !== undefined) {
      this.#lower = CHARACTER_SETS.get(short)!;
      return at + 1;
    }
    const isMultiple = next() === MULTIPLE;
    if (isMultiple) at++;
    const half = next();
    const isUpper = half !== '' && UPPER.includes(half);
    const isLower = half !== '' && LOWER.includes(half);
    if (isUpper || isLower) at++;
    if (next() === INTERMEDIATE) at++;
    const set = isMultiple && next() === EAST_ASIAN ? EAST_ASIAN : CHARACTER_SETS.get(next());
    if (set === undefined || !(isMultiple || isUpper || isLower)) {
      this.#addLetter(this.#damage());
      return start + 1;
    }
    if (isUpper) this.#upper = set;
    else this.#lower = set;
    return at + 1;
  }

  #eastAsian(bytes: Uint8Array, at: number, end: number): number {
    const half = bytes[at] & 0x80;
    const isWhole =
      at + 2 < end && isGraphic(bytes[at + 1], half) && isGraphic(bytes[at + 2], half);
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

  #addMark(mark: number): void {
    if (this.#isSpanning && SECOND_HALVES.includes(mark)) {
      this.#isSpanning = false;
      return;
    }
    this.#isSpanning ||= SPANNING.includes(mark);
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

  #ofWindows(byte: number): number {
    const character = WINDOWS_1252.charCodeAt(byte - 0x80);
    // What is the same control there has no meaning either.
    if (character === byte) return this.#damage();
    this.#hasWindows = true;
    return character;
  }

  #damage(): number {
    this.#isDamaged = true;
    return REPLACEMENT;
  }
}

/**
 * Text with the characters that MARC-8 does not have and that were written as their numbers, such as
 * `&#x20AC;`.
 */
export function withoutReferences(text: string): string {
  if (!text.includes('&#')) return text;
  return text.replace(NUMERIC_REFERENCE, (reference, digits) => {
    const code = Number.parseInt(digits, 16);
    const isCharacter = code >= 0x20 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
    return isCharacter ? String.fromCodePoint(code) : reference;
  });
}

function isGraphic(byte: number, half: number): boolean {
  return (byte & 0x80) === half && (byte & 0x7f) >= SPACE;
}
