import { TextDecoder } from 'node:util';
import { xmlEncoding } from './xml-encoding.js';

/** What XML may not hold: a parser would stop at it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: These are what is looked for.
const NOT_XML = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;

/** The text of an XML file. Bytes and characters that XML may not hold become U+FFFD. */
export async function* xmlText(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  for await (const piece of pieces) {
    decoder ??= new TextDecoder(xmlEncoding(piece));
    yield decoder.decode(piece, { stream: true }).replace(NOT_XML, '\ufffd');
  }
  if (decoder !== undefined) yield decoder.decode();
}
