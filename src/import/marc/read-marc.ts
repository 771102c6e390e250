import { setImmediate } from 'node:timers/promises';
import { decompress, type Pieces, peek } from '../file/decompress.js';
import { DamagedGzipError } from '../file/gunzip.js';
import { RecordFileError } from '../file/record-file.js';
import { BYTES_TO_RECOGNIZE, recognizeFormat } from './detect-format.js';
import { readIso2709 } from './iso2709/read-iso2709.js';
import { readMarcXml } from './marcxml/read-marcxml.js';
import type { RecordOutcome } from './record-outcome.js';

/** Options of {@link readMarcRecords}. */
export interface MarcReadingOptions {
  /** The name of the file in messages. Default: `input`. */
  readonly name?: string;
}

/**
 * Reads MARC 21 records in ISO 2709 (UTF-8 or MARC-8) or MARCXML, plain or compressed with gzip. The
 * format is recognized by the content. Does not keep the whole file in memory.
 *
 * A damaged record throws no error: the record is returned with repairs, or refused.
 *
 * @param bytes the whole file, in pieces of any length
 * @returns one outcome per record, in the order of the file
 * @throws RecordFileError if the file is in another format, or if its gzip data is damaged before the
 *   first outcome
 * @example
 * for await (const outcome of readMarcRecords(createReadStream('data/harbour.mrc'))) {
 *   if ('record' in outcome) console.log(outcome.record.leader);
 *   else console.log(outcome.number, outcome.problem);
 * }
 */
export async function* readMarcRecords(
  bytes: Pieces,
  { name = 'input' }: MarcReadingOptions = {},
): AsyncGenerator<RecordOutcome> {
  let number = 0;
  try {
    for await (const outcome of readAnyFormat(bytes, name)) {
      number = outcome.number;
      yield outcome;
    }
  } catch (error) {
    if (!(error instanceof DamagedGzipError)) throw error;
    if (number === 0) throw new RecordFileError(name, `damaged gzip data (${error.message})`);
    yield {
      number: number + 1,
      problem: `expected complete gzip data, found damage (${error.message}); the rest of the file was not read`,
      isTruncation: true,
    };
  }
}

async function* readAnyFormat(bytes: Pieces, name: string): AsyncGenerator<RecordOutcome> {
  const { head, all } = await peek(await decompress(bytes), BYTES_TO_RECOGNIZE);
  const format = recognizeFormat(head);
  // Reading the first record takes several times as long as later records, because its code is compiled.
  await setImmediate();
  if (format === 'ISO 2709') yield* readIso2709(all);
  else if (format === 'MARCXML') yield* readMarcXml(all, name);
  else throw new RecordFileError(name, format.found);
}
