import { isUtf8 } from 'node:buffer';
import { normalized } from '../../../search/analysis/normalized.js';
import { decodeWindows1252 } from '../../windows1252.js';
import { Marc8Decoder, withoutReferences } from '../marc8/marc8-decoder.js';
import { type RecordEncoding, saysUtf8 } from './record-encoding.js';

/** A field as composed Unicode, with U+FFFD for bytes that are no character. */
export interface DecodedField {
  readonly text: string;
  /** Whether there were such bytes. */
  readonly isDamaged: boolean;
  /** Whether there were bytes of Windows-1252 among others. */
  readonly hasWindows?: boolean;
}

/** How the texts of one record become Unicode. */
export interface TextDecoding {
  /** The encoding as messages call it. */
  readonly name: RecordEncoding['name'];
  /** Set where the leader says another encoding. */
  readonly repair?: string;
  /** Decodes the bytes of a field. */
  decode(start: number, end: number): DecodedField;
}

const REPLACEMENT = '\ufffd';
const ESCAPE = 0x1b;
const REFERENCE = '&#x';

const marc8Decoder = new Marc8Decoder();

/**
 * How the texts of a record are decoded.
 *
 * @param bytes one record of ISO 2709
 * @param latin1 the same bytes, a character each
 */
export function textDecoding(
  bytes: Buffer,
  latin1: string,
  { name, isDoubtful }: RecordEncoding,
): TextDecoding {
  const decoding = DECODINGS[name](bytes, latin1);
  const said = saysUtf8(bytes) ? 'UTF-8' : 'MARC-8';
  if (name === 'ASCII' || name === said) return decoding;
  const why = isDoubtful && name === 'Windows-1252' ? ', as those of other records are,' : '';
  const repair = `Its leader says ${said} in position 9, but its bytes are ${name}${why} and were read so.`;
  return { ...decoding, repair };
}

/*
 * Texts are made of the bytes, not cut from the record's Latin-1: a string cut from another keeps all
 * of that in memory, and an id would keep its record.
 */

const DECODINGS = { ASCII: ascii, 'MARC-8': marc8, 'UTF-8': utf8, 'Windows-1252': windows1252 };

function ascii(bytes: Buffer, latin1: string): TextDecoding {
  const hasReferences = !saysUtf8(bytes) && latin1.includes(REFERENCE);
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
      const text = normalized(bytes.toString('utf8', start, end), 'NFC');
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

/** No byte is damage, and none needs composing. */
function windows1252(bytes: Buffer): TextDecoding {
  return {
    name: 'Windows-1252',
    decode: (start, end) => ({ text: decodeWindows1252(bytes, start, end), isDamaged: false }),
  };
}

/** Whether all of it is ASCII with no escape sequences, which is the same in MARC-8. */
function isPlain(bytes: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    if (bytes[at] >= 0x80 || bytes[at] === ESCAPE) return false;
  }
  return true;
}
