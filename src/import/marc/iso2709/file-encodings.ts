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
 * The minimum surplus of Windows-1252 records over MARC-8 records. A single Windows-1252 record may be
 * damaged text in MARC-8.
 */
const MIN_SURPLUS = 2;

/**
 * Determines the encodings of the records of a file. A record of doubtful encoding is read as
 * Windows-1252 if the records so far that are undoubtedly Windows-1252 outnumber those that are
 * undoubtedly MARC-8 by at least two. Doubtful records at the beginning of a file are held back until
 * later records determine the encoding.
 *
 * Holds back at most 4 MiB of records.
 */
export class FileEncodings {
  #pending: EncodedRecord[] = [];
  #pendingBytes = 0;
  /** The number of undoubtedly Windows-1252 records minus that of undoubtedly MARC-8 records. */
  #surplus = 0;
  #isSettled = false;

  /** Adds a record. Returns the records whose encoding is now determined, in the order of the file. */
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

  /** Returns the remaining records at the end of the file. */
  end(): readonly EncodedRecord[] {
    const settled = this.#pending;
    this.#pending = [];
    this.#pendingBytes = 0;
    return this.#surplus >= MIN_SURPLUS ? settled.map(asWindows1252) : settled;
  }
}

/** Whether the bytes are a readable record. Other bytes are no evidence of an encoding. */
function isReadable({ bytes, problem }: RecordBytes): boolean {
  return (
    problem === undefined && typeof readDirectory(bytes, bytes.toString('latin1')) !== 'string'
  );
}

function asWindows1252(record: EncodedRecord): EncodedRecord {
  if (!record.encoding.isDoubtful) return record;
  return { ...record, encoding: { name: 'Windows-1252', isDoubtful: true } };
}
