import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { RecordFileError } from '../file/record-file.js';
import { decodeText } from './decode-text.js';

/** A row of a spreadsheet. */
export interface Row {
  /** The line on which the row begins, from 1. */
  readonly line: number;
  readonly values: readonly string[];
  /** Present for a last row without a line break that has fewer values than the header, so it may be incomplete. */
  readonly isCut?: true;
}

const DELIMITERS = [',', ';', '\t', '|'];
const DECLARED_DELIMITER = /^sep=(.)\r?\n/i;
/** Matches a complete header line, after an optional line that declares the delimiter. */
const HEADER = /^(?:sep=.\r?\n)?(?!sep=)[^\r\n]*[\r\n]/i;
/**
 * The maximum length of a row in UTF-8. A longer row of several lines probably has an unclosed quotation
 * mark.
 */
const MAX_ROW_BYTES = 1 << 20;

/**
 * Reads the rows of a CSV or TSV file, starting with the header. Skips rows without a value. A first
 * line such as `sep=;` declares the delimiter, as in Excel. By default, the delimiter is the comma,
 * semicolon, tab or vertical bar, whichever is most frequent in the header. Does not keep the whole file
 * in memory.
 *
 * @param name the name of the file in messages
 * @throws RecordFileError if a row has more than 2^20 bytes in UTF-8, or if a quotation mark is not closed
 */
export async function* readRows(
  bytes: AsyncIterable<Uint8Array>,
  name: string,
): AsyncGenerator<Row> {
  const { delimiter, skipped, all } = await detectDelimiter(decodeText(bytes));
  let lastText = '';
  async function* remembered() {
    for await (const text of all) {
      if (text !== '') lastText = text;
      yield text;
    }
  }
  let end = skipped;
  const parser = parse({
    delimiter,
    info: true,
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
  pipeline(Readable.from(remembered()), parser, () => {});
  let width: number | undefined;
  /** The last row that was read. It is held back until the next row or the end of the file is read. */
  let held: Row | undefined;
  try {
    for await (const { record, info } of parser as AsyncIterable<ParsedRow>) {
      const lineBreaks = record.reduce((sum, value) => sum + value.split('\n').length - 1, 0);
      if (held !== undefined) yield held;
      width ??= record.length;
      held = { line: info.lines + skipped - lineBreaks, values: record };
    }
    if (held === undefined || width === undefined) return;
    const isCut = held.values.length < width && !/[\r\n]$/.test(lastText);
    yield isCut ? { ...held, isCut } : held;
  } catch (error) {
    if (held !== undefined) yield held;
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

interface ParsedRow {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

interface DelimitedText {
  readonly delimiter: string;
  /** The number of lines that `all` omits: 1 if the first line declares the delimiter, otherwise 0. */
  readonly skipped: number;
  /** The text of the file, without a line that declares the delimiter. */
  readonly all: AsyncIterable<string>;
}

/** Reads the text to the end of the header and determines the delimiter. */
async function detectDelimiter(texts: AsyncGenerator<string>): Promise<DelimitedText> {
  let head = '';
  while (head.length <= MAX_ROW_BYTES && !HEADER.test(head)) {
    const { done, value } = await texts.next();
    if (done) break;
    head += value;
  }
  const declared = DECLARED_DELIMITER.exec(head);
  const begin = head.slice(declared?.[0].length ?? 0);
  return {
    delimiter: declared?.[1] ?? mostFrequentDelimiter(begin.split(/[\r\n]/, 1)[0]),
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
