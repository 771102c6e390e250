import { isAscii, isUtf8 } from 'node:buffer';
import { Marc8Decoder } from '../marc8/marc8-decoder.js';
import { latin1OrMarc8 } from './latin1-or-marc8.js';

/** What the texts of a record are encoded in, by its bytes. */
export interface RecordEncoding {
  /** As messages call it. */
  readonly name: 'ASCII' | 'MARC-8' | 'UTF-8' | 'Windows-1252';
  /** Whether they may be in Windows-1252 just as well, or are, as those of other records show. */
  readonly isDoubtful: boolean;
}

const UNICODE = 'a'.charCodeAt(0);
const ENCODING_POSITION = 9;
const ESCAPE = 0x1b;

/** A sequence of bytes in UTF-8 for one character beyond ASCII, a character each. */
const SEQUENCE = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/g;
const BEYOND_ASCII = /[\x80-\xff]/g;
const MARK_WITHOUT_LETTER = /(?<![\p{L}\p{M}])[\u0300-\u036f]/u;

const marc8Decoder = new Marc8Decoder();

/** Whether the leader of a record says that it is in UTF-8; else it says MARC-8. */
export function saysUtf8(bytes: Buffer): boolean {
  return bytes[ENCODING_POSITION] === UNICODE;
}

/**
 * Finds out what the texts of a record are encoded in: what its leader says in position 9, unless its
 * bytes say otherwise. In exports that is not rare.
 *
 * @param bytes one record of ISO 2709
 */
export function recordEncoding(bytes: Buffer): RecordEncoding {
  const isPlain = isAscii(bytes);
  const hasEscapes = bytes.includes(ESCAPE);
  if (isPlain && !hasEscapes) return { name: 'ASCII', isDoubtful: false };
  const mayBeUtf8 = !isPlain && (saysUtf8(bytes) || !hasEscapes);
  if (mayBeUtf8 && isUtf8(bytes)) return { name: 'UTF-8', isDoubtful: false };
  const latin1 = bytes.toString('latin1');
  if (mayBeUtf8 && isMostlyUtf8(latin1)) return { name: 'UTF-8', isDoubtful: false };
  const name = !saysUtf8(bytes) || looksLikeMarc8(bytes) ? 'MARC-8' : 'UTF-8';
  if (hasEscapes) return { name, isDoubtful: false };
  const shown = latin1OrMarc8(latin1);
  if (shown === 'Windows-1252') return { name: shown, isDoubtful: false };
  return { name, isDoubtful: shown === 'either' };
}

/** Whether all bytes mean something in MARC-8, with every mark on a letter. */
function looksLikeMarc8(bytes: Buffer): boolean {
  const { text, isDamaged, hasWindows } = marc8Decoder.decode(bytes, 0, bytes.length);
  return !isDamaged && !hasWindows && !MARK_WITHOUT_LETTER.test(text);
}

/** Whether most bytes beyond ASCII are of sequences that UTF-8 has, so that the others are damage. */
function isMostlyUtf8(latin1: string): boolean {
  const others = latin1.replace(SEQUENCE, '').match(BEYOND_ASCII)?.length ?? 0;
  const inSequences = (latin1.match(BEYOND_ASCII)?.length ?? 0) - others;
  return inSequences > others;
}
