/*
 * Record files on the command line: the options of the commands that read MARC records and spreadsheets, the source that
 * these options describe, and the summary of an import.
 */

import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { printable } from '../base/messages.js';
import type { Catalog } from '../catalog/catalog.js';
import type { Library } from '../catalog/records/library.js';
import type { ColumnMap } from '../import/csv/column-fields.js';
import type { HoldingsProfile, NamedProfile } from '../import/holdings/holdings-profile.js';
import { KNOWN_PROFILES, knownProfile } from '../import/holdings/known-profiles.js';
import {
  type ImportOptions,
  importTitles,
  SEPARATED_VALUES,
  uniquePaths,
} from '../import/import-records.js';
import {
  type HoldingSample,
  type ImportReport,
  type NamedRecord,
  recordName,
} from '../import/import-report.js';
import { MARC_FORMATS, parseIdField } from '../import/marc/marc-record.js';
import { decompress, peek } from '../import/record-file.js';
import { readSettings } from '../import/settings-files.js';
import { holdingsProfileOf } from '../snapshot/changes/catalog-source.js';
import { openCatalog } from '../snapshot/file/open-catalog.js';
import { isSnapshotFile } from '../snapshot/file/read-snapshot-sections.js';
import {
  libraryFile,
  readStreamedJsonLines,
  sourceDirectory,
  sourceDirectoryFiles,
} from '../snapshot/file/source-file.js';
import type { BuildReport } from '../snapshot/file/writing/build-snapshot.js';
import { writeAtomically } from '../snapshot/file/writing/write-atomically.js';
import { checkLibrary } from '../snapshot/source/checked-records.js';
import {
  memoryFile,
  type Source,
  SourceReport,
  type StreamedSourceFile,
  streamedFile,
} from '../snapshot/source/source.js';
import { type Options, type OptionValues, UsageError } from './command.js';
import { formatCount, formatNumber, jsonLines, print } from './standard-streams.js';

/** The options for record files. */
export const RECORD_OPTIONS = {
  '--library FILE': {
    heading: 'Options for record files',
    isFile: true,
    text: 'JSON file with the library and its branches',
  },
  '--holdings PROFILE': {
    isFile: true,
    text: `koha, symphony, sierra, alma or another holdings profile, none, or a JSON file (default: the
      profile that fits)`,
  },
  '--id FIELD': { read: checkIdField, text: 'field of the title ids, such as 035a (default: 001)' },
  '--columns FILE': {
    isFile: true,
    text: `JSON file that describes the columns of .csv and .tsv files; with it, - reads .csv from
      standard input`,
  },
  '--record-format F': {
    words: MARC_FORMATS,
    text: 'marc21 or unimarc (default: that of most records)',
  },
  '--keep-marc': 'keep the MARC records of the titles for a staff view',
  '--lenient':
    'accept a file that ends early, or of which more than 1 % of the records are refused',
} as const satisfies Options;

/** A source that reads record files, with the reports of the import. */
export interface RecordImport {
  readonly source: Source;
  /** The name of the holdings profile, after the records were read to choose it. */
  readonly holdings: StreamedSourceFile;
  /** The paths of all files that may be read, including settings files. `-` is standard input. */
  readonly files: readonly string[];
  /** Writes the file of `--report`, if given. `build` is absent when no snapshot was built. */
  writeReport(build?: BuildReport): void;
  /** Returns the lines of a summary of the import. */
  summary(): string[];
}

/** The values of {@link RECORD_OPTIONS}, and of the further options of `carrel build` for record files. */
export interface RecordArguments extends Partial<OptionValues<typeof RECORD_OPTIONS>> {
  /** The directory of users, user content, lists and sessions. */
  readonly with?: string | undefined;
  /** The path of the report, or `-`. */
  readonly report?: string | undefined;
  /** The holdings profile if `--holdings` is absent. Default: the one that fits the records. */
  readonly profile?: string | undefined;
  /** The library if there is no file of the library. Default: the file is required. */
  readonly unnamedLibrary?: Library | undefined;
}

/**
 * Creates a source from record files and the options of the command line.
 *
 * @throws UsageError for an invalid option
 * @throws SourceError for an invalid file of `--columns` or `--holdings`
 */
export function recordImport(paths: readonly string[], args: RecordArguments): RecordImport {
  refuseUnreadable(paths, args);
  const library = libraryOf(args);
  const added = args.with === undefined ? undefined : directory('--with', args.with);
  let bytesRead = 0;
  const profile = args.holdings ?? args.profile;
  const options: ImportOptions = {
    id: args.id,
    holdings: profile === undefined ? undefined : readHoldings(profile),
    columns:
      args.columns === undefined ? undefined : readSettings<ColumnMap>(args.columns, 'columns'),
    isLenient: args.lenient,
    recordFormat: args['record-format'],
    keepMarc: args['keep-marc'],
    progress: (progress) => {
      bytesRead = progress.bytesRead;
    },
  };
  const files = uniquePaths(paths);
  const size = sizeOf(files);
  const isStream = files.length === 1 && files[0] === '-' && args.columns === undefined;
  const stream = isStream ? standardInput(args) : undefined;
  const inputs = stream === undefined ? files : [stream.input];
  const { titles, holdings, report } = importTitles(inputs, options, settingsOf(library));
  const readShare = size === undefined ? undefined : () => bytesRead / size;
  const imported = streamedFile('the records', titles, readShare);
  const extra = added === undefined ? undefined : sourceDirectory(added);
  return {
    source: {
      name: files.map((path) => (path === '-' ? 'standard input' : path)).join(', '),
      library:
        library === undefined ? memoryFile('library', [args.unnamedLibrary]) : libraryFile(library),
      titles: stream?.titles(imported) ?? imported,
      users: extra?.users ?? memoryFile('users.jsonl'),
      userContent: extra?.userContent ?? memoryFile('user_content.jsonl'),
      lists: extra?.lists ?? memoryFile('lists.jsonl'),
      sessions: extra?.sessions ?? memoryFile('sessions.jsonl'),
      synonyms: extra?.synonyms,
    },
    holdings: stream?.holdings(holdings) ?? streamedFile('holdings', holdings),
    files: [...paths, ...settingsFiles(library, added, args)],
    writeReport: (build) => {
      if (args.report === undefined) return;
      const fullReport = {
        snapshot: build?.file ?? null,
        ...report,
        warnings: [...report.holdings.warnings, ...(build?.warnings ?? [])],
      };
      const lines = jsonLines(fullReport);
      if (args.report === '-') print(lines);
      else
        writeAtomically(args.report, [
          Buffer.from(lines.map((line) => `${printable(line)}\n`).join('')),
        ]);
    },
    summary: () => [...(stream?.isJson() ? [] : importSummary(report)), ...unreadTitles(args.with)],
  };
}

/** The options for the mapping of records, which titles in the source format do not need. */
const MAPPING_OPTIONS = [
  'holdings',
  'id',
  'report',
  'lenient',
  'record-format',
  'keep-marc',
] as const;

/** Matches the beginning of a JSON object in Latin-1, in which the byte order mark of UTF-8 is `\u00ef\u00bb\u00bf`. */
const JSON_START = /^(?:\u00ef\u00bb\u00bf)?\s*\{/;

/** The number of bytes of standard input that are examined. */
const EXAMINED_BYTES = 4096;

/**
 * Reads standard input: MARC records, or titles in the source format, one JSON object per line, which are recognized by
 * the first character after a byte order mark and white space.
 */
function standardInput(args: RecordArguments) {
  let isJson = false;
  let opened: ReturnType<typeof peek> | undefined;
  const open = () => {
    opened ??= decompress(process.stdin).then((bytes) => peek(bytes, EXAMINED_BYTES));
    return opened;
  };
  async function* bytes() {
    yield* (await open()).all;
  }
  return {
    input: { name: 'standard input', bytes: bytes() },
    /** Whether the records are titles in the source format, after the first record was read. */
    isJson: () => isJson,
    /** Returns the holdings profile of the import, or none if standard input contains titles. */
    holdings: (imported: AsyncIterable<string>): StreamedSourceFile =>
      streamedFile(
        'holdings',
        (async function* () {
          const { head } = await open();
          if (!JSON_START.test(Buffer.from(head).toString('latin1'))) yield* imported;
        })(),
      ),
    /** Returns the titles of standard input if it contains titles, and otherwise the titles of the import. */
    titles: (imported: StreamedSourceFile): StreamedSourceFile => ({
      name: imported.name,
      place: (line) => (isJson ? `standard input:${line}` : imported.place(line)),
      async *records() {
        const { head, all } = await open();
        isJson = JSON_START.test(Buffer.from(head).toString('latin1'));
        if (!isJson) {
          yield* imported.records();
          return;
        }
        const option = MAPPING_OPTIONS.find((known) => args[known]);
        if (option !== undefined) {
          throw new UsageError(
            `--${option}: expected MARC records in standard input, found titles in the source format`,
          );
        }
        yield* readStreamedJsonLines(all);
      },
    }),
  };
}

function refuseUnreadable(paths: readonly string[], { columns }: RecordArguments): void {
  const stdinCount = paths.filter((path) => path === '-').length;
  if (stdinCount > 1) {
    throw new UsageError(
      `SOURCE: expected standard input (-) at most once, found it ${stdinCount} times`,
    );
  }
  const isTable = (path: string) => path === '-' || SEPARATED_VALUES.test(path);
  if (columns !== undefined && !paths.some(isTable)) {
    throw new UsageError(
      '--columns: expected a .csv file, a .tsv file or - as SOURCE, found none of them',
    );
  }
}

/** Returns the paths of the files that may be read in addition to the record files. */
function settingsFiles(
  library: string | undefined,
  added: string | undefined,
  { columns, profile, holdings = profile }: RecordArguments,
): string[] {
  const isFile = holdings !== undefined && holdings !== 'none' && !knownProfile(holdings);
  return [
    ...(library === undefined ? [] : [library]),
    ...(columns === undefined ? [] : [columns]),
    ...(isFile ? [holdings] : []),
    ...(added === undefined ? [] : sourceDirectoryFiles(added)),
  ];
}

/**
 * Returns the path of the library file: `--library`, or `library.json` in the directory of `--with`. Undefined if the
 * arguments have the library itself.
 */
function libraryOf({ library, with: added, unnamedLibrary }: RecordArguments): string | undefined {
  if (library !== undefined) return library;
  const file = added === undefined ? undefined : join(added, 'library.json');
  if (file !== undefined && existsSync(file)) return file;
  if (unnamedLibrary !== undefined) return undefined;
  throw new UsageError(
    '--library: expected a JSON file, found nothing; record files need a library such as ' +
      '{"id": "branch", "name": "Branch Library", "snapshot_date": "2026-11-01T00:00:00Z"}',
  );
}

/** Returns the library in a file, for the names in the report and the subjects. The build reports the errors of the file. */
function settingsOf(path: string | undefined): Partial<Library> {
  try {
    return path === undefined ? {} : checkedLibrary(path);
  } catch {
    return {};
  }
}

/** @throws SourceError for an invalid library file */
export function checkedLibrary(path: string): Library {
  const report = new SourceReport();
  const library = checkLibrary({ library: libraryFile(path) }, report);
  report.refuseErrors();
  return library;
}

/** Returns a warning if the directory of `--with` contains `titles.jsonl`, which is not read. */
function unreadTitles(added: string | undefined): string[] {
  const titles = added === undefined ? undefined : join(added, 'titles.jsonl');
  if (titles === undefined || !existsSync(titles)) return [];
  return [`warning: ${titles}: not read, because the titles come from the record files`];
}

function directory(option: string, path: string): string {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return path;
  throw new UsageError(`${option}: expected a directory, found '${path}'`);
}

/** @throws UsageError for an invalid field in `--id` */
function checkIdField(text: string): string {
  if (parseIdField(text) !== undefined) return text;
  throw new UsageError(`--id: expected a tag and a subfield such as 035a, or 001, found '${text}'`);
}

/**
 * Parses `--holdings`.
 *
 * @throws UsageError for neither a known profile nor a file
 * @throws SourceError for an invalid file
 */
export function readHoldings(text: string): NamedProfile | 'none' {
  if (text === 'none') return 'none';
  const known = knownProfile(text);
  if (known !== undefined) return known;
  if (existsSync(text)) {
    return { name: text, profile: readSettings<HoldingsProfile>(text, 'holdings') };
  }
  const names = KNOWN_PROFILES.map(({ name }) => name).join(', ');
  throw new UsageError(
    `--holdings: expected ${names}, none or an existing JSON file, found '${text}'`,
  );
}

/** Opens a snapshot file; undefined for another file. */
export function openSnapshotFile(path: string): Catalog | undefined {
  const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
  return isFile && isSnapshotFile(path) ? openCatalog(path) : undefined;
}

/**
 * Returns the name of the holdings profile that the titles of a snapshot file were imported with, if there is one.
 *
 * @throws UsageError if the profile is in a file that does not exist
 */
export function storedProfile(catalog: Catalog | undefined): string | undefined {
  const name = catalog && holdingsProfileOf(catalog);
  if (name === undefined || name === 'none' || knownProfile(name) || existsSync(name)) return name;
  throw new UsageError(
    `--holdings: expected the file with the holdings profile of ${catalog?.source}, found no '${name}'; give its path with --holdings`,
  );
}

/** Returns the total size of files in bytes, or undefined if one of them is not a regular file. */
function sizeOf(paths: readonly string[]): number | undefined {
  let sum = 0;
  for (const path of paths) {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (path === '-' || !stats?.isFile()) return undefined;
    sum += stats.size;
  }
  return sum;
}

/** Maximum number of records listed per kind of problem. Further records are only counted. */
const MAX_LISTED_RECORDS = 5;
/** Maximum number of unused fields, and of vocabularies, listed. */
const MAX_LISTED_FIELDS = 12;

/** Returns the lines of a summary of an import report. */
export function importSummary(report: ImportReport): string[] {
  const { records, titles, refused, repaired, deleted, suppressed, duplicates } = report;
  const {
    without_id: withoutId,
    holdings_records: holdingsRecords,
    joined_rows: joinedRows,
  } = report;
  const counts = [
    `${formatCount(titles, 'title')}`,
    `${formatNumber(refused.length)} refused`,
    ...(repaired > 0 ? [`${formatNumber(repaired)} repaired`] : []),
    ...(deleted > 0 ? [`${formatNumber(deleted)} deleted`] : []),
    ...(suppressed > 0 ? [`${formatNumber(suppressed)} suppressed`] : []),
    ...(holdingsRecords > 0
      ? [`${formatCount(holdingsRecords, 'holdings record')} joined to titles`]
      : []),
    ...(joinedRows > 0 ? [`${formatCount(joinedRows, 'row')} joined to titles`] : []),
  ];
  return [
    `${formatCount(records, 'record')} read: ${counts.join(', ')}`,
    ...unimarcLines(report.files),
    ...recordLines('refused', refused, refused.length, ({ problem }) => problem),
    ...recordLines('repaired', report.repairs, repaired, ({ repairs }) => repairs.join('; ')),
    ...decodedLines(report.decoded),
    ...recordLines(
      'link omitted',
      report.broken_links,
      report.links_omitted,
      ({ problem }) => problem,
    ),
    ...recordLines('duplicate id', duplicates, duplicates.length, ({ given, differing }) =>
      differing === undefined
        ? `new id ${given}`
        : `new id ${given}, because the row before differs in ${differing.join(', ')}`,
    ),
    ...recordLines('no id', withoutId, withoutId.length, ({ given }) => `new id ${given}`),
    ...holdingsLines(report.holdings),
    ...searchedSubjectsLines(report.subjects_searched),
    ...unusedFieldLines(report.unused_fields),
  ];
}

/** Names the files in UNIMARC, because the format is recognized and not chosen. */
function unimarcLines(files: ImportReport['files']): string[] {
  const names = files.flatMap(({ name, format }) => (format === 'unimarc' ? name : []));
  if (names.length === 0) return [];
  const more = names.length - MAX_LISTED_RECORDS;
  const rest = more > 0 ? ` and ${formatCount(more, 'more file')}` : '';
  return [`UNIMARC records in ${names.slice(0, MAX_LISTED_RECORDS).join(', ')}${rest}`];
}

/** Returns a line with an example for each kind of text that was decoded. */
function decodedLines(decoded: ImportReport['decoded']): string[] {
  return Object.entries(decoded).map(([kind, first]) => {
    const { subfields, field, before, after } = first;
    const count = `decoded ${kind.replaceAll('_', ' ')} in ${formatCount(subfields, 'subfield')}`;
    return printable(`${count}, such as ${recordName(first)}: ${field} '${before}' to '${after}'`);
  });
}

function recordLines<T extends NamedRecord>(
  kind: string,
  records: readonly T[],
  count: number,
  text: (record: T) => string,
): string[] {
  const lines = records
    .slice(0, MAX_LISTED_RECORDS)
    .map((record) => `${kind}: ${recordName(record)}: ${text(record)}`);
  const more = count - lines.length;
  return more > 0
    ? [...lines, `${kind}: ${formatNumber(more)} more; --report FILE lists them all`]
    : lines;
}

const MAX_LISTED_STATUSES = 6;

function holdingsLines({
  profile,
  fits,
  copies,
  withdrawn,
  without_branch,
  statuses,
  samples,
  warnings,
}: ImportReport['holdings']): string[] {
  const parts = [
    `${formatNumber(copies)} read with the profile ${profile}`,
    ...(withdrawn > 0 ? [`${formatNumber(withdrawn)} withdrawn and omitted`] : []),
    ...(without_branch > 0 ? [`${formatNumber(without_branch)} without a branch and omitted`] : []),
  ];
  const shares = Object.entries(statuses)
    .slice(0, MAX_LISTED_STATUSES)
    .map(([status, share]) => `${(share * 100).toFixed(1)} % ${status}`);
  return [
    ...(profile === null && shares.length === 0 ? [withoutProfile(fits)] : []),
    ...(profile === null ? [] : [`holdings: ${parts.join(', ')}`]),
    ...(shares.length > 0 ? [`statuses: ${shares.join(', ')}`] : []),
    ...samples.map(sampleLine),
    ...warnings.map((warning) => `warning: ${warning}`),
  ];
}

function withoutProfile(fits: ImportReport['holdings']['fits']): string {
  if (fits.length === 0) return 'holdings: none';
  return `holdings: none, because no profile fits the records: ${fits.join(', ')}; --holdings chooses a profile`;
}

/** Returns a line with a holding as a reader sees it. */
function sampleLine(sample: HoldingSample): string {
  const { id, title, branch, collection, call_number, volume, status } = sample;
  const copy = [branch, collection, [call_number, volume].filter(Boolean).join(' '), status];
  return `copy of '${title}' (${id}): ${copy.filter(Boolean).join(', ')}`;
}

function searchedSubjectsLines(vocabularies: ImportReport['subjects_searched']): string[] {
  return mostFrequent(vocabularies).map(
    (list) =>
      `subjects searched, but not shown: ${list}; "subject_vocabularies" or "languages" of the library shows them`,
  );
}

function unusedFieldLines(fields: ImportReport['unused_fields']): string[] {
  return mostFrequent(fields).map((list) => `unused fields: ${list}`);
}

/** Returns the names with the highest counts as one text, such as `rvm (12), gtt (3) and 2 more`, or nothing for no names. */
function mostFrequent(counts: Readonly<Record<string, number>>): string[] {
  const byCount = Object.entries(counts).sort(([, a], [, b]) => b - a);
  if (byCount.length === 0) return [];
  const names = byCount
    .slice(0, MAX_LISTED_FIELDS)
    .map(([name, count]) => `${name} (${formatNumber(count)})`);
  const more = byCount.length - names.length;
  return [`${names.join(', ')}${more > 0 ? ` and ${formatNumber(more)} more` : ''}`];
}
