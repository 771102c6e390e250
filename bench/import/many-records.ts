const RECORD_TERMINATOR = 0x1d;
const DIRECTORY_START = 24;
const ENTRY_LENGTH = 12;

/**
 * Repeats the records of an ISO 2709 file until there are `count` records, each with its own control
 * number. Yields up to 200 records at a time.
 */
export function* manyRecords(file: Buffer, count: number): Generator<Buffer> {
  const records = [...recordsOf(file)];
  let piece: Buffer[] = [];
  for (let number = 0; number < count; number++) {
    piece.push(renumber(records[number % records.length], `b${number}`));
    if (piece.length === 200) {
      yield Buffer.concat(piece);
      piece = [];
    }
  }
  yield Buffer.concat(piece);
}

function* recordsOf(file: Buffer): Generator<Buffer> {
  let start = 0;
  for (;;) {
    const end = file.indexOf(RECORD_TERMINATOR, start) + 1;
    if (end === 0) return;
    yield file.subarray(start, end);
    start = end;
  }
}

/** Replaces the control number of a record. The control number must be the first field of the record. */
function renumber(record: Buffer, id: string): Buffer {
  const text = record.toString('latin1');
  const base = Number(text.slice(12, 17));
  const directory = text.slice(DIRECTORY_START, base - 1);
  const [length, start] = [Number(directory.slice(3, 7)), Number(directory.slice(7, ENTRY_LENGTH))];
  if (!directory.startsWith('001') || start !== 0) {
    throw new Error(`record: expected field 001 first, found '${text.slice(0, 60)}'`);
  }
  const growth = id.length + 1 - length;
  const entries = [`001${pad(id.length + 1, 4)}00000`];
  for (let at = ENTRY_LENGTH; at < directory.length; at += ENTRY_LENGTH) {
    const entry = directory.slice(at, at + ENTRY_LENGTH);
    entries.push(entry.slice(0, 7) + pad(Number(entry.slice(7)) + growth, 5));
  }
  const leader = pad(record.length + growth, 5) + text.slice(5, DIRECTORY_START);
  const head = Buffer.from(`${leader}${entries.join('')}\x1e${id}\x1e`, 'latin1');
  return Buffer.concat([head, record.subarray(base + length)]);
}

function pad(number: number, length: number): string {
  return String(number).padStart(length, '0');
}
