/*
 * Decodes files whose encoding is recognized from their bytes: spreadsheets and XML. `marc/record-encoding.ts` does the
 * same for records in ISO 2709, whose encoding can change from record to record.
 */

import { TextDecoder } from 'node:util';

const LINE_FEED = 0x0a;
/** Some programs end lines with a carriage return alone. */
const CARRIAGE_RETURN = 0x0d;
/**
 * The maximum number of buffered bytes of an unfinished line. If the buffer exceeds this length, the
 * line is decoded in parts.
 */
const MAX_LINE_BYTES = 1 << 22;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Decodes the bytes of a spreadsheet, without the byte order mark. A spreadsheet that begins with a byte order mark of
 * UTF-16, or with a Latin letter in UTF-16, is decoded as UTF-16, any other spreadsheet as UTF-8. Each line that is not
 * valid UTF-8 is decoded as Windows-1252, which older programs write.
 *
 * Buffers one piece of the file and one unfinished line.
 */
export async function* spreadsheetText(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0);
  let utf16: TextDecoder | undefined;
  let isFirst = true;
  for await (const piece of bytes) {
    let all: Buffer = rest.length === 0 ? Buffer.from(piece) : Buffer.concat([rest, piece]);
    if (isFirst && all.length < 3) {
      rest = all;
      continue;
    }
    if (isFirst) {
      isFirst = false;
      utf16 = utf16Decoder(all);
      if (utf16 === undefined) all = withoutByteOrderMark(all);
    }
    if (utf16 !== undefined) {
      rest = Buffer.alloc(0);
      yield utf16.decode(all, { stream: true });
      continue;
    }
    const isEndless = all.length - piece.length > MAX_LINE_BYTES;
    const end = isEndless
      ? all.length
      : Math.max(all.lastIndexOf(LINE_FEED), all.lastIndexOf(CARRIAGE_RETURN)) + 1;
    yield* decodeLines(all.subarray(0, end));
    rest = all.subarray(end);
  }
  // A file that is cut within a character ends with U+FFFD.
  if (utf16 !== undefined) yield utf16.decode();
  else yield* decodeLines(isFirst ? withoutByteOrderMark(rest) : rest);
}

function* decodeLines(bytes: Buffer): Generator<string> {
  if (bytes.length === 0) return;
  const whole = asUtf8(bytes);
  if (whole !== undefined) {
    yield whole;
    return;
  }
  for (let start = 0; start < bytes.length; ) {
    let end = start;
    while (end < bytes.length && bytes[end] !== LINE_FEED && bytes[end] !== CARRIAGE_RETURN) end++;
    end = Math.min(end + 1, bytes.length);
    const line = bytes.subarray(start, end);
    yield asUtf8(line) ?? decodeWindows1252(line);
    start = end;
  }
}

function asUtf8(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

function utf16Decoder([first, second]: Buffer): TextDecoder | undefined {
  const isLittle = (first === 0xff && second === 0xfe) || (first !== 0 && second === 0);
  const isBig = (first === 0xfe && second === 0xff) || (first === 0 && second !== 0);
  if (isLittle) return new TextDecoder('utf-16le');
  return isBig ? new TextDecoder('utf-16be') : undefined;
}

function withoutByteOrderMark(bytes: Buffer): Buffer {
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return hasMark ? bytes.subarray(3) : bytes;
}

/** The number of bytes that are examined, from the beginning of a file. */
const HEAD_BYTES = 1024;

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
  if (zeros[1] > many) return 'utf-16le';
  if (zeros[0] > many) return 'utf-16be';
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

/** The characters of Windows-1252 from 0x80 to 0x9f, where Latin-1 has control characters. */
const CHARACTERS_FROM_0X80 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/**
 * Decodes Windows-1252 from `start` up to, but not including, `end`. The bytes 0x81, 0x8d, 0x8f, 0x90 and
 * 0x9d, which have no character in Windows-1252, become control characters.
 *
 * `TextDecoder` is not used, because it decodes `windows-1252` as Latin-1 in some versions of Node.
 */
export function decodeWindows1252(bytes: Buffer, start = 0, end = bytes.length): string {
  return bytes
    .toString('latin1', start, end)
    .replace(/[\u0080-\u009f]/g, (control) => CHARACTERS_FROM_0X80[control.charCodeAt(0) - 0x80]);
}

/**
 * Encodes text in Windows-1252, or in Latin-1 where Windows-1252 has no character. Returns undefined for text with other
 * characters.
 */
export function encodeWindows1252(text: string): Buffer | undefined {
  const latin1 = text.replace(/[\u0152-\u2122]/g, (character) => {
    const at = CHARACTERS_FROM_0X80.indexOf(character);
    return at === -1 ? character : String.fromCharCode(0x80 + at);
  });
  return /[^\0-\xff]/.test(latin1) ? undefined : Buffer.from(latin1, 'latin1');
}
