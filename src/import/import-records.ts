import type { Title } from '../catalog/title.js';
import { sourceDirectory } from '../snapshot/file/source-directory.js';
import { jsonFile } from '../snapshot/file/source-file.js';
import { fileInMemory, type Source, type SourceRecord } from '../snapshot/source.js';
import type { ColumnMap } from './csv/column-fields.js';
import { datedLibrary } from './dated-library.js';
import type { RecordFile } from './file/record-file.js';
import { detectProfile } from './holdings/detect-profile.js';
import type { HoldingsProfile } from './holdings/holdings-profile.js';
import { type Copies, holdingsReader } from './holdings/read-holdings.js';
import { suppressionReader } from './holdings/suppression.js';
import { holdingsFiles } from './holdings-file.js';
import { CONTROL_NUMBER, type IdField, idOf } from './id-field.js';
import {
  emptyReport,
  type FillingReport,
  type ImportReport,
  type NamedRecord,
  REPAIRS_NAMED,
} from './import-report.js';
import { joinedHoldings } from './joined-holdings.js';
import { type DescribedTitle, mapRecord } from './mapping/map-record.js';
import { readEntries } from './read-entries.js';
import type { MarcEntry, RecordEntry } from './record-entry.js';
import { recordName } from './record-name.js';
import { isDeleted, refusalOf, WITHOUT_TITLE } from './refusal.js';
import { titleIds } from './title-ids.js';
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

/** A profile and what the report calls it. */
export interface NamedProfile {
  readonly name: string;
  readonly profile: HoldingsProfile;
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
 * @param files paths of files of records; `-` is standard input
 * @example
 * const { source, report } = importRecords(['export.mrc'], { library: 'library.json' });
 * await buildSnapshot(source, 'branch.snapshot');
 * report.refused; // []
 */
export function importRecords(files: readonly string[], options: ImportOptions): Import {
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
  const idField = options.id ?? CONTROL_NUMBER;
  const import_ = titleImporter(idField, holdings === 'none' ? undefined : holdings, report);
  for await (const entry of all) {
    const record = named(entry, idField);
    onRecord(record);
    const title = import_(entry, record);
    if (title !== undefined) yield { position: report.records, value: title };
    if (entry.kind === 'marc') noteHoldings(entry, report);
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
  const ofHoldings = files.length > 1 ? await holdingsFiles(files) : [];
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

/** Makes a title of each record that is one, and notes in the report what became of it. */
function titleImporter(
  idField: IdField,
  holdings: NamedProfile | undefined,
  report: FillingReport,
): (entry: RecordEntry, named: NamedRecord) => Title | undefined {
  const ids = titleIds();
  const readCopies = holdings && holdingsReader(holdings.profile);
  const isSuppressed = suppressionReader(holdings?.profile);
  if (holdings !== undefined) report.holdings.profile = holdings.name;

  const refuse = (named: NamedRecord, problem: string) => {
    report.refused.push({ ...named, problem });
    return undefined;
  };

  const finished = (named: NamedRecord, title: Omit<Title, 'id'>) => {
    const id = ids.give(named.id ?? `record-${report.records}`);
    if (named.id === undefined) report.without_id.push({ ...named, given: id });
    else if (id !== named.id) report.duplicates.push({ ...named, given: id });
    report.titles++;
    return { id, ...title };
  };

  const noteUnused = (names: readonly string[]) => {
    for (const name of names) {
      if (name === holdings?.profile.field || name === idField.tag) continue;
      report.unused_fields[name] = (report.unused_fields[name] ?? 0) + 1;
    }
  };

  const ofRecord = ({ record, repairs }: MarcEntry, named: NamedRecord) => {
    if (repairs.length > 0) {
      report.repaired++;
      if (report.repairs.length < REPAIRS_NAMED) {
        report.repairs.push({ ...named, repairs: [...repairs] });
      }
    }
    if (isDeleted(record)) {
      report.deleted++;
      return undefined;
    }
    if (isSuppressed(record)) {
      report.suppressed++;
      return undefined;
    }
    const problem = refusalOf(record);
    if (problem !== undefined) return refuse(named, problem);
    const { title, unused } = mapRecord(record);
    if (title === undefined) return refuse(named, WITHOUT_TITLE);
    noteUnused(unused);
    const copies = readCopies?.(record);
    if (copies === undefined) return finished(named, title);
    report.holdings.copies += copies.count;
    report.holdings.withdrawn += copies.withdrawn;
    report.holdings.without_branch += copies.withoutBranch;
    return finished(named, withCopies(title, copies));
  };

  return (entry, named) => {
    report.records++;
    countOfFile(entry.file, report);
    switch (entry.kind) {
      case 'refused':
        return refuse(named, entry.problem);
      case 'marc':
        return ofRecord(entry, named);
      case 'row':
        noteUnused(entry.unused);
        return finished(named, entry.title);
    }
  };
}

/** A title with its copies: the first one's call number, and the day the first of them came. */
function withCopies(title: DescribedTitle, { holdings, acquired }: Copies): Omit<Title, 'id'> {
  if (holdings.length === 0) return title;
  const callNumber = holdings.find((holding) => holding.call_number !== undefined)?.call_number;
  return {
    ...title,
    ...(callNumber === undefined ? {} : { call_number: callNumber }),
    ...(acquired === undefined ? {} : { added: acquired }),
    holdings,
  };
}

function named(entry: RecordEntry, idField: IdField): NamedRecord {
  const { file, number, line } = entry;
  const id = entry.kind === 'marc' ? idOf(entry.record, idField) : entry.id;
  return {
    file,
    ...(number !== undefined && { number }),
    ...(line !== undefined && { line }),
    ...(id !== undefined && { id }),
  };
}

function byName([a]: readonly [string, number], [b]: readonly [string, number]): number {
  return a < b ? -1 : 1;
}

/** Holdings records are records too, of the same file as the one that they are joined to or of another. */
function noteHoldings({ holdingsFiles = [] }: MarcEntry, report: FillingReport): void {
  report.holdings_records += holdingsFiles.length;
  report.records += holdingsFiles.length;
  for (const file of holdingsFiles) countOfFile(file, report);
}

function countOfFile(file: string, report: FillingReport): void {
  const known = report.files.find(({ name }) => name === file);
  if (known !== undefined) known.records++;
  else report.files.push({ name: file, records: 1 });
}
