import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { RecordFileError } from '../file/record-file-error.js';
import { decodeText } from './decode-text.js';

/** A row of a file of separated values. */
export interface Row {
  /** The line that it begins on, from 1. */
  readonly line: number;
  readonly values: readonly string[];
}

const DELIMITERS = [',', ';', '\t', '|'];
const TOLD_DELIMITER = /^sep=(.)\r?\n/i;
/** What ends a header, behind a line that tells the delimiter where there is one. */
const HEADER = /^(?:sep=.\r?\n)?(?!sep=)[^\r\n]*[\r\n]/i;
/** A row longer than this, in characters, has a quotation mark that is never closed. */
const LONGEST_ROW = 1 << 20;

/**
 * The rows of a file of separated values, the header first, lines without a value passed over. The delimiter is
 * the comma, semicolon, tab or bar that stands most often in the header; a first line `sep=;`, as
 * Excel reads it, decides it. Holds one row at a time.
 *
 * @param name what messages call the file
 * @throws RecordFileError where a quotation mark is never closed, since all behind it is its value,
 *   or a line is too long for a row
 */
export async function* readRows(
  bytes: AsyncIterable<Uint8Array>,
  name: string,
): AsyncGenerator<Row> {
  const { delimiter, skipped, all } = await withHeader(decodeText(bytes));
  let end = skipped;
  const parser = parse({
    delimiter,
    info: true,
    max_record_size: LONGEST_ROW,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    on_record: (record, { lines }) => {
      end = lines + skipped;
      return record;
    },
  });
  pipeline(Readable.from(all), parser, () => {});
  try {
    for await (const { record, info } of parser as AsyncIterable<ParsedRow>) {
      const within = record.reduce((sum, value) => sum + value.split('\n').length - 1, 0);
      yield { line: info.lines + skipped - within, values: record };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const isOneLine =
      error.code === 'CSV_MAX_RECORD_SIZE' && Number(error.lines) + skipped <= end + 1;
    throw isOneLine
      ? new RecordFileError(
          name,
          `has a line of more than a million characters, line ${end + 1}`,
          'a row for each title',
        )
      : new RecordFileError(
          name,
          `has a quotation mark after line ${end} that is never closed`,
          'it closed, or doubled within a value',
        );
  }
}

interface ParsedRow {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

interface WithHeader {
  readonly delimiter: string;
  /** How many lines stand before the header. */
  readonly skipped: number;
  /** The header and all behind it. */
  readonly all: AsyncIterable<string>;
}

/** Reads as far as the header ends. */
async function withHeader(texts: AsyncGenerator<string>): Promise<WithHeader> {
  let head = '';
  while (head.length <= LONGEST_ROW && !HEADER.test(head)) {
    const { done, value } = await texts.next();
    if (done) break;
    head += value;
  }
  const told = TOLD_DELIMITER.exec(head);
  const begin = head.slice(told?.[0].length ?? 0);
  return {
    delimiter: told?.[1] ?? mostFrequent(begin.split(/[\r\n]/, 1)[0]),
    skipped: told === null ? 0 : 1,
    all: (async function* () {
      yield begin;
      yield* texts;
    })(),
  };
}

function mostFrequent(header: string): string {
  const unquoted = header.replace(/"[^"]*"/g, '');
  const counts = DELIMITERS.map((delimiter) => unquoted.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))];
}
