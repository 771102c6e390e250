import type { ColumnMap } from './csv/column-fields.js';
import { columnsOf } from './csv/map-row.js';
import { type Row, readRows } from './csv/read-rows.js';
import { DamagedGzipError } from './file/gunzip.js';
import { openRecordFile, type RecordFile } from './file/record-file.js';
import { RecordFileError } from './file/record-file-error.js';
import { unpacked } from './file/unpacked.js';
import { readMarcRecords } from './marc/read-marc.js';
import type { RecordEntry } from './record-entry.js';

/** What the names of files of separated values end in. */
export const SEPARATED_VALUES = /\.(?:csv|tsv)(\.gz)?$/i;

/** Whether a file holds separated values, which its name tells; standard input where columns are told. */
function isSeparatedValues(path: string, columns: ColumnMap | undefined): boolean {
  return path === '-' ? columns !== undefined : SEPARATED_VALUES.test(path);
}

/**
 * Reads the records of one file.
 *
 * @param opened told the file when it is open, to ask how far it has been read
 * @throws RecordFileError when there are no records in it at all
 */
export async function* readEntries(
  path: string,
  columns: ColumnMap | undefined,
  opened: (file: RecordFile) => void = () => {},
): AsyncGenerator<RecordEntry> {
  const file = openRecordFile(path);
  opened(file);
  if (isSeparatedValues(path, columns)) yield* rowsOf(file, columns);
  else yield* recordsOf(file);
}

async function* recordsOf({ name, bytes }: RecordFile): AsyncGenerator<RecordEntry> {
  let isReadable = false;
  let number = 0;
  for await (const outcome of readMarcRecords(bytes, { name })) {
    number = outcome.number;
    if ('record' in outcome) {
      const { record, repairs } = outcome;
      isReadable = true;
      yield { kind: 'marc', file: name, number, record, repairs };
    } else {
      const { controlNumber, problem } = outcome;
      yield { kind: 'refused', file: name, number, id: controlNumber, problem };
    }
  }
  if (!isReadable) {
    const found = number === 0 ? 'holds no records' : `holds no readable record among ${number}`;
    throw new RecordFileError(name, found);
  }
}

async function* rowsOf(
  { name, bytes }: RecordFile,
  map: ColumnMap | undefined,
): AsyncGenerator<RecordEntry> {
  const rows = rowsBeforeDamage(bytes, name);
  const first = await rows.next();
  if (first.done || 'problem' in first.value) {
    throw new RecordFileError(name, 'has no header', 'a first line with the names of columns');
  }
  const columns = columnsOf(first.value.values, map);
  let isEmpty = true;
  for await (const row of rows) {
    isEmpty = false;
    const place = { file: name, line: row.line };
    if ('problem' in row) {
      yield { ...place, kind: 'refused', id: undefined, problem: row.problem };
      continue;
    }
    const mapped = columns.mapRow(row.values);
    if ('problem' in mapped) yield { ...place, kind: 'refused', ...mapped };
    else yield { ...place, kind: 'row', ...mapped, unused: columns.unused };
  }
  if (isEmpty) throw new RecordFileError(name, 'holds no rows', 'a row for each title');
}

/** Where compressed bytes are damaged, what of a file could not be read. */
interface LostRows {
  readonly line: number;
  readonly problem: string;
}

async function* rowsBeforeDamage(
  bytes: AsyncIterable<Uint8Array>,
  name: string,
): AsyncGenerator<Row | LostRows> {
  let line = 0;
  try {
    for await (const row of readRows(await unpacked(bytes), name)) {
      line = row.line;
      yield row;
    }
  } catch (error) {
    if (!(error instanceof DamagedGzipError)) throw error;
    if (line === 0) {
      throw new RecordFileError(
        name,
        `cannot be unpacked (${error.message})`,
        'the whole table, compressed with gzip or not',
      );
    }
    yield {
      line: line + 1,
      problem: `The compressed file is damaged or cut short here (${error.message}); nothing after this place could be read.`,
    };
  }
}
