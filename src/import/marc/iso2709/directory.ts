/** The directory of a record. */
export interface Directory {
  /** One entry per field. */
  readonly entries: readonly DirectoryEntry[];
  /** A message for the report, if the directory does not match the fields. */
  readonly repair?: string;
}

/** The tag of a field and the positions of its bytes in the record. */
export interface DirectoryEntry {
  readonly tag: string;
  /** The position of the first byte. */
  readonly start: number;
  /** The position of the field terminator, or the end of the fields if the last field has no terminator. */
  readonly end: number;
}

const FIELD_TERMINATOR = 0x1e;
const RECORD_TERMINATOR = 0x1d;
const LEADER_BYTES = 24;

/** The length of an entry: 3 bytes of tag, 4 of field length and 5 of starting position. */
const ENTRY_BYTES = 12;

/**
 * Reads the directory of a record, which has the tag, length and position of each field. If the lengths
 * and positions are wrong, the fields are separated at their field terminators.
 *
 * @param bytes one record, including its leader
 * @param latin1 the same bytes, decoded as Latin-1
 * @returns the directory, or an error message if the fields cannot be identified
 */
export function readDirectory(bytes: Buffer, latin1: string): Directory | string {
  const base = bytes.indexOf(FIELD_TERMINATOR) + 1;
  if (base <= LEADER_BYTES) return 'expected a directory after the leader, found none';
  if ((base - 1 - LEADER_BYTES) % ENTRY_BYTES !== 0) {
    return `directory: expected a length that is a multiple of ${ENTRY_BYTES} bytes, found ${base - 1 - LEADER_BYTES}`;
  }
  const end = bytes[bytes.length - 1] === RECORD_TERMINATOR ? bytes.length - 1 : bytes.length;
  return (
    inFieldOrder(bytes, latin1, base, end) ??
    inAnyOrder(bytes, latin1, base, end) ??
    byTerminators(bytes, latin1, base, end)
  );
}

/** Returns the directory if its entries are correct and in the order of the fields; otherwise undefined. */
function inFieldOrder(
  bytes: Buffer,
  latin1: string,
  base: number,
  end: number,
): Directory | undefined {
  const entries: DirectoryEntry[] = [];
  let start = base;
  for (let entry = LEADER_BYTES; entry < base - 1; entry += ENTRY_BYTES) {
    const next = start + digits(bytes, entry + 3, 4);
    const isNext = digits(bytes, entry + 7, 5) === start - base;
    if (!isNext || bytes.indexOf(FIELD_TERMINATOR, start) !== next - 1) return undefined;
    entries.push({ tag: latin1.slice(entry, entry + 3), start, end: next - 1 });
    start = next;
  }
  return start === end ? { entries } : undefined;
}

/** Returns the directory if its entries are correct, in any order; otherwise undefined. */
function inAnyOrder(
  bytes: Buffer,
  latin1: string,
  base: number,
  end: number,
): Directory | undefined {
  const entries: DirectoryEntry[] = [];
  const starts = new Set<number>();
  for (let entry = LEADER_BYTES; entry < base - 1; entry += ENTRY_BYTES) {
    const start = base + digits(bytes, entry + 7, 5);
    const next = start + digits(bytes, entry + 3, 4);
    const isField =
      bytes[start - 1] === FIELD_TERMINATOR && bytes.indexOf(FIELD_TERMINATOR, start) === next - 1;
    if (!isField) return undefined;
    starts.add(start);
    entries.push({ tag: latin1.slice(entry, entry + 3), start, end: next - 1 });
  }
  return starts.size === terminatedFields(bytes, base, end).length ? { entries } : undefined;
}

/**
 * Separates the fields at their terminators if there are as many fields as entries. Otherwise returns an
 * error message.
 */
function byTerminators(
  bytes: Buffer,
  latin1: string,
  base: number,
  end: number,
): Directory | string {
  const fields = terminatedFields(bytes, base, end);
  const count = (base - 1 - LEADER_BYTES) / ENTRY_BYTES;
  if (fields.length !== count) {
    return `directory: expected one entry per field, found ${count} entries and ${fields.length} fields`;
  }
  return {
    entries: fields.map((field, index) => {
      const entry = LEADER_BYTES + index * ENTRY_BYTES;
      return { tag: latin1.slice(entry, entry + 3), ...field };
    }),
    repair:
      'directory: expected the lengths and positions of the fields, found others; the fields were separated at their terminators',
  };
}

/** Returns the positions of the fields, separated at their terminators. */
function terminatedFields(
  bytes: Buffer,
  base: number,
  end: number,
): { start: number; end: number }[] {
  const fields: { start: number; end: number }[] = [];
  let start = base;
  while (start < end) {
    const found = bytes.indexOf(FIELD_TERMINATOR, start);
    const stop = found === -1 ? end : found;
    fields.push({ start, end: stop });
    start = stop + 1;
  }
  return fields;
}

/** Parses a number of `length` ASCII digits. Returns NaN for other bytes. */
function digits(bytes: Buffer, start: number, length: number): number {
  let number = 0;
  for (let at = start; at < start + length; at++) {
    const digit = bytes[at] - 0x30;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    number = number * 10 + digit;
  }
  return number;
}
