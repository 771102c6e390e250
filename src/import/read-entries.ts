import type { ColumnMap } from './csv/column-fields.js';
import { joinRows } from './csv/join-rows.js';
import { columnsOf } from './csv/map-row.js';
import { type Row, readRows } from './csv/read-rows.js';
import { decompress } from './file/decompress.js';
import { DamagedGzipError } from './file/gunzip.js';
import {
  openRecordFile,
  type RecordFile,
  RecordFileError,
  type RecordInput,
} from './file/record-file.js';
import { readMarcRecords } from './marc/read-marc.js';
import type { RecordEntry } from './record-entry.js';

/** Matches the names of spreadsheet files. */
export const SEPARATED_VALUES = /\.(?:csv|tsv)(\.gz)?$/i;

/** Whether a file is a spreadsheet. Standard input is a spreadsheet if `columns` is defined. */
function isSeparatedValues(path: string | RecordInput, columns: ColumnMap | undefined): boolean {
  if (path === '-') return columns !== undefined;
  return SEPARATED_VALUES.test(typeof path === 'string' ? path : path.name);
}

/**
 * Reads the records of one file.
 *
 * @param columns the column map for a spreadsheet
 * @param opened called with the file before the file is read. `bytesRead` of the file then reports the progress.
 * @throws RecordFileError if the file cannot be read, has neither a readable MARC record nor a row
 *   after the header, or is a spreadsheet without a column for titles
 */
export async function* readEntries(
  path: string | RecordInput,
  columns: ColumnMap | undefined,
  opened: (file: RecordFile) => void = () => {},
): AsyncGenerator<RecordEntry> {
  const file = openRecordFile(path);
  opened(file);
  if (isSeparatedValues(path, columns)) yield* joinRows(rowsOf(file, columns));
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
      const { controlNumber, problem, isTruncation } = outcome;
      yield { kind: 'refused', file: name, number, id: controlNumber, problem, isTruncation };
    }
  }
  if (!isReadable) {
    const found = number === 0 ? 'no records' : `no readable record (${number} refused)`;
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
    throw new RecordFileError(name, 'no rows', 'a header row with the names of the columns');
  }
  const columns = columnsOf(first.value.values, map);
  if (!columns.hasTitle) throw withoutTitles(name, first.value.values);
  let isEmpty = true;
  for await (const row of rows) {
    isEmpty = false;
    const place = { file: name, line: row.line };
    if ('problem' in row) {
      yield { ...place, kind: 'refused', id: undefined, problem: row.problem, isTruncation: true };
      continue;
    }
    if (row.isCut) {
      const { id } = columns.mapRow(row.values);
      const count = first.value.values.length;
      const problem = `expected ${count} values and a line break, found the end of the file after value ${row.values.length}`;
      yield { ...place, kind: 'refused', id, problem, isTruncation: true };
      continue;
    }
    const mapped = columns.mapRow(row.values);
    if (row.hasStrayQuote) {
      const { id } = mapped;
      const problem =
        'expected a quotation mark at the beginning of a value to be closed at its end, found another within it, on a later line; the value may contain other rows';
      yield { ...place, kind: 'refused', id, problem };
      continue;
    }
    if ('problem' in mapped) yield { ...place, kind: 'refused', ...mapped };
    else yield { ...place, kind: 'row', ...mapped, unused: columns.unused };
  }
  if (isEmpty) throw new RecordFileError(name, 'only the header row', 'one row for each title');
}

/** The maximum number of column names in the error for a spreadsheet without titles. */
const MAX_LISTED_COLUMNS = 20;

/** Creates the error for a spreadsheet none of whose columns contains titles. */
function withoutTitles(name: string, header: readonly string[]): RecordFileError {
  const more = header.length > MAX_LISTED_COLUMNS ? ', ...' : '';
  const columns = header.slice(0, MAX_LISTED_COLUMNS).map((column) => `'${column.trim()}'`);
  return new RecordFileError(
    name,
    `the columns ${columns.join(', ')}${more}; name the column with the titles in a column map (--columns, or columns in a program)`,
    'a column for the field title',
  );
}

/** Rows that are lost because the gzip data is damaged. */
interface LostRows {
  /** One more than the line on which the last row that was read begins. */
  readonly line: number;
  readonly problem: string;
}

/**
 * Reads the rows of a spreadsheet. If the gzip data is damaged, the last element is a {@link LostRows}.
 *
 * @throws RecordFileError if the gzip data is damaged before the end of the first row
 */
async function* rowsBeforeDamage(
  bytes: AsyncIterable<Uint8Array>,
  name: string,
): AsyncGenerator<Row | LostRows> {
  let line = 0;
  try {
    for await (const row of readRows(await decompress(bytes), name)) {
      line = row.line;
      yield row;
    }
  } catch (error) {
    if (!(error instanceof DamagedGzipError)) throw error;
    if (line === 0) {
      throw new RecordFileError(
        name,
        `damaged gzip data (${error.message})`,
        'a spreadsheet, plain or compressed with gzip',
      );
    }
    yield {
      line: line + 1,
      problem: `expected complete gzip data, found damage (${error.message}); the rest of the file was not read`,
    };
  }
}
