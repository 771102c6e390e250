import { fieldPlaces } from './field-places.js';
import { type RecordEncoding, recordEncoding } from './record-encoding.js';
import type { RecordBytes } from './record-splitter.js';

/** The bytes of a record, and what its texts are encoded in. */
export interface EncodedRecord extends RecordBytes {
  readonly encoding: RecordEncoding;
}

/** How many bytes of records wait at most for others that settle what they are. */
const LONGEST_WAIT = 1 << 22;

/** One record may look like Windows-1252 because it is damaged. */
const FEWEST = 2;

/**
 * Finds out what the texts of the records of a file are encoded in. One that may be MARC-8 or
 * Windows-1252 is taken for Windows-1252 where, so far, at least two more records are that without doubt
 * than are MARC-8. At the beginning of a file such records wait until others settle it.
 *
 * Holds no more than 4 MiB of records back.
 */
export class EncodingsOfFile {
  #waiting: EncodedRecord[] = [];
  #bytesWaiting = 0;
  /** How many more records are Windows-1252 without doubt than are MARC-8. */
  #surplus = 0;
  #isSettled = false;

  /** The records whose encoding is settled with this one, in the order in which they came. */
  push(record: RecordBytes): readonly EncodedRecord[] {
    const encoding = recordEncoding(record.bytes);
    const { name, isDoubtful } = encoding;
    if (!isDoubtful && name === 'Windows-1252' && isReadable(record)) this.#surplus++;
    if (!isDoubtful && name === 'MARC-8') this.#surplus--;
    if (this.#surplus < 0 || this.#surplus >= FEWEST) this.#isSettled = true;
    this.#waiting.push({ ...record, encoding });
    this.#bytesWaiting += record.bytes.length;
    const isWaiting = this.#waiting[0].encoding.isDoubtful && !this.#isSettled;
    return isWaiting && this.#bytesWaiting <= LONGEST_WAIT ? [] : this.end();
  }

  /** The records that still wait, where no other follows. */
  end(): readonly EncodedRecord[] {
    const settled = this.#waiting;
    this.#waiting = [];
    this.#bytesWaiting = 0;
    return this.#surplus >= FEWEST ? settled.map(asWindows1252) : settled;
  }
}

/** Of what is no record, bytes say nothing. */
function isReadable({ bytes, problem }: RecordBytes): boolean {
  return problem === undefined && typeof fieldPlaces(bytes, bytes.toString('latin1')) !== 'string';
}

function asWindows1252(record: EncodedRecord): EncodedRecord {
  if (!record.encoding.isDoubtful) return record;
  return { ...record, encoding: { name: 'Windows-1252', isDoubtful: true } };
}
