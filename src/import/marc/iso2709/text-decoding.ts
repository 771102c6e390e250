import { isAscii, isUtf8 } from 'node:buffer';
import { Marc8Decoder, withoutReferences } from '../marc8/marc8-decoder.js';

/** A field as composed Unicode, with U+FFFD for bytes that are no character. */
export interface DecodedField {
  readonly text: string;
  /** Whether there were such bytes. */
  readonly isDamaged: boolean;
}

/** How the texts of one record become Unicode. */
export interface TextDecoding {
  /** The encoding as messages call it. */
  readonly name: 'ASCII' | 'MARC-8' | 'UTF-8' | 'Windows-1252';
  /** Set where the leader says another encoding. */
  readonly repair?: string;
  /** Decodes the bytes of a field. */
  decode(start: number, end: number): DecodedField;
}

const UNICODE = 'a';
const ESCAPE = 0x1b;
const REPLACEMENT = '\ufffd';
const REFERENCE = '&#x';

/** A sequence of bytes in UTF-8 for one character beyond ASCII, a character each. */
const SEQUENCE = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/g;
const BEYOND_ASCII = /[\x80-\xff]/g;
const MARK_WITHOUT_LETTER = /(?<![\p{L}\p{M}])[\u0300-\u036f]/u;

/** A letter of Latin-1 beyond ASCII beside another letter. */
const LETTER_OF_LATIN1 =
  /(?<=[a-z\xc0-\xd6\xd8-\xf6\xf8-\xff])[\xc0-\xd6\xd8-\xf6\xf8-\xff]|[\xc0-\xd6\xd8-\xf6\xf8-\xff](?=[a-z])/gi;
/** A byte that MARC-8 has no character for, or one of its marks with no letter behind it. */
const IMPOSSIBLE_IN_MARC8 = /[\xc9-\xdf\xff]|[\xe0-\xfe](?![A-Za-z\xa0-\xff])/g;
/** A mark astray stands in one of a thousand real records in MARC-8, among others that are none. */
const FEWEST_IMPOSSIBLE = 2;
const IMPOSSIBLE_SHARE = 1 / 4;

const marc8Decoder = new Marc8Decoder();

/**
 * Chooses how the texts of a record are decoded: as its leader says in position 9, unless its bytes
 * say otherwise. In exports that is not rare.
 *
 * @param bytes one record of ISO 2709
 * @param latin1 the same bytes, a character each
 */
export function textDecoding(bytes: Buffer, latin1: string): TextDecoding {
  const saysUtf8 = latin1[9] === UNICODE;
  const isPlain = isAscii(bytes);
  const hasEscapes = bytes.includes(ESCAPE);
  if (isPlain && !hasEscapes) return ascii(bytes, latin1, saysUtf8);
  const isInUtf8 = saysUtf8
    ? (!isPlain && isUtf8(bytes)) || !looksLikeMarc8(bytes, latin1)
    : !hasEscapes && (isUtf8(bytes) || isMostlyUtf8(latin1));
  const said = saysUtf8 ? 'UTF-8' : 'MARC-8';
  const isLatin1 = !(isInUtf8 && isUtf8(bytes)) && !hasEscapes && looksLikeLatin1(latin1);
  const decoding = isLatin1 ? windows1252(bytes) : isInUtf8 ? utf8(bytes) : marc8(bytes, latin1);
  if (!isLatin1 && isInUtf8 === saysUtf8) return decoding;
  const repair = `Its leader says ${said} in position 9, but its bytes are ${decoding.name} and were read so.`;
  return { ...decoding, repair };
}

/*
 * Texts are made of the bytes, not cut from the record's Latin-1: a string cut from another keeps all
 * of that in memory, and an id would keep its record.
 */

function ascii(bytes: Buffer, latin1: string, isUnicode: boolean): TextDecoding {
  const hasReferences = !isUnicode && latin1.includes(REFERENCE);
  return {
    name: 'ASCII',
    decode(start, end) {
      const text = bytes.toString('latin1', start, end);
      return { text: hasReferences ? withoutReferences(text) : text, isDamaged: false };
    },
  };
}

function utf8(bytes: Buffer): TextDecoding {
  const isWhole = isUtf8(bytes);
  return {
    name: 'UTF-8',
    decode(start, end) {
      const text = bytes.toString('utf8', start, end).normalize('NFC');
      return { text, isDamaged: !isWhole && text.includes(REPLACEMENT) };
    },
  };
}

function marc8(bytes: Buffer, latin1: string): TextDecoding {
  const hasReferences = latin1.includes(REFERENCE);
  return {
    name: 'MARC-8',
    decode(start, end) {
      if (!hasReferences && isPlain(bytes, start, end)) {
        return { text: bytes.toString('latin1', start, end), isDamaged: false };
      }
      return marc8Decoder.decode(bytes, start, end);
    },
  };
}

/** Latin-1 and what Windows adds to it; no byte is damage, and none needs composing. */
function windows1252(bytes: Buffer): TextDecoding {
  const decoder = new TextDecoder('windows-1252');
  return {
    name: 'Windows-1252',
    decode: (start, end) => ({
      text: decoder.decode(bytes.subarray(start, end)),
      isDamaged: false,
    }),
  };
}

/**
 * Whether bytes are letters of Latin-1 within words, of which MARC-8 makes no text: in it the same
 * bytes are marks that a letter has to follow, or nothing at all. A record in which that does not show
 * is taken for MARC-8.
 */
function looksLikeLatin1(latin1: string): boolean {
  const impossible = latin1.match(IMPOSSIBLE_IN_MARC8)?.length ?? 0;
  if (impossible < FEWEST_IMPOSSIBLE) return false;
  const letters = latin1.match(LETTER_OF_LATIN1)?.length ?? 0;
  const isAllLetters = letters === latin1.match(BEYOND_ASCII)?.length;
  return isAllLetters && impossible >= letters * IMPOSSIBLE_SHARE;
}

/** Whether all of it is ASCII with no escape sequences, which is the same in MARC-8. */
function isPlain(bytes: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    if (bytes[at] >= 0x80 || bytes[at] === ESCAPE) return false;
  }
  return true;
}

/** Whether bytes that are no UTF-8 all mean something in MARC-8, with every mark on a letter. */
function looksLikeMarc8(bytes: Buffer, latin1: string): boolean {
  if (isMostlyUtf8(latin1)) return false;
  const { text, isDamaged } = marc8Decoder.decode(bytes, 0, bytes.length);
  return !isDamaged && !MARK_WITHOUT_LETTER.test(text);
}

/** Whether most bytes beyond ASCII are of sequences that UTF-8 has, so that the others are damage. */
function isMostlyUtf8(latin1: string): boolean {
  const others = latin1.replace(SEQUENCE, '').match(BEYOND_ASCII)?.length ?? 0;
  const inSequences = (latin1.match(BEYOND_ASCII)?.length ?? 0) - others;
  return inSequences > others;
}
