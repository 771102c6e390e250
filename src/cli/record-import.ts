import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { instantOf, isoInstant } from '../catalog/instant.js';
import { readColumnMap } from '../import/csv/read-column-map.js';
import { eachFileOnce } from '../import/each-file-once.js';
import type { RecordFile } from '../import/file/record-file.js';
import type { NamedProfile } from '../import/holdings/holdings-profile.js';
import { KNOWN_PROFILES, knownProfile } from '../import/holdings/known-profiles.js';
import { readProfile } from '../import/holdings/read-profile.js';
import { type IdField, idFieldCalled } from '../import/id-field.js';
import { type ImportOptions, importRecords } from '../import/import-records.js';
import { SEPARATED_VALUES } from '../import/read-entries.js';
import type { BuildReport } from '../snapshot/file/build-snapshot.js';
import { sourceDirectoryFiles } from '../snapshot/file/source-directory.js';
import type { Source } from '../snapshot/source.js';
import { UsageError } from './command-line.js';
import { importProgress } from './import-progress.js';
import { importSummary } from './import-summary.js';

/** Files of records as a source, and what a command tells of them. */
export interface RecordImport {
  readonly source: Source;
  /** The paths of all files that it is read from, those of settings included; `-` is standard input. */
  readonly files: readonly string[];
  /** A line about how far it has come. */
  progress(titles: number): string;
  /** Writes the report where `--report` wants it, with the build where there was one. */
  writeReport(build?: BuildReport): void;
  /** What became of the records, a line each. */
  summary(): string[];
}

/** The options of `carrel build` that are for files of records. */
export interface RecordArguments {
  readonly library?: string;
  readonly date?: string;
  readonly with?: string;
  readonly holdings?: string;
  readonly id?: string;
  readonly columns?: string;
  readonly report?: string;
  readonly lenient?: boolean;
}

/**
 * Files of records as the command line gives them.
 *
 * @throws UsageError for options that cannot be
 * @throws SourceError everything that is wrong with a file of settings
 */
export function recordImport(paths: readonly string[], args: RecordArguments): RecordImport {
  const options = optionsOf(paths, args);
  const opened: RecordFile[] = [];
  const size = sizeOf(eachFileOnce(paths));
  const begin = performance.now();
  const { source, report } = importRecords(paths, {
    ...options,
    opened: (file) => opened.push(file),
  });
  return {
    source,
    files: [...paths, ...settings(options, args)],
    progress: (titles) =>
      importProgress({
        titles,
        bytesRead: opened.reduce((sum, file) => sum + file.bytesRead, 0),
        size,
        seconds: (performance.now() - begin) / 1000,
      }),
    writeReport: (build) => {
      if (args.report === undefined) return;
      const whole = { snapshot: build?.file ?? null, ...report, warnings: build?.warnings ?? [] };
      writeFileSync(args.report, `${JSON.stringify(whole, null, 2)}\n`);
    },
    summary: () => [...importSummary(report), ...unreadTitles(args.with)],
  };
}

function optionsOf(paths: readonly string[], args: RecordArguments): ImportOptions {
  if (paths.filter((path) => path === '-').length > 1) {
    throw new UsageError('- is given twice; standard input can be read once.');
  }
  const isTable = (path: string) => path === '-' || SEPARATED_VALUES.test(path);
  if (args.columns !== undefined && !paths.some(isTable)) {
    throw new UsageError('--columns is for .csv; found no such SOURCE.');
  }
  return {
    library: libraryOf(args),
    date: args.date === undefined ? undefined : dateOf(args.date),
    with: args.with === undefined ? undefined : directory('--with', args.with),
    id: args.id === undefined ? undefined : idField(args.id),
    holdings: args.holdings === undefined ? undefined : holdings(args.holdings),
    columns: args.columns === undefined ? undefined : readColumnMap(args.columns),
    isLenient: args.lenient,
  };
}

/** The files that are read beside those of records. */
function settings({ library, with: added }: ImportOptions, args: RecordArguments): string[] {
  const { columns, holdings } = args;
  const isFile = holdings !== undefined && holdings !== 'none' && !knownProfile(holdings);
  return [
    library,
    ...(columns === undefined ? [] : [columns]),
    ...(isFile ? [holdings] : []),
    ...(added === undefined ? [] : sourceDirectoryFiles(added)),
  ];
}

/** The file about the library: the one that is named, else the one among what is added. */
function libraryOf({ library, with: added }: RecordArguments): string {
  if (library !== undefined) return library;
  const ofAdded = added === undefined ? undefined : join(added, 'library.json');
  if (ofAdded !== undefined && existsSync(ofAdded)) return ofAdded;
  throw new UsageError(
    'files of records name no library; wanted --library FILE, a file of JSON such as ' +
      '{"id": "branch", "name": "Branch Library", "snapshot_date": "2026-11-01T00:00:00Z"}.',
  );
}

/** The date that is meant; `now` is this moment, to the second. */
function dateOf(text: string): string {
  if (text === 'now') return isoInstant(Date.now());
  if (!Number.isNaN(instantOf(text))) return text;
  throw new UsageError(
    `--date is '${text}'; wanted now, or a date and time such as 2026-11-01T00:00:00Z.`,
  );
}

/** A directory of a whole source may be given to add from; its titles are not what was asked for. */
function unreadTitles(added: string | undefined): string[] {
  const titles = added === undefined ? undefined : join(added, 'titles.jsonl');
  if (titles === undefined || !existsSync(titles)) return [];
  return [`warning: ${titles} is not read; the titles are those of the records`];
}

function directory(option: string, path: string): string {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return path;
  throw new UsageError(`${option} is '${path}', which is no directory.`);
}

function idField(text: string): IdField {
  const field = idFieldCalled(text);
  if (field !== undefined) return field;
  throw new UsageError(`--id is '${text}'; wanted a tag and a subfield such as 035a, or 001.`);
}

function holdings(text: string): NamedProfile | 'none' {
  if (text === 'none') return 'none';
  const known = knownProfile(text);
  if (known !== undefined) return known;
  if (existsSync(text)) return { name: text, profile: readProfile(text) };
  const names = KNOWN_PROFILES.map(({ name }) => name).join(', ');
  throw new UsageError(
    `--holdings is '${text}'; wanted ${names}, none, or a JSON file that is there.`,
  );
}

/** How many bytes the files have together, where all of them are files on a disk. */
function sizeOf(paths: readonly string[]): number | undefined {
  let sum = 0;
  for (const path of paths) {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (path === '-' || !stats?.isFile()) return undefined;
    sum += stats.size;
  }
  return sum;
}
