import { TextDecoder } from 'node:util';

/** The number of bytes that are examined, from the beginning of a file. */
const HEAD_BYTES = 1024;

const UTF16_LITTLE_ENDIAN = 'utf-16le';
const UTF16_BIG_ENDIAN = 'utf-16be';
const DECLARED = /^[^<]*<\?xml[^>]*?\bencoding\s*=\s*["']\s*([\w.:-]+)/;

/**
 * Determines the encoding of XML from its first bytes: UTF-16 by zero bytes, UTF-8 by its byte order
 * mark, any other encoding by the XML declaration. Returns UTF-8 if no encoding is declared, if the
 * declared encoding is unknown, or if UTF-16 is declared although there are no zero bytes.
 *
 * @returns a label that `TextDecoder` accepts
 */
export function xmlEncoding(bytes: Uint8Array): string {
  const head = bytes.subarray(0, HEAD_BYTES);
  const utf16 = utf16Of(head);
  if (utf16 !== undefined) return utf16;
  const text = Buffer.from(head).toString('latin1');
  const declared = DECLARED.exec(text)?.[1] ?? 'utf-8';
  const hasMark = text.startsWith('\xef\xbb\xbf');
  return hasMark || /^(?:utf-?16|ucs)/i.test(declared) || !isKnown(declared) ? 'utf-8' : declared;
}

/** Recognizes UTF-16, in which nearly every second byte of markup is zero. Returns a label or undefined. */
function utf16Of(head: Uint8Array): string | undefined {
  const zeros = [0, 0];
  for (let at = 0; at < head.length; at++) if (head[at] === 0) zeros[at % 2]++;
  const many = head.length / 4;
  if (zeros[1] > many) return UTF16_LITTLE_ENDIAN;
  if (zeros[0] > many) return UTF16_BIG_ENDIAN;
  return undefined;
}

function isKnown(label: string): boolean {
  try {
    new TextDecoder(label);
    return true;
  } catch {
    return false;
  }
}

/** Matches characters that are invalid in XML. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: The expression searches for control characters.
const NOT_XML = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;

/**
 * Decodes an XML file. Invalid bytes and characters become U+FFFD.
 *
 * @param pieces the file. The first piece determines the encoding.
 */
export async function* xmlText(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  for await (const piece of pieces) {
    decoder ??= new TextDecoder(xmlEncoding(piece));
    yield decoder.decode(piece, { stream: true }).replace(NOT_XML, '\ufffd');
  }
  if (decoder !== undefined) yield decoder.decode();
}
