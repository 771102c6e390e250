import { isUtf8 } from 'node:buffer';
import { normalizeUnicode } from '../../../search/index.js';
import { decodeWindows1252 } from '../../file/windows1252.js';
import { Marc8Decoder, withoutReferences } from '../marc8/marc8-decoder.js';
import { declaresUtf8, type RecordEncoding } from './record-encoding.js';

/** The text of a field. */
export interface DecodedField {
  /** Composed Unicode (NFC), with U+FFFD for invalid bytes. */
  readonly text: string;
  /** Whether there were invalid bytes. */
  readonly isDamaged: boolean;
  /** Whether text in MARC-8 had bytes that were decoded as Windows-1252. */
  readonly hasWindows1252?: boolean;
}

/** Decodes the text of one record. */
export interface RecordTextDecoder {
  /** The name of the encoding in messages. */
  readonly name: RecordEncoding['name'];
  /** A message for the report, if the leader declares another encoding. */
  readonly repair?: string;
  /** Decodes the bytes of a field from `start` up to, but not including, `end`. */
  decode(start: number, end: number): DecodedField;
}

const REPLACEMENT = '\ufffd';
const ESCAPE = 0x1b;
const REFERENCE = '&#x';

const marc8Decoder = new Marc8Decoder();

/**
 * Creates the decoder of a record.
 *
 * @param bytes one ISO 2709 record
 * @param latin1 the same bytes, decoded as Latin-1
 */
export function textDecoder(
  bytes: Buffer,
  latin1: string,
  { name, isDoubtful }: RecordEncoding,
): RecordTextDecoder {
  const decoder = DECODERS[name](bytes, latin1);
  const declared = declaresUtf8(bytes) ? 'UTF-8' : 'MARC-8';
  if (name === 'ASCII' || name === declared) return decoder;
  const reason = isDoubtful && name === 'Windows-1252' ? ' (as in other records)' : '';
  const repair = `leader/09: expected the declared encoding ${declared}, found ${name}${reason}; read as ${name}`;
  return { ...decoder, repair };
}

/*
 * Text is decoded from the bytes, because a substring of `latin1`, such as an id, would keep the whole
 * record in memory.
 */

const DECODERS = { ASCII: ascii, 'MARC-8': marc8, 'UTF-8': utf8, 'Windows-1252': windows1252 };

function ascii(bytes: Buffer, latin1: string): RecordTextDecoder {
  const hasReferences = !declaresUtf8(bytes) && latin1.includes(REFERENCE);
  return {
    name: 'ASCII',
    decode(start, end) {
      const text = bytes.toString('latin1', start, end);
      return { text: hasReferences ? withoutReferences(text) : text, isDamaged: false };
    },
  };
}

function utf8(bytes: Buffer): RecordTextDecoder {
  const isValid = isUtf8(bytes);
  return {
    name: 'UTF-8',
    decode(start, end) {
      const text = normalizeUnicode(bytes.toString('utf8', start, end), 'NFC');
      return { text, isDamaged: !isValid && text.includes(REPLACEMENT) };
    },
  };
}

function marc8(bytes: Buffer, latin1: string): RecordTextDecoder {
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

/**
 * Creates a decoder of Windows-1252. The text needs no check and no composition, because each byte is one
 * composed character.
 */
function windows1252(bytes: Buffer): RecordTextDecoder {
  return {
    name: 'Windows-1252',
    decode: (start, end) => ({ text: decodeWindows1252(bytes, start, end), isDamaged: false }),
  };
}

/** Whether all bytes are ASCII without escape sequences. MARC-8 decodes these bytes like ASCII. */
function isPlain(bytes: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    if (bytes[at] >= 0x80 || bytes[at] === ESCAPE) return false;
  }
  return true;
}
