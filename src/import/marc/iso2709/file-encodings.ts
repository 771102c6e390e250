import { readDirectory } from './directory.js';
import { type RecordEncoding, recordEncoding } from './record-encoding.js';
import type { RecordBytes } from './record-splitter.js';

/** The bytes of a record and the encoding of its text. */
export interface EncodedRecord extends RecordBytes {
  readonly encoding: RecordEncoding;
}

/** The maximum total length of records that are held back. */
const MAX_PENDING_BYTES = 1 << 22;

/**
 * Doubtful records are Windows-1252 if Windows-1252 records outnumber MARC-8 records by at least this
 * number. The number is more than 1, because a single record that appears to be Windows-1252 may be damaged
 * MARC-8.
 */
const MIN_SURPLUS = 2;

/**
 * Determines the encodings of the records of a file. A record of doubtful encoding is read as
 * Windows-1252 if the records read so far that are certainly Windows-1252 outnumber the records that are
 * certainly MARC-8 by at least two. Until the records read so far decide the encoding, doubtful records and
 * the records after them are held back.
 *
 * Holds back at most 4 MiB of records.
 */
export class FileEncodings {
  #pending: EncodedRecord[] = [];
  #pendingBytes = 0;
  /** The number of records that are certainly Windows-1252, minus the number that are certainly MARC-8. */
  #surplus = 0;
  /** Whether doubtful records are no longer held back. */
  #isSettled = false;

  /** Adds a record. Returns the records that need not be held back, in the order of the file. */
  push(record: RecordBytes): readonly EncodedRecord[] {
    const encoding = recordEncoding(record.bytes);
    const { name, isDoubtful } = encoding;
    if (!isDoubtful && name === 'Windows-1252' && isReadable(record)) this.#surplus++;
    if (!isDoubtful && name === 'MARC-8') this.#surplus--;
    if (this.#surplus < 0 || this.#surplus >= MIN_SURPLUS) this.#isSettled = true;
    this.#pending.push({ ...record, encoding });
    this.#pendingBytes += record.bytes.length;
    const isPending = this.#pending[0].encoding.isDoubtful && !this.#isSettled;
    return isPending && this.#pendingBytes <= MAX_PENDING_BYTES ? [] : this.end();
  }

  /** Returns all records that are held back, in the order of the file. */
  end(): readonly EncodedRecord[] {
    const settled = this.#pending;
    this.#pending = [];
    this.#pendingBytes = 0;
    return this.#surplus >= MIN_SURPLUS ? settled.map(asWindows1252) : settled;
  }
}

/** Whether the bytes are a readable record. Other bytes are no evidence of Windows-1252. */
function isReadable({ bytes, problem }: RecordBytes): boolean {
  return (
    problem === undefined && typeof readDirectory(bytes, bytes.toString('latin1')) !== 'string'
  );
}

function asWindows1252(record: EncodedRecord): EncodedRecord {
  if (!record.encoding.isDoubtful) return record;
  return { ...record, encoding: { name: 'Windows-1252', isDoubtful: true } };
}
