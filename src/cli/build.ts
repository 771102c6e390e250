import { existsSync, statSync } from 'node:fs';
import {
  sourceDirectory,
  sourceDirectoryFiles,
  textLinesFile,
} from '../snapshot/file/source-file.js';
import { buildSnapshotOf, checkBuild } from '../snapshot/file/writing/build-snapshot.js';
import { previousPath } from '../snapshot/file/writing/publishing-limits.js';
import { resolveOutput } from '../snapshot/file/writing/write-atomically.js';
import type { WrittenSnapshot } from '../snapshot/file/writing/write-snapshot.js';
import { buildProgress } from './build/build-progress.js';
import { recordImport } from './build/record-import.js';
import { refuseOverwriting, type WrittenFile } from './build/refuse-overwriting.js';
import { datedLibrary, parseSnapshotDate } from './build/snapshot-date.js';
import { terminalProgress } from './build/terminal-progress.js';
import {
  type Command,
  PUBLISHING_OPTIONS,
  publishingLimits,
  readArguments,
  refuseStream,
  UsageError,
  wholeNumber,
} from './command-line.js';
import { formatCount, formatNumber } from './format-number.js';
import { outputName, print, printError, writeOutput } from './standard-streams.js';

const MAX_THREADS = 64;

/** The options for record files. */
const RECORD_OPTIONS = {
  library: { type: 'string' },
  with: { type: 'string' },
  holdings: { type: 'string' },
  id: { type: 'string' },
  columns: { type: 'string' },
  report: { type: 'string' },
  lenient: { type: 'boolean' },
  'keep-marc': { type: 'boolean' },
} as const;

/** The output of `carrel build --help publishing`. */
const PUBLISHING_HELP = `carrel build SOURCE... -o FILE

Compares the new snapshot with the snapshot in FILE, and refuses to replace it
by one that is probably a mistake. FILE is then unchanged.

  --max-shrink N      refuse if more than N % of the titles are gone; 100
                      accepts any loss (default: 10)
  --min-titles N      refuse fewer than N titles; 0 accepts an empty catalog
                      (default: 1)
  --allow-library-change
                      accept a snapshot of another library than that of FILE,
                      whose titles are not compared

If FILE is not a readable snapshot, the numbers of titles cannot be compared.
FILE is then replaced only with --min-titles N or --max-shrink 100.

Example: carrel build data -o branch.snapshot --min-titles 40000
`;

export const build: Command = {
  help: `carrel build SOURCE... -o FILE

Builds a snapshot file from the records of a library.

  SOURCE              a source directory: library.json and titles.jsonl, and
                      optionally users.jsonl, user_content.jsonl, lists.jsonl,
                      sessions.jsonl and synonyms.txt; or record files: MARC 21
                      (ISO 2709 or MARCXML), or .csv or .tsv with a header line,
                      optionally compressed with gzip; - reads records, or
                      the lines of titles.jsonl, from standard input
  -o, --output FILE   the snapshot file to write, or - for standard output; an
                      existing file is replaced when the new file is complete
  --date DATE         date of the snapshot: now, or a date and time such as
                      2026-11-01T00:00:00Z (default: that of library.json)
  --synonyms FILE     synonyms (default: synonyms.txt in the source directory)
  --check             check everything, but write nothing; -o may be omitted
  --max-shrink N      refuse to replace a snapshot if more than N % of its
                      titles are gone (default: 10); 'carrel build --help
                      publishing' lists the other guards
  --keep-previous     keep the old snapshot and its signature as FILE.previous
                      and FILE.previous.sig
  --threads N         number of threads (default: one per core, at most 3)

Options for record files:
  --library FILE      JSON file with the library and its branches
                      (default: library.json in the directory of --with)
  --with DIR          directory of users, user content, lists and sessions, and
                      of synonyms.txt
  --holdings PROFILE  symphony, folio, koha, sierra, sierra-949, alma,
                      alma-holdings, evergreen, 852, none, or a JSON file
                      (default: detected in the first records)
  --id FIELD          field of the title ids, such as 035a (default: 001)
  --columns FILE      JSON file that describes the columns of .csv and .tsv
                      files; with it, - reads .csv from standard input
  --keep-marc         keep the MARC records of the titles for a staff view
  --report FILE       write a report on the records to FILE or -, as JSON
  --lenient           build even if a file ends early or more than 1 % of the
                      records are refused

Example: carrel build export.mrc --library library.json -o branch.snapshot
`,
  topics: { publishing: PUBLISHING_HELP },
  isStoppable: true,
  async run(args, stopping) {
    const { values, positionals } = readArguments(
      args,
      {
        output: { type: 'string', short: 'o' },
        check: { type: 'boolean', default: false },
        ...PUBLISHING_OPTIONS,
        'keep-previous': { type: 'boolean', default: false },
        date: { type: 'string' },
        threads: { type: 'string' },
        synonyms: { type: 'string', multiple: true },
        ...RECORD_OPTIONS,
      },
      ['output', 'report'],
    );
    if (positionals.length === 0)
      throw new UsageError('SOURCE: expected a directory or record files, found nothing');
    const { output, check, threads: threadsText, synonyms: synonymFiles } = values;
    if (output === '' || (output === undefined && !check))
      throw new UsageError('--output: expected a file to write, found nothing');
    if (check && values.report !== undefined)
      throw new UsageError('--report: expected no report with --check, which writes nothing');
    if (check) refuseStream('--output', output);
    const limits = publishingLimits(values);
    const synonyms = synonymsFile(synonymFiles);
    const date = values.date === undefined ? undefined : parseSnapshotDate(values.date);
    const threads =
      threadsText === undefined ? undefined : wholeNumber('--threads', threadsText, 1, MAX_THREADS);
    refuseMissing(positionals);
    const directory = positionals.find(isDirectory);
    if (directory !== undefined) refuseMixed(directory, positionals, values);
    const imported = directory === undefined ? recordImport(positionals, values) : undefined;
    const written: WrittenFile[] = [];
    if (output !== undefined) written.push({ option: '--output', path: output });
    if (values['keep-previous']) refuseStream('--keep-previous with --output', output);
    if (output !== undefined && values['keep-previous'])
      written.push({ option: '--keep-previous', path: previousPath(output) });
    if (values.report !== undefined) written.push({ option: '--report', path: values.report });
    if (output !== undefined && output !== '-') resolveOutput(output);
    if (values.report !== undefined && values.report !== '-') resolveOutput(values.report);
    const read = [...(imported?.files ?? sourceDirectoryFiles(positionals[0]))];
    if (synonyms !== undefined) read.push(synonyms);
    refuseOverwriting(read, written);
    const files = imported?.source ?? sourceDirectory(positionals[0]);
    const source =
      imported === undefined && synonyms === undefined && date === undefined
        ? positionals[0]
        : {
            ...files,
            ...(date !== undefined && { library: datedLibrary(files.library, date) }),
            ...(synonyms !== undefined && { synonyms: textLinesFile(synonyms, true) }),
          };

    const progress = terminalProgress();
    const startedAt = performance.now();
    try {
      const options = {
        ...limits,
        keepPrevious: values['keep-previous'],
        threads,
        signal: stopping,
        progress: (titles: number, share: number | undefined) =>
          progress.show(() =>
            buildProgress({ titles, share, seconds: (performance.now() - startedAt) / 1000 }),
          ),
        beforePublish: (built: WrittenSnapshot) =>
          imported?.writeReport({
            file: outputName(output as string),
            ...built,
          }),
      };
      const isWritten = !check && output !== undefined;
      const built = isWritten
        ? {
            ...(await writeOutput(output, (file) => buildSnapshotOf(source, file, options))),
            file: outputName(output),
          }
        : undefined;
      const report = built ?? (await checkBuild(source, output, options));
      progress.clear();
      const seconds = (performance.now() - startedAt) / 1000;
      printError(imported?.summary() ?? []);
      for (const warning of report.warnings) printError(`warning: ${warning}`);
      const printSummary = output === '-' || values.report === '-' ? printError : print;
      printSummary(
        `${built?.file ?? 'nothing written'}: ${formatCount(report.counts.titles, 'title')} of '${report.library}', ${formatNumber(report.size)} bytes, in ${seconds.toFixed(1)} s`,
      );
    } catch (error) {
      progress.clear();
      try {
        if (!stopping?.aborted) imported?.writeReport();
      } catch {
        // The first error is the cause.
      }
      throw error;
    }
    return 0;
  },
};

/** Returns the file of `--synonyms`, if any. */
function synonymsFile(files: readonly string[] = []): string | undefined {
  if (files.length <= 1) return files[0];
  throw new UsageError(
    `--synonyms: expected one file, found '${files[0]}' and '${files[1]}'; combine the files into one`,
  );
}

function refuseMissing(sources: readonly string[]): void {
  const missing = sources.find((source) => source !== '-' && !existsSync(source));
  if (missing === undefined) return;
  throw new Error(
    `${missing}: expected a directory with library.json and titles.jsonl, or a record file, found nothing`,
  );
}

/** Refuses other sources and options for record files in addition to a source directory. */
function refuseMixed(directory: string, sources: readonly string[], options: object): void {
  const other = sources.find((source) => source !== directory);
  if (other !== undefined) {
    throw new UsageError(
      `SOURCE: expected one directory or record files, found the directory '${directory}' and '${other}'`,
    );
  }
  const option = Object.keys(options).find((name) => Object.hasOwn(RECORD_OPTIONS, name));
  if (option !== undefined) {
    throw new UsageError(
      `--${option}: expected record files as SOURCE, found the directory '${directory}'`,
    );
  }
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
