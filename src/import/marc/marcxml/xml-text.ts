import { TextDecoder } from 'node:util';
import { RecordFileError } from '../record-file-error.js';

/** What XML may not hold: a parser would stop at it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: These are what is looked for.
const NOT_XML = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;

/**
 * The text of an XML file: its encoding is told by a byte order mark, else by its declaration, else
 * UTF-8. Bytes and characters that XML may not hold become U+FFFD.
 *
 * @param name what a message calls the file
 * @throws RecordFileError when it declares an encoding that is not known
 */
export async function* xmlText(
  pieces: AsyncIterable<Uint8Array>,
  name: string,
): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  for await (const piece of pieces) {
    decoder ??= decoderFor(piece, name);
    yield decoder.decode(piece, { stream: true }).replace(NOT_XML, '\ufffd');
  }
  if (decoder !== undefined) yield decoder.decode().replace(NOT_XML, '\ufffd');
}

function decoderFor(bytes: Uint8Array, name: string): TextDecoder {
  const start = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  if (start.startsWith('\xff\xfe') || start.startsWith('<\0')) return new TextDecoder('utf-16le');
  if (start.startsWith('\xfe\xff') || start.startsWith('\0<')) return new TextDecoder('utf-16be');
  const declared =
    /^(?:\xef\xbb\xbf)?\s*<\?xml[^>]*\bencoding\s*=\s*["']\s*([^"']+)/.exec(start)?.[1] ?? 'utf-8';
  // Where the declaration can be read a byte a character, there is no UTF-16.
  const isUtf8 = start.startsWith('\xef\xbb\xbf') || /^(?:utf-?16|ucs-?2)/i.test(declared);
  try {
    return new TextDecoder(isUtf8 ? 'utf-8' : declared);
  } catch {
    throw new RecordFileError(
      name,
      `is XML in the encoding '${declared}', which is not known here`,
      'UTF-8, UTF-16, ISO-8859-1 or another encoding of the web',
    );
  }
}
