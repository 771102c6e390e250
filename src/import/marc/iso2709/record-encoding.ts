import { isAscii, isUtf8 } from 'node:buffer';
import { Marc8Decoder } from '../marc8/marc8-decoder.js';
import { latin1OrMarc8 } from './latin1-or-marc8.js';

/** The encoding of the text of a record, determined from its bytes. */
export interface RecordEncoding {
  /** The name in messages. */
  readonly name: 'ASCII' | 'MARC-8' | 'UTF-8' | 'Windows-1252';
  /** Whether the record can also be read as Windows-1252. Other records of the file then decide. */
  readonly isDoubtful: boolean;
}

const UNICODE = 'a'.charCodeAt(0);
const ENCODING_POSITION = 9;
const ESCAPE = 0x1b;

/** Matches the UTF-8 sequence of one character that is not ASCII, in bytes decoded as Latin-1. */
const SEQUENCE = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/g;
const BEYOND_ASCII = /[\x80-\xff]/g;
const MARK_WITHOUT_LETTER = /(?<![\p{L}\p{M}])[\u0300-\u036f]/u;

const marc8Decoder = new Marc8Decoder();

/** Whether leader/09 declares UTF-8; otherwise it declares MARC-8. */
export function declaresUtf8(bytes: Buffer): boolean {
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
  return { name, isDoubtful: evidence === 'either' };
}

/** Whether all bytes are valid MARC-8 and every combining mark has a letter. */
function looksLikeMarc8(bytes: Buffer): boolean {
  const { text, isDamaged, hasWindows1252 } = marc8Decoder.decode(bytes, 0, bytes.length);
  return !isDamaged && !hasWindows1252 && !MARK_WITHOUT_LETTER.test(text);
}

/** Whether most bytes that are not ASCII are in valid UTF-8 sequences. */
function isMostlyUtf8(latin1: string): boolean {
  const others = latin1.replace(SEQUENCE, '').match(BEYOND_ASCII)?.length ?? 0;
  const inSequences = (latin1.match(BEYOND_ASCII)?.length ?? 0) - others;
  return inSequences > others;
}
