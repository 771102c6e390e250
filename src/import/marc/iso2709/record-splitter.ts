/** The bytes of one record, or bytes that are refused. */
export interface RecordBytes {
  /** The record from its leader to its record terminator, which may be missing. */
  readonly bytes: Buffer;
  /** The reason for refusing the bytes; undefined if they are passed on as a record. */
  readonly problem?: string;
  /** Present for refused bytes with which the file ends early. */
  readonly isTruncation?: true;
  /**
   * A message about skipped bytes before the record that are not padding. Empty if there are no such bytes,
   * and for refused bytes.
   */
  readonly repairs: readonly string[];
}

const RECORD_TERMINATOR = 0x1d;
const FIELD_TERMINATOR = 0x1e;
const LEADER_BYTES = 24;
/** The number of digits of the record length in leader/00-04. */
const LENGTH_DIGITS = 5;

/** The maximum record length that the five digits of leader/00-04 can declare. */
const MAX_DECLARED_BYTES = 99_999;

/**
 * The maximum length of a record that is read. Some systems write records that are longer than leader/00-04
 * can declare.
 */
const MAX_RECORD_BYTES = 1 << 22;

/**
 * Splits an ISO 2709 file into records at their record terminators. If the bytes up to a terminator do not
 * have the length that their leader declares, they can be two records, the first of them without its
 * terminator. These bytes are searched for the leader of a second record, which declares the correct length.
 *
 * Buffers one piece of the file and at most 4 MiB of a record.
 */
export class RecordSplitter {
  #pending: Buffer = Buffer.alloc(0);
  /** The number of bytes dropped from the beginning of a record that is too long. */
  #dropped = 0;
  /** The number of bytes since the last record that belong to no record. */
  #stray = 0;

  /** Adds a piece of the file and returns the records that it completes. */
  *push(piece: Uint8Array): Generator<RecordBytes> {
    const searched = this.#pending.length;
    const bytes = searched === 0 ? asBuffer(piece) : Buffer.concat([this.#pending, piece]);
    let start = 0;
    let end = bytes.indexOf(RECORD_TERMINATOR, searched);
    while (end !== -1) {
      yield* this.#split(bytes.subarray(start, end + 1));
      start = end + 1;
      end = bytes.indexOf(RECORD_TERMINATOR, start);
    }
    this.#pending = bytes.subarray(start);
    this.#limit();
  }

  /**
   * Returns a refused record if bytes other than padding follow the last record. Bytes before a terminator
   * that are too short for a record count as well, but are not part of `bytes`. The file ends early if the
   * bytes begin like a leader, or if they are too long for a record. Other bytes may be a note after the last record.
   */
  *end(): Generator<RecordBytes> {
    const left = withoutPadding(this.#pending);
    const declared = declaredLength(left, 0);
    if (this.#dropped > 0) {
      yield { ...this.#endless(left), isTruncation: true };
    } else if (declared > left.length) {
      yield {
        bytes: left,
        repairs: [],
        problem: `expected a record of ${declared} bytes, found the end of the file after ${left.length}`,
        isTruncation: true,
      };
    } else if (left.length + this.#stray > 0) {
      yield {
        bytes: left,
        repairs: [],
        problem: `expected a record, found ${formatBytes(left.length + this.#stray)} at the end of the file`,
        ...(beginsLikeLeader(left) && { isTruncation: true }),
      };
    }
  }

  /**
   * Returns the records in bytes that end with a record terminator: one record, or two records if the
   * first has no terminator. Returns no record for bytes that are too short for a leader.
   */
  *#split(bytes: Buffer): Generator<RecordBytes> {
    const record = withoutPadding(bytes);
    const wholeAt = declaredLength(record, 0) === record.length ? 0 : findWholeRecord(record);
    const rest = wholeAt === -1 ? record : record.subarray(0, wholeAt);
    if (this.#dropped > 0 || rest.length > MAX_RECORD_BYTES) yield this.#endless(rest);
    else if (rest.length >= LEADER_BYTES) yield this.#record(rest);
    else this.#stray += rest.length;
    if (wholeAt !== -1) yield this.#record(record.subarray(wholeAt));
  }

  #record(bytes: Buffer): RecordBytes {
    const stray = this.#stray;
    this.#stray = 0;
    return {
      bytes,
      repairs:
        stray === 0
          ? []
          : [`before the leader: expected nothing, found ${formatBytes(stray)}; skipped`],
    };
  }

  /**
   * Drops the beginning of an unfinished record that is too long. Keeps the last 99,999 bytes, which may
   * contain the beginning of the next record.
   */
  #limit(): void {
    const excess =
      this.#pending.length - (this.#dropped > 0 ? MAX_DECLARED_BYTES : MAX_RECORD_BYTES);
    if (excess <= 0) return;
    const drop = this.#pending.length - MAX_DECLARED_BYTES;
    this.#dropped += drop;
    this.#pending = Buffer.from(this.#pending.subarray(drop));
  }

  /** Refuses bytes that are too long for a record. */
  #endless(rest: Buffer): RecordBytes {
    const length = this.#dropped + rest.length;
    this.#dropped = 0;
    return {
      bytes: rest,
      repairs: [],
      problem: `expected a record terminator within 4 MiB, found none in ${formatBytes(length)}`,
    };
  }
}

/**
 * Returns the position of a whole record at the end of the bytes, or -1 if there is none. The leader of a
 * whole record declares the correct length of the record and the correct end of its directory.
 */
function findWholeRecord(bytes: Buffer): number {
  for (let start = 1; start <= bytes.length - LEADER_BYTES; start++) {
    if (declaredLength(bytes, start) !== bytes.length - start) continue;
    const base = digits(bytes, start + 12, 5);
    if (base > LEADER_BYTES && bytes[start + base - 1] === FIELD_TERMINATOR) return start;
  }
  return -1;
}

/** Parses the record length in leader/00-04. Returns -1 for an invalid length. */
function declaredLength(bytes: Buffer, start: number): number {
  return digits(bytes, start, LENGTH_DIGITS);
}

/** Parses a number of `length` ASCII digits. Returns -1 for other bytes. */
function digits(bytes: Buffer, start: number, length: number): number {
  if (start + length > bytes.length) return -1;
  let number = 0;
  for (let at = start; at < start + length; at++) {
    const digit = bytes[at] - 0x30;
    if (digit < 0 || digit > 9) return -1;
    number = number * 10 + digit;
  }
  return number;
}

/** Whether the bytes begin with the record length in leader/00-04, or with a part of it. */
function beginsLikeLeader(bytes: Buffer): boolean {
  return /^\d+$/.test(bytes.toString('latin1', 0, LENGTH_DIGITS));
}

/** Removes the line breaks, spaces, NULs and end-of-file marks that some systems write before a record. */
function withoutPadding(bytes: Buffer): Buffer {
  let start = 0;
  while (start < bytes.length && isPadding(bytes[start])) start++;
  return bytes.subarray(start);
}

function isPadding(byte: number): boolean {
  return byte === 0x0a || byte === 0x0d || byte === 0x20 || byte === 0 || byte === 0x1a;
}

function formatBytes(length: number): string {
  return `${length} ${length === 1 ? 'byte' : 'bytes'}`;
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}
