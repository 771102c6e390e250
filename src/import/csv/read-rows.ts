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
  /**
   * Present if a value begins with a quotation mark and has a line break, but is not quoted correctly. It may contain other
   * rows.
   */
  readonly hasStrayQuote?: true;
}

const DELIMITERS = [',', ';', '\t', '|'];
const DECLARED_DELIMITER = /^sep=(.)\n/i;
/** Matches a complete header line, after an optional line that declares the delimiter, and empty lines. */
const HEADER = /^(?:sep=.\n)?\s*(?!sep=)\S[^\n]*\n/i;
/**
 * The maximum length of a row in UTF-8. A longer row of several lines probably has an unclosed quotation
 * mark.
 */
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
  const { delimiter, skipped, all } = await detectDelimiter(cleanText(decodeText(bytes)));
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
        ? { ...row, hasStrayQuote: true }
        : row;
    }
    const isEnded = lastText.endsWith('\n');
    if (damage !== undefined) {
      // Without a line break, the last row may be incomplete.
      if (!isEnded) held = undefined;
      throw damage.error;
    }
    if (held === undefined || width === undefined) return;
    const isCut = held.values.length < width && !isEnded;
    yield isCut ? { ...held, isCut } : held;
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
