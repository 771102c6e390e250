import { RecordFileError } from '../../file/record-file-error.js';
import type { RecordOutcome } from '../record-outcome.js';
import { BareAmpersands } from './bare-ampersands.js';
import { MarcXmlReader } from './marcxml-reader.js';
import { xmlText } from './xml-text.js';

/**
 * Reads the records of a stream of MARCXML, wherever in it they stand: in a collection, alone, or in
 * the answer of a server.
 *
 * @param name what a message calls the file
 * @throws RecordFileError when it is XML without a MARC record that promised none either
 */
export async function* readMarcXml(
  pieces: AsyncIterable<Uint8Array>,
  name: string,
): AsyncGenerator<RecordOutcome> {
  const reader = new MarcXmlReader();
  const ampersands = new BareAmpersands();
  for await (const text of xmlText(pieces)) yield* reader.push(ampersands.push(text));
  yield* reader.push(ampersands.end());
  yield* reader.end();
  if (!reader.isMarc) {
    throw new RecordFileError(
      name,
      reader.root === undefined
        ? 'is no XML'
        : `is XML of another kind: its root is <${reader.root}>`,
    );
  }
}
