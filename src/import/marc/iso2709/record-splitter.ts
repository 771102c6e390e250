/** The bytes of one record as far as they could be told apart, and what was odd around them. */
export interface RecordBytes {
  /** From the leader on, with the record terminator unless that is missing. */
  readonly bytes: Buffer;
  /** Why there is no use in reading them, where there is none. */
  readonly problem?: string;
  /** A sentence for each thing found before or after the record. */
  readonly repairs: readonly string[];
}

const RECORD_TERMINATOR = 0x1d;
const FIELD_TERMINATOR = 0x1e;
const LEADER = 24;

/** The longest record that a leader can tell, in bytes. */
const LONGEST_TOLD = 99_999;

/** The longest record that is read, in bytes; some systems write longer ones than a leader can tell. */
const LONGEST_READ = 1 << 22;

/**
 * Tells records apart in a stream of ISO 2709, by their terminators. Where a leader tells another
 * length than that, the bytes are searched for a record that ends right there: one whose neighbour
 * lost its terminator is whole.
 *
 * Buffers one record and one piece of the stream at most, and no more than 4 MiB of a record.
 */
export class RecordSplitter {
  #pending: Buffer = Buffer.alloc(0);
  #dropped = 0;
  /** How many bytes since the last record belong to none. */
  #stray = 0;

  /** The records that are complete with this piece of the stream. */
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

  /** What is left where the stream ends. */
  *end(): Generator<RecordBytes> {
    const left = withoutFilling(this.#pending);
    const told = lengthTold(left, 0);
    if (this.#dropped > 0) {
      yield this.#endless(left);
    } else if (told > left.length) {
      yield {
        bytes: left,
        repairs: [],
        problem: `The file ends in the middle of this record: ${bytesOf(left.length)} of it are there, its leader says ${told}.`,
      };
    } else if (left.length + this.#stray > 0) {
      yield {
        bytes: left,
        repairs: [],
        problem: `The file ends with ${bytesOf(left.length + this.#stray)} that are no record.`,
      };
    }
  }

  *#split(bytes: Buffer): Generator<RecordBytes> {
    const record = withoutFilling(bytes);
    const whole = lengthTold(record, 0) === record.length ? 0 : findWholeRecord(record);
    const rest = whole === -1 ? record : record.subarray(0, whole);
    if (this.#dropped > 0 || rest.length > LONGEST_READ) yield this.#endless(rest);
    else if (rest.length >= LEADER) yield this.#record(rest);
    else this.#stray += rest.length;
    if (whole !== -1) yield this.#record(record.subarray(whole));
  }

  #record(bytes: Buffer): RecordBytes {
    const stray = this.#stray;
    this.#stray = 0;
    return {
      bytes,
      repairs:
        stray === 0
          ? []
          : [`${bytesOf(stray)} before it belong to no record and were passed over.`],
    };
  }

  /** Forgets the most of a record that has grown too long, but not a whole one at its end. */
  #limit(): void {
    const excess = this.#pending.length - (this.#dropped > 0 ? LONGEST_TOLD : LONGEST_READ);
    if (excess <= 0) return;
    const drop = this.#pending.length - LONGEST_TOLD;
    this.#dropped += drop;
    this.#pending = Buffer.from(this.#pending.subarray(drop));
  }

  #endless(rest: Buffer): RecordBytes {
    const length = this.#dropped + rest.length;
    this.#dropped = 0;
    return {
      bytes: rest,
      repairs: [],
      problem: `${bytesOf(length)} without a record terminator among them; at most 4 MiB are read as one record.`,
    };
  }
}

/**
 * Where a whole record begins that ends with the bytes: its leader tells just that length, and its
 * directory ends where the leader says. -1 where there is none.
 */
function findWholeRecord(bytes: Buffer): number {
  for (let start = 1; start <= bytes.length - LEADER; start++) {
    if (lengthTold(bytes, start) !== bytes.length - start) continue;
    const base = digits(bytes, start + 12, 5);
    if (base > LEADER && bytes[start + base - 1] === FIELD_TERMINATOR) return start;
  }
  return -1;
}

/** The record length that a leader tells, or -1. */
function lengthTold(bytes: Buffer, start: number): number {
  return digits(bytes, start, 5);
}

/** A number of ASCII digits, or -1. */
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

/** Without the line ends, spaces, NULs and end-of-file marks that some systems write between records. */
function withoutFilling(bytes: Buffer): Buffer {
  let start = 0;
  while (start < bytes.length && isFilling(bytes[start])) start++;
  return bytes.subarray(start);
}

function isFilling(byte: number): boolean {
  return byte === 0x0a || byte === 0x0d || byte === 0x20 || byte === 0 || byte === 0x1a;
}

function bytesOf(length: number): string {
  return `${length} ${length === 1 ? 'byte' : 'bytes'}`;
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}
