/*
 * Reads a spreadsheet (CSV or TSV): detects the delimiter and the encoding, splits the rows, and joins rows that are
 * copies of one title. `map-row.ts` maps a row to a title.
 */

import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import type { Title } from '../../catalog/records/title.js';
import { omitMissing } from '../omit-missing.js';
import type { RecordEntry, RowEntry } from '../record-entries.js';
import { decompress, type RecordFile, RecordFileError, untilDamage } from '../record-file.js';
import { spreadsheetText } from '../text-encodings.js';
import type { ColumnMap } from './column-fields.js';
import { columnsOf } from './map-row.js';

/**
 * Reads the titles of a spreadsheet.
 *
 * @param map the column map. Default: the fields that match the names of the columns.
 * @throws RecordFileError if the file cannot be read, has no row after the header, or has no column for titles
 */
export function readSpreadsheet(
  file: Pick<RecordFile, 'name' | 'bytes'>,
  map: ColumnMap | undefined,
): AsyncGenerator<RecordEntry> {
  return joinRows(titlesOfRows(file, map));
}

async function* titlesOfRows(
  { name, bytes }: Pick<RecordFile, 'name' | 'bytes'>,
  map: ColumnMap | undefined,
): AsyncGenerator<RecordEntry> {
  const rows = untilDamage<Row>(
    name,
    readRows(bytes, name),
    (problem, { line }) => ({ line: line + 1, values: [], problem, isTruncation: true }),
    'a spreadsheet, plain or compressed with gzip',
  );
  const { value: header } = await rows.next();
  if (header === undefined) {
    throw new RecordFileError(name, 'no rows', 'a header row with the names of the columns');
  }
  const columns = columnsOf(header.values, map);
  if (!columns.hasTitle) throw withoutTitles(name, header.values);
  let isEmpty = true;
  for await (const { line, values, problem, isTruncation } of rows) {
    isEmpty = false;
    const place = { file: name, line };
    const mapped = columns.mapRow(values);
    if (problem !== undefined) {
      yield { ...place, kind: 'refused', id: mapped.id, problem, isTruncation };
    } else if ('problem' in mapped) yield { ...place, kind: 'refused', ...mapped };
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

/** The fields of a title that describe a copy. They may differ between rows of the same title. */
const COPY_FIELDS: ReadonlySet<string> = new Set([
  'holdings',
  'call_number',
  'added',
] satisfies (keyof Title)[]);

/**
 * Joins rows that follow each other, have the same id, and describe the same title: the title then has the holdings of all
 * these rows. The title has the first call number, and was added on the earliest day. A row with the id of the row before
 * that describes another title is not joined.
 *
 * Keeps in memory one title with its holdings.
 */
async function* joinRows(entries: AsyncIterable<RecordEntry>): AsyncGenerator<RecordEntry> {
  let last: JoinedRow | undefined;
  for await (const entry of entries) {
    const row = entry.kind === 'row' ? entry : undefined;
    const isSameId = row?.id !== undefined && row.id === last?.entry.id;
    const differing = last && row && isSameId ? differingFields(last.entry, row) : undefined;
    if (last !== undefined && row !== undefined && differing?.length === 0) {
      last.copies.push(copyOf(row));
      continue;
    }
    if (last !== undefined) yield joinedEntry(last);
    last = row && {
      entry: differing === undefined ? row : { ...row, differing },
      copies: [copyOf(row)],
    };
    if (row === undefined) yield entry;
  }
  if (last !== undefined) yield joinedEntry(last);
}

/** A row and the further rows of the same title. */
interface JoinedRow {
  readonly entry: RowEntry;
  /** The copy that each row describes. */
  readonly copies: Pick<Title, 'holdings' | 'call_number' | 'added'>[];
}

function copyOf({ title: { holdings, call_number, added } }: RowEntry): JoinedRow['copies'][0] {
  return { holdings, call_number, added };
}

function joinedEntry({ entry, copies }: JoinedRow): RowEntry {
  if (copies.length === 1) return entry;
  const title = omitMissing<RowEntry['title']>({
    ...entry.title,
    call_number: copies.find(({ call_number }) => call_number !== undefined)?.call_number,
    added: copies.flatMap(({ added }) => added ?? []).sort()[0],
    holdings: copies.flatMap(({ holdings = [] }) => holdings),
  });
  return { ...entry, title, joinedRows: copies.length - 1 };
}

/** Returns the names of the fields that differ between the titles of two rows, except those that describe a copy. */
function differingFields({ title: a }: RowEntry, { title: b }: RowEntry): string[] {
  const names = new Set([...Object.keys(a), ...Object.keys(b)] as (keyof typeof a)[]);
  return [...names].filter(
    (name) => !COPY_FIELDS.has(name) && JSON.stringify(a[name]) !== JSON.stringify(b[name]),
  );
}

/** A row of a spreadsheet. */
export interface Row {
  /** The line on which the row begins, from 1. */
  readonly line: number;
  readonly values: readonly string[];
  /** Why the row may be incomplete, or may contain other rows. */
  readonly problem?: string;
  /** Present if the file ends early with this row. */
  readonly isTruncation?: true;
}

const DELIMITERS = [',', ';', '\t', '|'];
const DECLARED_DELIMITER = /^sep=(.)\n/i;
/** Matches a complete header line, after an optional line that declares the delimiter, and empty lines. */
const HEADER = /^(?:sep=.\n)?\s*(?!sep=)\S[^\n]*\n/i;
/** The maximum length of a row in UTF-8. A longer row of several lines probably has an unclosed quotation mark. */
const MAX_ROW_BYTES = 1 << 20;

/**
 * Reads the rows of a CSV or TSV file, starting with the header. Skips rows without a value. A first
 * line such as `sep=;` declares the delimiter, as in Excel. By default, the delimiter is the comma,
 * semicolon, tab or vertical bar, whichever is most frequent in the header. A line ends with a line feed, a carriage
 * return, or both. In values, each is a line feed. Does not keep the whole file in memory.
 *
 * @param name the name of the file in messages
 * @throws RecordFileError if a row has more than 2^20 bytes in UTF-8, or if a quotation mark is not closed
 */
export async function* readRows(
  bytes: AsyncIterable<Uint8Array>,
  name: string,
): AsyncGenerator<Row> {
  const { delimiter, skipped, all } = await detectDelimiter(
    cleanText(spreadsheetText(await decompress(bytes))),
  );
  let lastText = '';
  let damage: { readonly error: unknown } | undefined;
  /** Ends at an error, which is thrown after the rows before it. The parser would discard rows that were not read yet. */
  async function* untilDamage() {
    try {
      for await (const text of all) {
        if (text !== '') lastText = text;
        yield text;
      }
    } catch (error) {
      damage = { error };
    }
  }
  let end = skipped;
  const parser = parse({
    delimiter,
    info: true,
    raw: true,
    record_delimiter: '\n',
    max_record_size: MAX_ROW_BYTES,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    on_record: (record, { lines }) => {
      end = lines + skipped;
      return record;
    },
  });
  pipeline(Readable.from(untilDamage()), parser, () => {});
  let width: number | undefined;
  /** The last row that was read. It is held back until the next row or the end of the file is read. */
  let held: Row | undefined;
  try {
    for await (const { record, raw, info } of parser as AsyncIterable<ParsedRow>) {
      const lineBreaks = record.reduce((sum, value) => sum + value.split('\n').length - 1, 0);
      if (held !== undefined) yield held;
      width ??= record.length;
      const row = { line: info.lines + skipped - lineBreaks, values: record };
      held = record.some((value) => hasStrayQuote(value, raw))
        ? { ...row, problem: STRAY_QUOTE }
        : row;
    }
    const isEnded = lastText.endsWith('\n');
    if (damage !== undefined) {
      // Without a line break, the last row may be incomplete.
      if (!isEnded) held = undefined;
      throw damage.error;
    }
    if (held === undefined || width === undefined) return;
    const count = held.values.length;
    if (count >= width || isEnded) yield held;
    else {
      const problem = `expected ${width} values and a line break, found the end of the file after value ${count}`;
      yield { ...held, problem, isTruncation: true };
    }
  } catch (error) {
    if (held !== undefined) yield held;
    if (damage !== undefined) throw damage.error;
    if (!(error instanceof CsvError)) throw error;
    const isOneLine =
      error.code === 'CSV_MAX_RECORD_SIZE' && Number(error.lines) + skipped <= end + 1;
    throw isOneLine
      ? new RecordFileError(
          `${name}:${end + 1}`,
          'a line of more than a million characters',
          'one row for each title',
        )
      : new RecordFileError(
          name,
          `an unclosed one after line ${end}; close it, or double it within a value`,
          'every quotation mark to be closed',
        );
  }
}

/**
 * Replaces all line breaks by line feeds, and removes characters that are no text: NUL, and the mark with which DOS ends
 * a file.
 */
async function* cleanText(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let endsWithReturn = false;
  for await (const text of texts) {
    const rest = endsWithReturn && text.startsWith('\n') ? text.slice(1) : text;
    if (text !== '') endsWithReturn = text.endsWith('\r');
    yield rest.replaceAll(/\r\n?/g, '\n').replaceAll('\0', '').replaceAll('\x1a', '');
  }
}

/** The problem of a row with a value that is not quoted correctly. */
const STRAY_QUOTE =
  'expected a quotation mark at the beginning of a value to be closed at its end, found another within it, on a later line; the value may contain other rows';

/**
 * Returns whether a value with a line break begins with a quotation mark that does not quote the value.
 *
 * @param raw the row as it is in the file
 */
function hasStrayQuote(value: string, raw: string): boolean {
  if (!value.startsWith('"') || !value.includes('\n')) return false;
  return !raw.includes(`"${value.replaceAll('"', '""')}"`);
}

interface ParsedRow {
  readonly record: readonly string[];
  readonly raw: string;
  readonly info: { readonly lines: number };
}

/**
 * Reads the text to the end of the header and determines the delimiter.
 *
 * @returns also `all`, the text without a line that declares the delimiter, and `skipped`, the number of such lines
 */
async function detectDelimiter(texts: AsyncGenerator<string>) {
  let head = '';
  while (head.length <= MAX_ROW_BYTES && !HEADER.test(head)) {
    const { done, value } = await texts.next();
    if (done) break;
    head += value;
  }
  const declared = DECLARED_DELIMITER.exec(head);
  const begin = head.slice(declared?.[0].length ?? 0);
  return {
    delimiter: declared?.[1] ?? mostFrequentDelimiter(begin.trimStart().split('\n', 1)[0]),
    skipped: declared === null ? 0 : 1,
    all: (async function* () {
      yield begin;
      yield* texts;
    })(),
  };
}

function mostFrequentDelimiter(header: string): string {
  const unquoted = header.replace(/"[^"]*"/g, '');
  const counts = DELIMITERS.map((delimiter) => unquoted.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))];
}
