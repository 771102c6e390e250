/*
 * The import of record files: options are checked, all records are read to choose the holdings profile, and each record
 * becomes a title while the records are read again. `title-importer.ts` imports one record.
 */

import { resolve } from 'node:path';
import { checkIsObject } from '../base/check-options.js';
import { firstOfEach } from '../base/distinct-values.js';
import { lazy } from '../base/lazy.js';
import { typeError } from '../base/messages.js';
import type { Library } from '../catalog/records/library.js';
import type { Title } from '../catalog/records/title.js';
import { TemporaryStorage } from '../snapshot/file/writing/temporary-storage.js';
import { createPauses, type Pauses } from '../snapshot/source/record-batches.js';
import { type ArchiveMember, archiveMembers } from './archive-members.js';
import type { ColumnMap } from './csv/column-fields.js';
import { readSpreadsheet } from './csv/read-spreadsheet.js';
import {
  HOLDINGS_TAGS,
  HoldingsCounter,
  HoldingsEvidence,
  type LibraryNames,
} from './holdings/holdings-evidence.js';
import type { NamedProfile } from './holdings/holdings-profile.js';
import { KNOWN_PROFILES, knownProfile } from './holdings/known-profiles.js';
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
import { mapRecord } from './mapping/map-record.js';
import type { SubjectSettings } from './mapping/subjects.js';
import {
  type IdField,
  isHoldingsRecord,
  MARC_FORMATS,
  type MarcFormat,
  type MarcRecord,
  parseIdField,
} from './marc/marc-record.js';
import { readMarcRecords } from './marc/read-marc.js';
import { joinHoldings, type RecordEntry } from './record-entries.js';
import {
  DamagedFileError,
  openRecordFile,
  type RecordFile,
  RecordFileError,
  type RecordInput,
  untilDamage,
} from './record-file.js';
import { checkSettings } from './settings-files.js';
import { titleImporter } from './title-importer.js';

/**
 * Removes each path that resolves to the same absolute path as an earlier path. `-` is standard input.
 */
export function uniquePaths<T extends string | RecordInput>(paths: readonly T[]): readonly T[] {
  return firstOfEach(paths, (path) =>
    typeof path === 'string' && path !== '-' ? resolve(path) : path,
  );
}

/** How an import or a harvest maps records to titles. */
export interface MappingOptions {
  /** The MARC field that holds the ids of titles, such as `035a`. Default: `001`, the control number. */
  readonly id?: string | undefined;
  /**
   * The holdings profile: the name of a built-in profile, a profile of your own with a name for the report, or `none`
   * to read no holdings. The built-in profiles are `symphony`, `symphony-949`, `folio`, `koha`, `sierra`, `sierra-949`,
   * `alma`, `alma-availability`, `alma-holdings`, `evergreen`, `995`, `930` and `852`.
   * Default: the built-in profile that nearly all fields with its tag fit. All records are read twice to choose it, and a
   * stream is kept in memory or in a temporary file. If several profiles fit, reading the titles throws an `Error`.
   */
  readonly holdings?: string | NamedProfile | undefined;
  /**
   * The format of the MARC records: `marc21` or `unimarc`. Records of the other format are refused. Default: the format
   * of most of the records at the beginning of each file, or of a harvest.
   */
  readonly recordFormat?: MarcFormat | undefined;
  /**
   * Whether titles contain their MARC records (`Title.marc`), which a snapshot then keeps and pages show in a staff
   * view. Default: false.
   */
  readonly keepMarc?: boolean | undefined;
  /**
   * The settings that choose which subject headings of MARC records are shown. Default: those of the library in
   * `importRecords`, and those of a library without settings in `harvestChanges`.
   */
  readonly subjects?: SubjectSettings | undefined;
}

/** Options of {@link importRecords}. */
export interface ImportOptions extends MappingOptions {
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
  /** Stops the import before its next record; reading the titles then throws the reason. Default: never. */
  readonly signal?: AbortSignal | undefined;
  /** Called from time to time while the titles are read, and at their end. */
  readonly progress?: ((progress: ImportProgress) => void) | undefined;
}

/** The progress of an import. */
export interface ImportProgress {
  /** The number of records read so far. */
  readonly records: number;
  /** The number of records that became titles. */
  readonly titles: number;
  /** The number of bytes read so far, before decompression. */
  readonly bytesRead: number;
}

/** The titles of an import. */
export interface ImportedTitles extends AsyncIterable<Title> {
  /** Returns the place of the title that was read last, such as `export.mrc, record 12 (u12)`. */
  place(): string;
}

/** Records for `buildSnapshot` that are imported while they are read, and the report on them. */
export interface ImportedRecords {
  /** The library, as passed to {@link importRecords}. */
  readonly library: Library;
  /** The name of the holdings profile, or `none`. Empty if no profile fits the records. */
  readonly holdings: AsyncIterable<string>;
  /** The titles. They can be read once. */
  readonly titles: ImportedTitles;
  /** The report on the records read so far. The report is complete when all titles have been read. */
  readonly report: ImportReport;
}

/** The import fails if more than 1 record in this number is refused, unless `isLenient` is true. */
const RECORDS_PER_REFUSAL = 100;
/**
 * Imports titles from MARC records and spreadsheets. Files whose names end in `.csv`, `.tsv`, `.csv.gz` or `.tsv.gz`
 * are spreadsheets. All others are MARC 21 or UNIMARC, in ISO 2709 or MARCXML. Both may be compressed with gzip, and be
 * in tar and ZIP archives.
 *
 * The records are read and mapped in short time slices while the titles are read, for example by `buildSnapshot`, so
 * the event loop stays free. Reading the titles throws `RecordFileError` for a file that cannot be read,
 * `TruncatedInputError` for a file that ends early, and `TooManyRefusedError` if too many records are refused.
 *
 * @param files paths of record files, where `-` is standard input, or names and bytes, such as the bytes of an upload.
 *   A path that is given twice is read once.
 * @param library the library of the titles
 * @throws TypeError if `files` is not an array of paths or of names and bytes, or `library` or `options` is not an
 *   object
 * @throws RangeError if `id` is not a MARC field, or if `holdings` is not the name of a profile
 * @throws SourceError if the column map or the holdings profile is invalid
 * @throws RecordFileError for a path that does not exist, when the titles are read
 *
 * @example
 * const records = importRecords(['data/harbour.mrc'], library, { holdings: 'koha' });
 * await buildSnapshot(records, 'harbour.snapshot');
 * records.report.titles; // 22
 *
 * @example
 * const bytes = [new TextEncoder().encode('id,title\n1,Moby-Dick\n')]; // or the body of a request
 * const { titles, report } = importRecords([{ name: 'books.csv', bytes }], library);
 * for await (const title of titles) console.log(title.title);
 * report.titles; // 1
 */
export function importRecords(
  files: readonly (string | RecordInput)[],
  library: Library,
  options: ImportOptions = {},
): ImportedRecords {
  checkFiles(files);
  checkIsObject('importRecords: library', library);
  checkIsObject('importRecords: options', options);
  return { library, ...importTitles(files, options, library) };
}

/** @throws TypeError if the files are not an array of paths, or of names and bytes */
function checkFiles(files: readonly (string | RecordInput)[]): void {
  const expected = 'an array of paths, or of objects with a name and bytes';
  if (!Array.isArray(files)) throw typeError('importRecords: files', expected, files);
  for (const [i, file] of files.entries()) {
    if (typeof file === 'string') continue;
    const { name, bytes } = (file ?? {}) as Partial<RecordInput>;
    if (typeof name === 'string' && typeof bytes === 'object' && bytes !== null) continue;
    throw typeError(
      `importRecords: files[${i}]`,
      'a path, or an object with a name and bytes',
      file,
    );
  }
}

/** What an import reads of a library: names for the report, the settings of subjects, and the types of extra fields. */
type ImportLibrary = LibraryNames & SubjectSettings & Pick<Library, 'extra_fields'>;

/** Imports titles like {@link importRecords}. */
export function importTitles(
  files: readonly (string | RecordInput)[],
  options: ImportOptions = {},
  library: ImportLibrary = {},
): Omit<ImportedRecords, 'library'> {
  const report = emptyReport();
  const settings = checkMapping(options);
  const { columns } = options;
  if (columns !== undefined) checkSettings('columns', columns, 'columns');
  const checked = { ...options, ...settings };
  const examined = lazy(() => chooseHoldings(uniquePaths(files), checked, report));
  let latest: NamedRecord | undefined;
  const titles = titlesOf(examined, { ...checked, library }, report, (record) => {
    latest = record;
  });
  return {
    report,
    holdings: {
      async *[Symbol.asyncIterator]() {
        const { holdings } = await examined();
        if (holdings !== undefined) yield holdings === 'none' ? holdings : holdings.name;
      },
    },
    titles: {
      place: () => (latest === undefined ? 'the records' : recordName(latest)),
      [Symbol.asyncIterator]: () => titles,
    },
  };
}

/** Checked {@link MappingOptions}. */
export interface Mapping {
  readonly id: IdField;
  readonly holdings: NamedProfile | 'none' | undefined;
}

/**
 * Checks the options of a mapping.
 *
 * @throws RangeError if `id` is not a MARC field, or if `holdings` or `recordFormat` is not a known name
 * @throws SourceError if the profile is invalid
 */
export function checkMapping({ id = '001', holdings, recordFormat }: MappingOptions): Mapping {
  if (recordFormat !== undefined && !MARC_FORMATS.includes(recordFormat)) {
    throw new RangeError(`recordFormat: expected marc21 or unimarc, found '${recordFormat}'`);
  }
  const field = parseIdField(id);
  if (field === undefined) {
    throw new RangeError(`id: expected a tag and a subfield such as 035a, or 001, found '${id}'`);
  }
  if (typeof holdings !== 'string') {
    if (holdings !== undefined) checkSettings('holdings.profile', holdings.profile, 'holdings');
    return { id: field, holdings };
  }
  if (holdings === 'none') return { id: field, holdings };
  const known = knownProfile(holdings);
  if (known !== undefined) return { id: field, holdings: known };
  const names = KNOWN_PROFILES.map(({ name }) => name).join(', ');
  throw new RangeError(`holdings: expected ${names}, none or a profile, found '${holdings}'`);
}

type CheckedOptions = Omit<ImportOptions, keyof Mapping> & Mapping;

/** Record files, and the holdings profile of their records. */
interface ExaminedFiles {
  readonly files: readonly (string | RecordInput)[];
  readonly holdings: Mapping['holdings'];
  /** Frees the bytes that were kept to read them again. */
  readonly close: () => void;
}

/**
 * Reads all records and chooses a built-in profile, unless the options contain a profile. Returns the files to read
 * afterward: bytes that can be read only once are kept. Spreadsheets name their columns, so they need no profile.
 *
 * @throws Error if several profiles fit
 */
async function chooseHoldings(
  files: readonly (string | RecordInput)[],
  { holdings, signal, ...options }: CheckedOptions,
  report: MutableReport,
): Promise<ExaminedFiles> {
  const kept = new Map<string | RecordInput, TemporaryStorage>();
  const close = () => kept.forEach((storage) => void storage.close());
  if (holdings !== undefined) return { files, holdings, close };
  const evidence = new HoldingsEvidence();
  try {
    for (const file of files) {
      if (isSeparatedValues(file, options.columns)) continue;
      const { name, size, bytes } = openRecordFile(file);
      if (size === undefined) kept.set(file, new TemporaryStorage());
      const source = { name, bytes: keeping(bytes, kept.get(file)) };
      const entries = entriesOfFile(source, options, HOLDINGS_TAGS);
      for await (const entry of withPauses(entries, createPauses(), signal)) {
        if (entry.kind === 'marc') evidence.add(entry.record);
      }
    }
    report.holdings.fits = evidence.fits;
    const readable = files.map((file) => {
      const bytes = kept.get(file)?.pieces();
      return bytes === undefined ? file : { name: openRecordFile(file).name, bytes };
    });
    return { files: readable, holdings: evidence.choose(), close };
  } catch (error) {
    close();
    throw error;
  }
}

async function* keeping(bytes: AsyncIterable<Uint8Array>, storage: TemporaryStorage | undefined) {
  for await (const piece of bytes) {
    storage?.write(piece);
    yield piece;
  }
}

/** Yields entries, and pauses between them so that the event loop stays free. */
async function* withPauses(
  entries: AsyncIterable<RecordEntry>,
  pauses: Pauses,
  signal: AbortSignal | undefined,
  onPause: () => void = () => {},
): AsyncGenerator<RecordEntry> {
  for await (const entry of entries) {
    signal?.throwIfAborted();
    yield entry;
    if (!pauses.isDue()) continue;
    onPause();
    await pauses.pause();
  }
}

async function* titlesOf(
  examined: () => Promise<ExaminedFiles>,
  options: CheckedOptions & { readonly library: ImportLibrary },
  report: MutableReport,
  onRecord: (record: NamedRecord) => void,
): AsyncGenerator<Title, void> {
  const { signal, progress, keepMarc, library } = options;
  const { files, holdings, close } = await examined();
  const profile = holdings === 'none' ? undefined : holdings;
  const opened: RecordFile[] = [];
  const showProgress = () => {
    const bytesRead = opened.reduce((sum, file) => sum + file.bytesRead, 0);
    progress?.({ records: report.records, titles: report.titles, bytesRead });
  };
  const pauses = createPauses();
  const entries = entriesOf(files, options, (file) => opened.push(file));
  const { subjects = library } = options;
  const importer = { keepMarc, subjects, library };
  const importTitle = titleImporter(options.id, profile, report, importer);
  const counter = new HoldingsCounter(library);
  const truncations: RefusedRecord[] = [];
  let isCompiled = false;
  try {
    for await (const entry of withPauses(entries, pauses, signal, showProgress)) {
      if (!isCompiled && entry.kind === 'marc') {
        await compileMapping(entry.record, pauses);
        isCompiled = true;
      }
      const { record, title } = importTitle(entry);
      onRecord(record);
      if (entry.kind === 'refused' && entry.isTruncation) {
        truncations.push({ ...record, problem: entry.problem });
      }
      if (title === undefined) continue;
      counter.add(title);
      yield title;
    }
  } finally {
    close();
  }
  showProgress();
  Object.assign(report.holdings, counter.counts());
  report.unused_fields = Object.fromEntries(Object.entries(report.unused_fields).sort(byName));
  if (options.isLenient) return;
  const { records, refused } = report;
  if (truncations.length > 0) throw new TruncatedInputError(truncations);
  if (refused.length * RECORDS_PER_REFUSAL > records) {
    throw new TooManyRefusedError(records, refused);
  }
}

/** Reads the records of all files. Holdings records in files of their own are joined to their titles. */
async function* entriesOf(
  files: readonly (string | RecordInput)[],
  options: FileOptions,
  onOpened: (file: RecordFile) => void,
): AsyncGenerator<RecordEntry> {
  const holdingsFiles: (string | RecordInput)[] = [];
  const others: (string | RecordInput)[] = [];
  for (const file of files) {
    const isHoldings = files.length > 1 && (await isHoldingsFile(file, options));
    (isHoldings ? holdingsFiles : others).push(file);
  }
  async function* read(paths: readonly (string | RecordInput)[]) {
    for (const path of paths) yield* readEntries(path, options, onOpened);
  }
  yield* joinHoldings(read(others), read(holdingsFiles));
}

/**
 * Maps one field of each tag of a record as a record of its own, and discards the results. V8 compiles the code of the
 * mapping when it runs for the first time, which takes about 10 ms for a whole record.
 */
async function compileMapping(record: MarcRecord, pauses: Pauses): Promise<void> {
  for (const field of new Map(record.fields.map((field) => [field.tag, field])).values()) {
    mapRecord({ ...record, fields: [field] });
    if (pauses.isDue()) await pauses.pause();
  }
}

function byName([a]: readonly [string, number], [b]: readonly [string, number]): number {
  return a < b ? -1 : 1;
}

/**
 * Whether the first readable record of a file is a holdings record. False for a pipe or standard
 * input, which can be read only once.
 *
 * @throws RecordFileError if the file cannot be read, or has neither a readable MARC record nor a row
 *   after the header
 */
async function isHoldingsFile(path: string | RecordInput, options: FileOptions): Promise<boolean> {
  if (openRecordFile(path).size === undefined) return false;
  for await (const entry of readEntries(path, options)) {
    if (entry.kind !== 'refused') return entry.kind === 'marc' && isHoldingsRecord(entry.record);
  }
  return false;
}

/** Matches the names of spreadsheet files. */
export const SEPARATED_VALUES = /\.(?:csv|tsv)(\.gz)?$/i;

/** Whether a file is a spreadsheet. Standard input is a spreadsheet if `columns` is defined. */
function isSeparatedValues(path: string | RecordInput, columns: ColumnMap | undefined): boolean {
  if (path === '-') return columns !== undefined;
  return SEPARATED_VALUES.test(typeof path === 'string' ? path : path.name);
}

type FileOptions = Pick<ImportOptions, 'columns' | 'recordFormat'>;

/**
 * Reads the records of one file, or of the files in an archive. A file in an archive that cannot be read is refused,
 * unless it is the only one.
 *
 * @param opened called with the file before the file is read. `bytesRead` of the file then reports the progress.
 * @throws RecordFileError if the file cannot be read, has neither a readable MARC record nor a row
 *   after the header, or is a spreadsheet without a column for titles
 */
async function* readEntries(
  path: string | RecordInput,
  options: FileOptions,
  opened: (file: RecordFile) => void = () => {},
): AsyncGenerator<RecordEntry> {
  const file = openRecordFile(path);
  opened(file);
  if (isSeparatedValues(path, options.columns)) yield* readSpreadsheet(file, options.columns);
  else yield* entriesOfFile(file, options);
}

/**
 * Reads the records of a file that is no spreadsheet, or of the files in an archive.
 *
 * @param tags the tags of the fields that are needed; undefined for all fields
 */
function entriesOfFile(
  file: ArchiveMember,
  options: FileOptions,
  tags?: ReadonlySet<string>,
): AsyncGenerator<RecordEntry> {
  return untilDamage(file.name, entriesOfMembers(file, options, tags), (problem, last) => {
    if (last.kind === 'refused' && last.isTruncation) return undefined;
    const number = (last.number ?? 0) + 1;
    return {
      kind: 'refused',
      file: last.file,
      number,
      id: undefined,
      problem,
      isTruncation: true,
    };
  });
}

async function* entriesOfMembers(
  { name, bytes }: ArchiveMember,
  options: FileOptions,
  tags?: ReadonlySet<string>,
): AsyncGenerator<RecordEntry> {
  let isReadable = false;
  let unreadable: RecordFileError | undefined;
  for await (const member of archiveMembers(name, bytes)) {
    const isTable = SEPARATED_VALUES.test(member.name);
    const entries = isTable
      ? readSpreadsheet(member, options.columns)
      : recordsOf(member, options, tags);
    try {
      for await (const entry of entries) {
        isReadable = true;
        yield entry;
      }
    } catch (error) {
      if (!(error instanceof RecordFileError) || member.name === name) throw error;
      if (error.cause instanceof DamagedFileError) throw error.cause;
      unreadable ??= error;
      const problem = error.message.slice(member.name.length + 2);
      yield { kind: 'refused', file: member.name, number: 1, id: undefined, problem };
    }
  }
  if (!isReadable) throw unreadable ?? new RecordFileError(name, 'an archive without files');
}

async function* recordsOf(
  { name, bytes }: ArchiveMember,
  { recordFormat }: FileOptions,
  tags: ReadonlySet<string> | undefined,
): AsyncGenerator<RecordEntry> {
  let isReadable = false;
  let number = 0;
  let firstProblem = '';
  for await (const outcome of readMarcRecords(bytes, {
    name,
    recordFormat,
    ...(tags && { tags }),
  })) {
    number = outcome.number;
    const isRead = 'record' in outcome;
    isReadable ||= isRead;
    if (!isRead) firstProblem ||= outcome.problem;
    if (isRead) yield { kind: 'marc', file: name, ...outcome };
    else yield { kind: 'refused', file: name, id: outcome.controlNumber, ...outcome };
  }
  if (!isReadable) {
    const found =
      number === 0
        ? 'no records'
        : `no readable record (${number} refused, the first for: ${firstProblem})`;
    throw new RecordFileError(name, found);
  }
}
