/** Where the fields of a record stand among its bytes, without their terminators. */
export interface FieldPlaces {
  /** Tag, begin and end of each field, in the order of the directory. */
  readonly fields: readonly FieldPlace[];
  /** What was wrong with the directory and how it was read in spite of it. */
  readonly repair?: string;
}

/** Where a field stands. */
export interface FieldPlace {
  readonly tag: string;
  readonly start: number;
  readonly end: number;
}

const FIELD_TERMINATOR = 0x1e;
const RECORD_TERMINATOR = 0x1d;
const LEADER = 24;

/** Three characters of tag, four of length, five of start. */
const ENTRY = 12;

/**
 * Finds the fields of a record by its directory, and by their terminators where the directory lies.
 *
 * @param bytes one record, from its leader on
 * @param latin1 the same bytes, a character each
 * @returns the fields, or in a sentence why they cannot be told apart
 */
export function fieldPlaces(bytes: Buffer, latin1: string): FieldPlaces | string {
  const base = bytes.indexOf(FIELD_TERMINATOR) + 1;
  if (base <= LEADER) return 'It has no directory: no field terminator follows its leader.';
  if ((base - 1 - LEADER) % ENTRY !== 0) {
    return `Its directory is ${base - 1 - LEADER} bytes long, wanted a multiple of ${ENTRY}.`;
  }
  const end = bytes[bytes.length - 1] === RECORD_TERMINATOR ? bytes.length - 1 : bytes.length;
  return (
    inOrder(bytes, latin1, base, end) ??
    anywhere(bytes, latin1, base, end) ??
    byTerminators(bytes, latin1, base, end)
  );
}

/** The fields where the directory names each after the one before it, as nearly all do. */
function inOrder(
  bytes: Buffer,
  latin1: string,
  base: number,
  end: number,
): FieldPlaces | undefined {
  const fields: FieldPlace[] = [];
  let start = base;
  for (let entry = LEADER; entry < base - 1; entry += ENTRY) {
    const next = start + digits(bytes, entry + 3, 4);
    const isNext = digits(bytes, entry + 7, 5) === start - base;
    if (!isNext || bytes.indexOf(FIELD_TERMINATOR, start) !== next - 1) return undefined;
    fields.push({ tag: latin1.slice(entry, entry + 3), start, end: next - 1 });
    start = next;
  }
  return start === end ? { fields } : undefined;
}

/** The fields where the directory names each as it stands, in an order of its own. */
function anywhere(
  bytes: Buffer,
  latin1: string,
  base: number,
  end: number,
): FieldPlaces | undefined {
  const fields: FieldPlace[] = [];
  const named = new Set<number>();
  for (let entry = LEADER; entry < base - 1; entry += ENTRY) {
    const start = base + digits(bytes, entry + 7, 5);
    const next = start + digits(bytes, entry + 3, 4);
    const isField =
      bytes[start - 1] === FIELD_TERMINATOR && bytes.indexOf(FIELD_TERMINATOR, start) === next - 1;
    if (!isField) return undefined;
    named.add(start);
    fields.push({ tag: latin1.slice(entry, entry + 3), start, end: next - 1 });
  }
  return named.size === terminated(bytes, base, end).length ? { fields } : undefined;
}

/** The fields in the order of their terminators, where there are as many as the directory names. */
function byTerminators(
  bytes: Buffer,
  latin1: string,
  base: number,
  end: number,
): FieldPlaces | string {
  const places = terminated(bytes, base, end);
  const count = (base - 1 - LEADER) / ENTRY;
  if (places.length !== count) {
    return `Its directory names ${count} fields and its data hold ${places.length}, so that no tag can be trusted.`;
  }
  return {
    fields: places.map((place, index) => {
      const entry = LEADER + index * ENTRY;
      return { tag: latin1.slice(entry, entry + 3), ...place };
    }),
    repair:
      'The directory does not match the fields, which were told apart by their terminators and took its tags in turn.',
  };
}

function terminated(bytes: Buffer, base: number, end: number): { start: number; end: number }[] {
  const places: { start: number; end: number }[] = [];
  let start = base;
  while (start < end) {
    const found = bytes.indexOf(FIELD_TERMINATOR, start);
    const stop = found === -1 ? end : found;
    places.push({ start, end: stop });
    start = stop + 1;
  }
  return places;
}

/** A number of ASCII digits, or NaN. */
function digits(bytes: Buffer, start: number, length: number): number {
  let number = 0;
  for (let at = start; at < start + length; at++) {
    const digit = bytes[at] - 0x30;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    number = number * 10 + digit;
  }
  return number;
}
