import { isAscii, isUtf8 } from 'node:buffer';

/** How the texts of one record become Unicode. */
export interface TextDecoding {
  /** The encoding as messages call it. */
  readonly name: string;
  /** Set where the leader says another encoding. */
  readonly repair?: string;
  /** A stretch of the record's bytes as composed Unicode. */
  decode(start: number, end: number): string;
}

/**
 * Chooses how the texts of a record are decoded.
 *
 * @param bytes one record of ISO 2709
 * @param latin1 the same bytes, a character each
 */
export function textDecoding(bytes: Buffer, latin1: string): TextDecoding {
  if (isAscii(bytes)) {
    return { name: 'ASCII', decode: (start, end) => latin1.slice(start, end) };
  }
  const decode = (start: number, end: number) =>
    bytes.toString('utf8', start, end).normalize('NFC');
  if (latin1[9] === 'a' || !isUtf8(bytes)) return { name: 'UTF-8', decode };
  return {
    name: 'UTF-8',
    decode,
    repair: 'Its leader says MARC-8 in position 9, but its bytes are UTF-8 and were read so.',
  };
}
