import { resolve } from 'node:path';
import { sourceDirectory } from '../snapshot/file/source-directory.js';
import { jsonFile } from '../snapshot/file/source-file.js';
import {
  memoryFile,
  type Source,
  type SourceFile,
  type SourceRecord,
} from '../snapshot/source/source.js';
import type { ColumnMap } from './csv/column-fields.js';
import type { RecordFile } from './file/record-file.js';
import type { NamedProfile } from './holdings/holdings-profile.js';
import { detectProfile } from './holdings/known-profiles.js';
import { CONTROL_NUMBER, type IdField } from './id-field.js';
import {
  emptyReport,
  type ImportReport,
  type MutableReport,
  type NamedRecord,
  type RefusedRecord,
  recordName,
  TooManyRefusedError,
  TruncatedInputError,
} from './import-report.js';
import { joinHoldings, selectHoldingsFiles } from './join-holdings.js';
import { readEntries } from './read-entries.js';
import type { RecordEntry } from './record-entry.js';
import { titleImporter } from './title-importer.js';

/**
 * Removes each path that resolves to the same absolute path as an earlier path. `-` is standard input.
 */
export function uniquePaths(paths: readonly string[]): string[] {
  const files = new Map<string, string>();
  for (const path of paths) {
    const key = path === '-' ? path : resolve(path);
    if (!files.has(key)) files.set(key, path);
  }
  return [...files.values()];
}

/**
 * Returns the file `library.json` with another `snapshot_date`.
 *
 * @param date the new date in ISO 8601, with a time
 */
function datedLibrary(file: SourceFile, date: string): SourceFile {
  return {
    ...file,
    *records() {
      for (const record of file.records()) {
        const isObject =
          'value' in record && record.value instanceof Object && !Array.isArray(record.value);
        yield isObject ? { ...record, value: { ...record.value, snapshot_date: date } } : record;
      }
    },
  };
}

/** Options of {@link importRecords}. */
export interface ImportOptions {
  /** The path of `library.json`. */
  readonly library: string;
  /** The date of the snapshot in ISO 8601, with a time. Default: the date in `library.json`. */
  readonly date?: string | undefined;
  /** A source directory whose users, user content, lists, sessions and synonyms are added. Default: none. */
  readonly with?: string | undefined;
  /** The MARC field that holds the ids of titles. Default: field 001. */
  readonly id?: IdField | undefined;
  /**
   * The holdings profile; `none` reads no holdings. Default: the built-in profile that recognizes the most
   * holdings in the first 1,000 records.
   */
  readonly holdings?: NamedProfile | 'none' | undefined;
  /**
   * The column map for spreadsheets. If set, standard input is read as a spreadsheet. Default: the fields
   * that match the column names.
   */
  readonly columns?: ColumnMap | undefined;
  /**
   * Whether to accept files that end early, and any number of refused records. Default: false, which accepts
   * at most 1 refused record in 100.
   */
  readonly isLenient?: boolean | undefined;
  /** Called with each record file before its records are imported. */
  readonly opened?: ((file: RecordFile) => void) | undefined;
}

/** An import that runs while its source is read. */
export interface Import {
  /** The source to build a snapshot from. Its titles can be read once. */
  readonly source: Source;
  /** The report on the records read so far. The report is complete when all titles have been read. */
  readonly report: ImportReport;
}

/** The import fails if more than 1 record in this number is refused, unless `isLenient` is true. */
const RECORDS_PER_REFUSAL = 100;
/** The maximum number of records examined to detect the holdings profile. */
const SAMPLE_RECORDS = 1000;

/**
 * Creates the source of a snapshot from MARC records and spreadsheets. The records are read while the
 * snapshot is built. Reading the titles throws `RecordFileError` for a file that cannot be read,
 * `TruncatedInputError` for a file that ends early, and `TooManyRefusedError` if too many records are refused.
 *
 * @param paths paths of record files; `-` is standard input. A path that is given twice is read once.
 * @example
 * const { source, report } = importRecords(['export.mrc'], { library: 'library.json' });
 * await buildSnapshot(source, 'branch.snapshot');
 * report.refused; // []
 */
export function importRecords(paths: readonly string[], options: ImportOptions): Import {
  const files = uniquePaths(paths);
  const report = emptyReport();
  const name = files.map((path) => (path === '-' ? 'standard input' : path)).join(', ');
  const library = jsonFile(options.library);
  const extra = options.with === undefined ? undefined : sourceDirectory(options.with);
  let latest: NamedRecord | undefined;
  return {
    report,
    source: {
      name,
      library: options.date === undefined ? library : datedLibrary(library, options.date),
      titles: {
        name: 'the records',
        // A snapshot build checks each record before it reads the next record, so every error is in the
        // latest record.
        place: () => (latest === undefined ? name : recordName(latest)),
        records: () =>
          titlesOf(files, options, report, (record) => {
            latest = record;
          }),
      },
      users: extra?.users ?? memoryFile('users.jsonl'),
      userContent: extra?.userContent ?? memoryFile('user_content.jsonl'),
      lists: extra?.lists ?? memoryFile('lists.jsonl'),
      sessions: extra?.sessions ?? memoryFile('sessions.jsonl'),
      synonyms: extra?.synonyms,
    },
  };
}

async function* titlesOf(
  files: readonly string[],
  options: ImportOptions,
  report: MutableReport,
  onRecord: (record: NamedRecord) => void,
): AsyncGenerator<SourceRecord> {
  const { sample, all } = await withSample(entriesOf(files, options));
  const holdings = options.holdings ?? profileOf(sample);
  const importTitle = titleImporter(
    options.id ?? CONTROL_NUMBER,
    holdings === 'none' ? undefined : holdings,
    report,
  );
  const truncations: RefusedRecord[] = [];
  for await (const entry of all) {
    const { record, title } = importTitle(entry);
    onRecord(record);
    if (entry.kind === 'refused' && entry.isTruncation) {
      truncations.push({ ...record, problem: entry.problem });
    }
    if (title !== undefined) yield { position: report.records, value: title };
  }
  report.unused_fields = Object.fromEntries(Object.entries(report.unused_fields).sort(byName));
  if (options.isLenient) return;
  const { records, refused } = report;
  if (truncations.length > 0) throw new TruncatedInputError(truncations);
  if (refused.length * RECORDS_PER_REFUSAL > records) {
    throw new TooManyRefusedError(records, refused);
  }
}

async function* entriesOf(
  files: readonly string[],
  { columns, opened }: ImportOptions,
): AsyncGenerator<RecordEntry> {
  const holdingsFiles = files.length > 1 ? await selectHoldingsFiles(files, columns) : [];
  const others = files.filter((path) => !holdingsFiles.includes(path));
  async function* read(paths: readonly string[]) {
    for (const path of paths) yield* readEntries(path, columns, opened);
  }
  yield* joinHoldings(read(others), read(holdingsFiles));
}

/** Reads the first records as a sample. `all` yields every record, including the sample. */
async function withSample(
  entries: AsyncGenerator<RecordEntry>,
): Promise<{ sample: readonly RecordEntry[]; all: AsyncIterable<RecordEntry> }> {
  const sample: RecordEntry[] = [];
  while (sample.length < SAMPLE_RECORDS) {
    const { done, value } = await entries.next();
    if (done) break;
    sample.push(value);
  }
  return {
    sample,
    all: (async function* () {
      yield* sample;
      yield* entries;
    })(),
  };
}

function profileOf(sample: readonly RecordEntry[]): NamedProfile | undefined {
  return detectProfile(sample.flatMap((entry) => (entry.kind === 'marc' ? [entry.record] : [])));
}

function byName([a]: readonly [string, number], [b]: readonly [string, number]): number {
  return a < b ? -1 : 1;
}
