import { DamagedGzipError } from '../file/gunzip.js';
import { type Pieces, peek } from '../file/peek.js';
import { RecordFileError } from '../file/record-file-error.js';
import { unpacked } from '../file/unpacked.js';
import { readIso2709 } from './iso2709/read-iso2709.js';
import { readMarcXml } from './marcxml/read-marcxml.js';
import { BYTES_TO_RECOGNIZE, recognizeFormat } from './recognize-format.js';
import type { RecordOutcome } from './record-outcome.js';

/** How records are read. */
export interface MarcReadingOptions {
  /** What a message calls the bytes, such as their file's path. Default: `The input`. */
  readonly name?: string;
}

/**
 * Reads MARC 21 records: ISO 2709 in UTF-8 or MARC-8, or MARCXML, each compressed with gzip or not.
 * Which it is, the bytes say. Holds one piece of the bytes and one record at a time.
 *
 * Damage is never an exception: a damaged record comes out with repairs or refused, and those
 * around it as they are.
 *
 * @param bytes all of the file, in pieces of any length
 * @returns an outcome for each record, in the order of the file
 * @throws RecordFileError when the bytes are no MARC records at all
 * @example
 * for await (const outcome of readMarcRecords(createReadStream('export.mrc'))) {
 *   if ('record' in outcome) add(outcome.record);
 *   else report(outcome.number, outcome.problem);
 * }
 */
export async function* readMarcRecords(
  bytes: Pieces,
  { name = 'The input' }: MarcReadingOptions = {},
): AsyncGenerator<RecordOutcome> {
  let number = 0;
  try {
    for await (const outcome of readAnyForm(bytes, name)) {
      number = outcome.number;
      yield outcome;
    }
  } catch (error) {
    if (!(error instanceof DamagedGzipError)) throw error;
    if (number === 0) throw new RecordFileError(name, `cannot be unpacked (${error.message})`);
    yield {
      number: number + 1,
      problem: `The compressed file is damaged or cut short here (${error.message}); nothing after this place could be read.`,
    };
  }
}

async function* readAnyForm(bytes: Pieces, name: string): AsyncGenerator<RecordOutcome> {
  const { head, all } = await peek(await unpacked(bytes), BYTES_TO_RECOGNIZE);
  const format = recognizeFormat(head);
  if (format === 'ISO 2709') yield* readIso2709(all);
  else if (format === 'MARCXML') yield* readMarcXml(all, name);
  else throw new RecordFileError(name, format.instead);
}
