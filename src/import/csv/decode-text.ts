import { TextDecoder } from 'node:util';
import { decodeWindows1252 } from '../file/windows1252.js';

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
 * Decodes the bytes of a spreadsheet, without the byte order mark. A spreadsheet that begins with a byte
 * order mark of UTF-16, or with a Latin letter in UTF-16, is decoded as UTF-16, any other spreadsheet as UTF-8. Each line that is not valid
 * UTF-8 is decoded as Windows-1252, which older programs write.
 *
 * Buffers one piece of the file and one unfinished line.
 */
export async function* decodeText(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
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
