import { TextDecoder } from 'node:util';
import { decodeWindows1252 } from '../windows1252.js';

const LINE_FEED = 0x0a;
/** Ends the lines of some programs by itself. */
const CARRIAGE_RETURN = 0x0d;
/** A line longer than this, in bytes, is decoded in pieces: no row is that long. */
const LONGEST_LINE = 1 << 22;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Bytes of a spreadsheet's export as text: UTF-16 where it begins with that mark, else UTF-8, and
 * each line that is not UTF-8 as Windows-1252, as older programs write. Holds one line at a time.
 */
export async function* decodeText(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0);
  let wide: TextDecoder | undefined;
  let isFirst = true;
  for await (const piece of bytes) {
    let all: Buffer = rest.length === 0 ? Buffer.from(piece) : Buffer.concat([rest, piece]);
    if (isFirst && all.length < 3) {
      rest = all;
      continue;
    }
    if (isFirst) {
      isFirst = false;
      wide = wideDecoder(all);
      if (wide === undefined) all = withoutMark(all);
    }
    if (wide !== undefined) {
      rest = Buffer.alloc(0);
      yield wide.decode(all, { stream: true });
      continue;
    }
    const isEndless = all.length - piece.length > LONGEST_LINE;
    const end = isEndless
      ? all.length
      : Math.max(all.lastIndexOf(LINE_FEED), all.lastIndexOf(CARRIAGE_RETURN)) + 1;
    yield* decodedLines(all.subarray(0, end));
    rest = all.subarray(end);
  }
  if (wide === undefined) yield* decodedLines(isFirst ? withoutMark(rest) : rest);
}

function* decodedLines(bytes: Buffer): Generator<string> {
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

function wideDecoder(bytes: Buffer): TextDecoder | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be');
  return undefined;
}

function withoutMark(bytes: Buffer): Buffer {
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return hasMark ? bytes.subarray(3) : bytes;
}
