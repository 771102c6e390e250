import { createPauses } from '../../../snapshot/source/pauses.js';
import { RecordFileError } from '../../file/record-file.js';
import type { RecordOutcome } from '../record-outcome.js';
import { BareAmpersands } from './bare-ampersands.js';
import { MarcXmlReader } from './marcxml-reader.js';
import { xmlText } from './xml-encoding.js';

/** The maximum size of a piece of XML that is parsed at a time. A record has a few kilobytes. */
const MAX_PIECE_BYTES = 4096;

/** Yields pieces of up to {@link MAX_PIECE_BYTES}, so that the reader can pause within a record. */
async function* smallPieces(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length; at += MAX_PIECE_BYTES) {
      yield piece.subarray(at, at + MAX_PIECE_BYTES);
    }
  }
}

/**
 * Reads the records of a MARCXML file. The root element is a collection, a single record, or an element
 * of another format that contains records, such as a response of an OAI-PMH server. Every few milliseconds, reading
 * pauses, and the event loop does other work.
 *
 * @param name the name of the file in messages
 * @throws RecordFileError if the file has no element of MARCXML except `record`, which other formats also
 *   have. An empty collection is valid.
 */
export async function* readMarcXml(
  pieces: AsyncIterable<Uint8Array>,
  name: string,
): AsyncGenerator<RecordOutcome> {
  const reader = new MarcXmlReader();
  const ampersands = new BareAmpersands();
  const pauses = createPauses();
  for await (const text of xmlText(smallPieces(pieces))) {
    yield* reader.push(ampersands.push(text));
    if (pauses.isDue()) await pauses.pause();
  }
  yield* reader.push(ampersands.end());
  yield* reader.end();
  if (!reader.isMarc) {
    throw new RecordFileError(
      name,
      reader.root === undefined
        ? 'text that is not XML'
        : `XML with the root element <${reader.root}>`,
    );
  }
}
