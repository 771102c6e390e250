/*
 * Reads ISO 2709, the binary format of MARC: splits a file into records at their terminators, and parses the directory
 * and the fields of each. Damage is repaired with a message, or one record is refused. `record-encoding.ts` decodes the
 * text.
 */

import { lazy } from '../../base/lazy.js';
import type { MarcFormat } from './marc-record.js';
import {
  controlText,
  type MarcField,
  type MarcRecord,
  type MarcSubfield,
  type RecordOutcome,
} from './marc-record.js';
import { type RecordEncoding, recordEncoding, textDecoder } from './record-encoding.js';
import { unimarcEncoding } from './unimarc-encoding.js';

const RECORD_TERMINATOR = 0x1d;
const FIELD_TERMINATOR = 0x1e;
const SUBFIELD_DELIMITER = '\x1f';
const REPLACEMENT = '\ufffd';
const LEADER_BYTES = 24;

/**
 * Reads the records of an ISO 2709 file.
 *
 * @param format the format of the records, which declares the encoding of the text in its own way
 * @param tags The tags of the fields to read. Default: all fields.
 */
export async function* readIso2709(
  pieces: AsyncIterable<Uint8Array>,
  format: MarcFormat,
  tags?: ReadonlySet<string>,
): AsyncGenerator<RecordOutcome> {
  const splitter = new RecordSplitter();
  const encodings = new FileEncodings(format === 'unimarc' ? unimarcEncoding : recordEncoding);
  let number = 0;
  for await (const piece of pieces) {
    for (const split of splitter.push(piece)) {
      for (const record of encodings.push(split)) yield outcomeOf(++number, record, tags);
    }
  }
  for (const split of splitter.end()) {
    for (const record of encodings.push(split)) yield outcomeOf(++number, record, tags);
  }
  for (const record of encodings.end()) yield outcomeOf(++number, record, tags);
}

function outcomeOf(
  number: number,
  { bytes, encoding, problem = encoding.problem, isTruncation, repair }: EncodedRecord,
  tags: ReadonlySet<string> | undefined,
): RecordOutcome {
  const parsed = parseRecord(bytes, encoding, tags);
  const truncation = isTruncation && { isTruncation };
  if ('problem' in parsed) return { number, ...parsed, ...(problem && { problem }), ...truncation };
  if (problem === undefined) {
    return {
      number,
      record: parsed.record,
      repairs: [...(repair ? [repair] : []), ...parsed.repairs],
    };
  }
  const controlNumber = controlText(parsed.record.fields, '001');
  return {
    number,
    ...(controlNumber !== undefined && { controlNumber }),
    problem,
    ...truncation,
  };
}

/** The bytes of one record, or bytes that are refused. */
interface RecordBytes {
  /** The record from its leader to its record terminator, which may be missing. */
  readonly bytes: Buffer;
  /** The reason for refusing the bytes; undefined if they are passed on as a record. */
  readonly problem?: string;
  /** Present for refused bytes with which the file ends early. */
  readonly isTruncation?: true;
  /** A message about skipped bytes before the record that are not padding. */
  readonly repair?: string;
}

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
class RecordSplitter {
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
    const declared = digits(left, 0);
    if (this.#dropped > 0) {
      yield { ...this.#endless(left), isTruncation: true };
    } else if (declared > left.length) {
      yield {
        bytes: left,
        problem: `expected a record of ${declared} bytes, found the end of the file after ${left.length}`,
        isTruncation: true,
      };
    } else if (left.length + this.#stray > 0) {
      yield {
        bytes: left,
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
    const wholeAt = digits(record, 0) === record.length ? 0 : findWholeRecord(record);
    const rest = wholeAt === -1 ? record : record.subarray(0, wholeAt);
    if (this.#dropped > 0 || rest.length > MAX_RECORD_BYTES) yield this.#endless(rest);
    else if (rest.length >= LEADER_BYTES) yield this.#record(rest);
    else this.#stray += rest.length;
    if (wholeAt !== -1) yield this.#record(record.subarray(wholeAt));
  }

  #record(bytes: Buffer): RecordBytes {
    const stray = this.#stray;
    this.#stray = 0;
    if (stray === 0) return { bytes };
    const repair = `before the leader: expected nothing, found ${formatBytes(stray)}; skipped`;
    return { bytes, repair };
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
    if (digits(bytes, start) !== bytes.length - start) continue;
    const base = digits(bytes, start + 12);
    if (base > LEADER_BYTES && bytes[start + base - 1] === FIELD_TERMINATOR) return start;
  }
  return -1;
}

/** Parses a number of ASCII digits, such as the record length in leader/00-04. Returns -1 for other bytes. */
function digits(bytes: Buffer, start: number, length = LENGTH_DIGITS): number {
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

/** The line breaks, spaces, NULs and end-of-file marks that some systems write before a record. */
const PADDING = [0x0a, 0x0d, 0x20, 0, 0x1a];

function withoutPadding(bytes: Buffer): Buffer {
  let start = 0;
  while (PADDING.includes(bytes[start])) start++;
  return bytes.subarray(start);
}

function formatBytes(length: number): string {
  return `${length} ${length === 1 ? 'byte' : 'bytes'}`;
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

interface EncodedRecord extends RecordBytes {
  readonly encoding: RecordEncoding;
}

/** The maximum total length of records that are held back. */
const MAX_PENDING_BYTES = 1 << 22;

/**
 * See {@link FileEncodings}. The number is more than 1, because a single record that appears to be Windows-1252 may be
 * damaged MARC-8.
 */
const MIN_SURPLUS = 2;

/**
 * Determines the encodings of the records of a file. A record of doubtful encoding is read as Windows-1252 if the
 * records read so far that are certainly Windows-1252 outnumber the records that are certainly MARC-8 by at least two.
 * Until the records read so far decide the encoding, doubtful records and the records after them are held back.
 *
 * Holds back at most 4 MiB of records.
 */
class FileEncodings {
  #pending: EncodedRecord[] = [];
  #pendingBytes = 0;
  /** The number of records that are certainly Windows-1252, minus the number that are certainly MARC-8. */
  #surplus = 0;
  /** Whether doubtful records are no longer held back. */
  #isSettled = false;

  /** @param encodingOf determines the encoding of the bytes of a record */
  constructor(private readonly encodingOf: (bytes: Buffer) => RecordEncoding) {}

  /** Adds a record. Returns the records that need not be held back, in the order of the file. */
  push(record: RecordBytes): readonly EncodedRecord[] {
    const encoding = this.encodingOf(record.bytes);
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

/** A parsed record, or the reason for refusing it. */
type ParsedRecord =
  | { readonly record: MarcRecord; readonly repairs: readonly string[] }
  | { readonly problem: string; readonly controlNumber?: string };

/**
 * Parses one ISO 2709 record.
 *
 * @param bytes the record, from its leader to its record terminator, which may be missing
 * @param encoding the encoding of the text
 * @param tags The tags of the fields to read. Default: all fields.
 */
function parseRecord(
  bytes: Buffer,
  encoding: RecordEncoding,
  tags: ReadonlySet<string> | undefined,
): ParsedRecord {
  if (bytes.length <= LEADER_BYTES) {
    return {
      problem: `expected a leader of ${LEADER_BYTES} bytes and a directory, found ${bytes.length} bytes`,
    };
  }
  const latin1 = bytes.toString('latin1');
  const directory = readDirectory(bytes, latin1);
  if (typeof directory === 'string') return { problem: directory, ...controlNumberOf(latin1) };

  const leader = wholeLeader(latin1.slice(0, directory.start));
  const repairs: string[] = [];
  const declaredLength = leader.slice(0, 5);
  if (Number(declaredLength) !== bytes.length) {
    repairs.push(
      bytes[bytes.length - 1] === RECORD_TERMINATOR
        ? `leader/00-04: expected the record length ${bytes.length}, found '${declaredLength}'`
        : 'expected a record terminator at the end, found none',
    );
  }
  repairs.push(...directory.repairs);

  const decoder = textDecoder(bytes, latin1, encoding);
  if (decoder.repair !== undefined) repairs.push(decoder.repair);
  const entries = directory.entries.filter(({ tag }) => tags === undefined || tags.has(tag));
  const fields = entries.map(({ tag, start, end }) => {
    const { text, isDamaged, hasWindows1252 } = decoder.decode(start, end);
    if (isDamaged) {
      repairs.push(`${tag}: expected ${decoder.name}, found invalid bytes; read as U+FFFD`);
    }
    if (hasWindows1252) {
      repairs.push(
        `${tag}: expected ${decoder.name}, found bytes of Windows-1252; read as Windows-1252`,
      );
    }
    return parseField(tag, text, repairs);
  });
  return { record: { leader, fields }, repairs };
}

function parseField(tag: string, text: string, repairs: string[]): MarcField {
  if (tag.startsWith('00')) return { tag, value: text };
  const first = text.indexOf(SUBFIELD_DELIMITER);
  if (first !== 2) {
    repairs.push(
      first === -1
        ? `${tag}: expected subfields, found none; the text was read as subfield a`
        : `${tag}: expected two indicators, found '${text.slice(0, first)}'`,
    );
  }
  const indicators = first === 2 ? text : text.slice(0, first === -1 ? 2 : first).padEnd(2);
  return {
    tag,
    indicator1: indicators[0],
    indicator2: indicators[1],
    subfields: subfieldsOf(tag, text, first, repairs),
  };
}

function subfieldsOf(tag: string, text: string, first: number, repairs: string[]): MarcSubfield[] {
  if (first === -1) return text.length > 2 ? [{ code: 'a', value: text.slice(2) }] : [];
  const subfields: MarcSubfield[] = [];
  let start = first + 1;
  while (start <= text.length) {
    const found = text.indexOf(SUBFIELD_DELIMITER, start);
    const end = found === -1 ? text.length : found;
    // A delimiter without a subfield code is ignored.
    if (end > start) subfields.push(parseSubfield(tag, text.slice(start, end), repairs));
    start = end + 1;
  }
  return subfields;
}

function parseSubfield(tag: string, text: string, repairs: string[]): MarcSubfield {
  const code = text[0];
  if (code > ' ' && code <= '~') return { code, value: text.slice(1) };
  repairs.push(
    `${tag}: expected a subfield code, found none; the text was kept under the code U+FFFD`,
  );
  return { code: REPLACEMENT, value: code === REPLACEMENT ? text.slice(1) : text };
}

/**
 * Returns field 001 of a record whose directory cannot be read. Requires that field 001 is the first field
 * and that its text consists of 1 to 40 printable ASCII characters.
 */
function controlNumberOf(latin1: string): { controlNumber: string } | undefined {
  const isFirst = (start: number) => latin1.startsWith('001', start);
  if (![LEADER_BYTES, ...OTHER_LEADERS].some(isFirst)) return undefined;
  const start = latin1.indexOf('\x1e') + 1;
  const controlNumber = latin1.slice(start, latin1.indexOf('\x1e', start)).trim();
  return start > 0 && /^[ -~]{1,40}$/.test(controlNumber) ? { controlNumber } : undefined;
}

interface Directory {
  /** The position of the directory, which is the length of the leader. */
  readonly start: number;
  /** One entry per field. */
  readonly entries: readonly DirectoryEntry[];
  /** Messages for the report, if the directory does not match the fields or has another form. */
  readonly repairs: readonly string[];
}

/** The positions of the bytes of a field in the record. */
interface FieldPlace {
  /** The position of the first byte. */
  readonly start: number;
  /** The position of the field terminator, or the end of the fields if the last field has no terminator. */
  readonly end: number;
}

/** A field with the tag that the directory gives it. */
interface DirectoryEntry extends FieldPlace {
  readonly tag: string;
}

/** The length of an entry: 3 bytes of tag, 4 of field length and 5 of starting position. */
const ENTRY_BYTES = 12;

/** The lengths of a leader from which one or two bytes are missing, or that has one or two bytes too many. */
const OTHER_LEADERS = [-1, 1, -2, 2].map((difference) => LEADER_BYTES + difference);

/**
 * Reads the directory of a record, which has the tag, length and position of each field. Some systems write more digits
 * for long records, or a leader of another length. If the lengths and positions are wrong, the fields are separated at
 * their field terminators.
 *
 * @param bytes one record, including its leader
 * @param latin1 the same bytes, decoded as Latin-1
 * @returns the directory, or an error message if the fields cannot be identified
 */
function readDirectory(bytes: Buffer, latin1: string): Directory | string {
  const base = bytes.indexOf(FIELD_TERMINATOR) + 1;
  if (base <= LEADER_BYTES) return 'expected a directory after the leader, found none';
  const length = base - 1 - LEADER_BYTES;
  const fields = terminatedFields(bytes, base);
  const start = LEADER_BYTES;
  const isRegular = length % ENTRY_BYTES === 0;
  const placed = isRegular ? fieldsByPositions(bytes, latin1, base, fields) : undefined;
  if (placed !== undefined) return { start, entries: placed, repairs: [] };
  for (const other of [LEADER_BYTES, ...OTHER_LEADERS]) {
    const entries = fieldsByLongEntries(latin1, other, base, fields);
    if (entries === undefined) continue;
    const repairs = [
      ...(other === start
        ? []
        : [
            `leader: expected ${LEADER_BYTES} bytes, found ${other}; read with the length corrected`,
          ]),
      ...((base - 1 - other) % ENTRY_BYTES === 0
        ? []
        : ['directory: expected 4 digits for a length and 5 for a position, found more; read']),
    ];
    return { start: other, entries, repairs };
  }
  if (!isRegular) {
    return `directory: expected a length that is a multiple of ${ENTRY_BYTES} bytes, found ${length}`;
  }
  const count = length / ENTRY_BYTES;
  if (fields.length !== count) {
    return `directory: expected one entry per field, found ${count} entries and ${fields.length} fields`;
  }
  return {
    start,
    entries: fields.map((field, index) => ({
      tag: tagAt(latin1, LEADER_BYTES + index * ENTRY_BYTES),
      ...field,
    })),
    repairs: [
      'directory: expected the lengths and positions of the fields, found others; the fields were separated at their terminators',
    ],
  };
}

/** The minimum numbers of digits of a length and a position in the entries of a directory. */
const ENTRY_DIGITS = [
  [4, 5],
  [4, 6],
  [5, 5],
  [5, 6],
] as const;

/**
 * Returns the fields of a directory that has more digits for numbers, in all entries or where they are needed, or that
 * follows a leader of another length. Returns undefined if an entry is not the length and position of the next field.
 */
function fieldsByLongEntries(
  latin1: string,
  start: number,
  base: number,
  fields: readonly FieldPlace[],
): DirectoryEntry[] | undefined {
  for (const [lengthDigits, positionDigits] of ENTRY_DIGITS) {
    let at = start;
    const entries: DirectoryEntry[] = [];
    for (const field of fields) {
      const length = String(field.end - field.start + 1).padStart(lengthDigits, '0');
      const numbers = length + String(field.start - base).padStart(positionDigits, '0');
      if (!latin1.startsWith(numbers, at + 3)) break;
      entries.push({ tag: tagAt(latin1, at), ...field });
      at += 3 + numbers.length;
    }
    if (at === base - 1 && entries.length > 0 && entries.length === fields.length) return entries;
  }
  return undefined;
}

/** Matches leader/10-16 and the entry map at the end, and the parts of a leader before and between them. */
const LEADER_PARTS = /^(.{5,11}?)(22\d{5})(.*)(.{4})$/s;

/** Returns a leader of 24 characters. In a leader of another length, the part of the wrong length is padded or cut. */
function wholeLeader(leader: string): string {
  const [, front, lengths, middle, map] = LEADER_PARTS.exec(leader) ?? [];
  if (leader.length === LEADER_BYTES || front === undefined) return leader.padEnd(LEADER_BYTES);
  return `${front.slice(0, 10).padEnd(10)}${lengths}${middle.slice(0, 3).padEnd(3)}${map}`;
}

/**
 * Returns the fields at the positions in the directory. Returns undefined if an entry is not the position and length of a
 * field, or if a field has no entry.
 */
function fieldsByPositions(
  bytes: Buffer,
  latin1: string,
  base: number,
  fields: readonly FieldPlace[],
): DirectoryEntry[] | undefined {
  const byStart = lazy(() => new Map(fields.map((field) => [field.start, field])));
  const entries: DirectoryEntry[] = [];
  let isInOrder = true;
  for (let entry = LEADER_BYTES; entry < base - 1; entry += ENTRY_BYTES) {
    const at = base + digits(bytes, entry + 7, 5);
    const next = fields[entries.length];
    isInOrder &&= next?.start === at;
    const field = next?.start === at ? next : byStart().get(at);
    if (field === undefined || bytes[field.end] !== FIELD_TERMINATOR) return undefined;
    const { start, end } = field;
    if (end - start + 1 !== digits(bytes, entry + 3, 4)) return undefined;
    entries.push({ tag: tagAt(latin1, entry), start, end });
  }
  const used = isInOrder ? entries.length : new Set(entries.map(({ start }) => start)).size;
  return used === fields.length ? entries : undefined;
}

function tagAt(latin1: string, entry: number): string {
  return latin1.slice(entry, entry + 3);
}

/** Returns the fields, separated at their terminators. */
function terminatedFields(bytes: Buffer, base: number): FieldPlace[] {
  const end = bytes[bytes.length - 1] === RECORD_TERMINATOR ? bytes.length - 1 : bytes.length;
  const fields: FieldPlace[] = [];
  for (let start = base; start < end; ) {
    const found = bytes.indexOf(FIELD_TERMINATOR, start);
    const stop = found === -1 ? end : found;
    fields.push({ start, end: stop });
    start = stop + 1;
  }
  return fields;
}
