const RECORD_TERMINATOR = 0x1d;
const DIRECTORY_START = 24;
const ENTRY = 12;

/**
 * As many records in ISO 2709 as wanted: those of a file over and over, each with a control number of
 * its own, in pieces of some hundred kilobytes.
 */
export function* manyRecords(file: Buffer, count: number): Generator<Buffer> {
  const records = [...recordsOf(file)];
  let piece: Buffer[] = [];
  for (let number = 0; number < count; number++) {
    piece.push(renumbered(records[number % records.length], `b${number}`));
    if (piece.length === 200) {
      yield Buffer.concat(piece);
      piece = [];
    }
  }
  yield Buffer.concat(piece);
}

function* recordsOf(file: Buffer): Generator<Buffer> {
  for (let start = 0; start < file.length; ) {
    const end = file.indexOf(RECORD_TERMINATOR, start) + 1;
    yield file.subarray(start, end);
    start = end;
  }
}

/** A record whose first field, its control number, is another. */
function renumbered(record: Buffer, id: string): Buffer {
  const text = record.toString('latin1');
  const base = Number(text.slice(12, 17));
  const directory = text.slice(DIRECTORY_START, base - 1);
  const [length, start] = [Number(directory.slice(3, 7)), Number(directory.slice(7, ENTRY))];
  if (!directory.startsWith('001') || start !== 0) {
    throw new Error(`A record does not begin with its control number: ${text.slice(0, 60)}`);
  }
  const growth = id.length + 1 - length;
  const entries = [`001${padded(id.length + 1, 4)}00000`];
  for (let at = ENTRY; at < directory.length; at += ENTRY) {
    const entry = directory.slice(at, at + ENTRY);
    entries.push(entry.slice(0, 7) + padded(Number(entry.slice(7)) + growth, 5));
  }
  const leader = padded(record.length + growth, 5) + text.slice(5, DIRECTORY_START);
  const head = Buffer.from(`${leader}${entries.join('')}\x1e${id}\x1e`, 'latin1');
  return Buffer.concat([head, record.subarray(base + length)]);
}

function padded(number: number, length: number): string {
  return String(number).padStart(length, '0');
}
