import { sourceDirectory } from '../snapshot/file/source-directory.js';
import { jsonFile } from '../snapshot/file/source-file.js';
import { fileInMemory, type Source, type SourceRecord } from '../snapshot/source.js';
import type { ColumnMap } from './csv/column-fields.js';
import { datedLibrary } from './dated-library.js';
import { eachFileOnce } from './each-file-once.js';
import type { RecordFile } from './file/record-file.js';
import { detectProfile } from './holdings/detect-profile.js';
import type { NamedProfile } from './holdings/holdings-profile.js';
import { holdingsFiles } from './holdings-file.js';
import { CONTROL_NUMBER, type IdField } from './id-field.js';
import {
  emptyReport,
  type FillingReport,
  type ImportReport,
  type NamedRecord,
} from './import-report.js';
import { joinedHoldings } from './joined-holdings.js';
import { readEntries } from './read-entries.js';
import type { RecordEntry } from './record-entry.js';
import { recordName } from './record-name.js';
import { titleImporter } from './title-importer.js';
import { TooManyRefusedError } from './too-many-refused-error.js';

/** How records are imported. */
export interface ImportOptions {
  /** The path of the library's `library.json`. */
  readonly library: string;
  /** The date of the snapshot in ISO 8601, with a time; that of the library's file unless given. */
  readonly date?: string | undefined;
  /** A directory whose users, user content, lists and sessions are added. */
  readonly with?: string | undefined;
  /** The field that ids are taken from. Default: 001. */
  readonly id?: IdField | undefined;
  /** How copies are written; `none` reads none. Default: as the first records show. */
  readonly holdings?: NamedProfile | 'none' | undefined;
  /** What the columns of separated values hold. */
  readonly columns?: ColumnMap | undefined;
  /** Whether to build however many records are refused. */
  readonly isLenient?: boolean | undefined;
  /** Told each file when it is opened. */
  readonly opened?: ((file: RecordFile) => void) | undefined;
}

/** A library's records on the way to a snapshot. */
export interface Import {
  /** To be built from, once. */
  readonly source: Source;
  /** What became of the records so far; of all of them when the source was built from. */
  readonly report: ImportReport;
}

/** More refused than one in this many stops the build. */
const TOLERATED = 100;
/** How many records show how copies are written. */
const SAMPLE = 1000;

/**
 * A library's records in MARC or separated values as a source of a snapshot. They are read while the
 * snapshot is built, one after the other, and only once.
 *
 * @param paths those of files of records; `-` is standard input. One that is given twice is read once.
 * @example
 * const { source, report } = importRecords(['export.mrc'], { library: 'library.json' });
 * await buildSnapshot(source, 'branch.snapshot');
 * report.refused; // []
 */
export function importRecords(paths: readonly string[], options: ImportOptions): Import {
  const files = eachFileOnce(paths);
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
        // Each is checked when it has been read, and before the next one is.
        place: () => (latest === undefined ? name : recordName(latest)),
        records: () =>
          titlesOf(files, options, report, (record) => {
            latest = record;
          }),
      },
      users: extra?.users ?? fileInMemory('users.jsonl'),
      userContent: extra?.userContent ?? fileInMemory('user_content.jsonl'),
      lists: extra?.lists ?? fileInMemory('lists.jsonl'),
      sessions: extra?.sessions ?? fileInMemory('sessions.jsonl'),
    },
  };
}

async function* titlesOf(
  files: readonly string[],
  options: ImportOptions,
  report: FillingReport,
  onRecord: (record: NamedRecord) => void,
): AsyncGenerator<SourceRecord> {
  const { sample, all } = await withSample(entriesOf(files, options));
  const holdings = options.holdings ?? profileOf(sample);
  const importTitle = titleImporter(
    options.id ?? CONTROL_NUMBER,
    holdings === 'none' ? undefined : holdings,
    report,
  );
  for await (const entry of all) {
    const { record, title } = importTitle(entry);
    onRecord(record);
    if (title !== undefined) yield { position: report.records, value: title };
  }
  report.unused_fields = Object.fromEntries(Object.entries(report.unused_fields).sort(byName));
  const { records, refused } = report;
  if (!options.isLenient && refused.length * TOLERATED > records) {
    throw new TooManyRefusedError(records, refused);
  }
}

async function* entriesOf(
  files: readonly string[],
  { columns, opened }: ImportOptions,
): AsyncGenerator<RecordEntry> {
  const ofHoldings = files.length > 1 ? await holdingsFiles(files, columns) : [];
  const others = files.filter((path) => !ofHoldings.includes(path));
  async function* read(paths: readonly string[]) {
    for (const path of paths) yield* readEntries(path, columns, opened);
  }
  yield* joinedHoldings(read(others), read(ofHoldings));
}

/** Reads the first records ahead of the others. */
async function withSample(
  entries: AsyncGenerator<RecordEntry>,
): Promise<{ sample: readonly RecordEntry[]; all: AsyncIterable<RecordEntry> }> {
  const sample: RecordEntry[] = [];
  while (sample.length < SAMPLE) {
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
