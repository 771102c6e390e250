import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { buildSnapshot } from '../snapshot/file/build-snapshot.js';
import { sourceDirectoryFiles } from '../snapshot/file/source-directory.js';
import { type Command, readArguments, UsageError, wholeNumber } from './command-line.js';
import { counted, readable } from './readable.js';
import { recordImport } from './record-import.js';
import { refuseOverwriting } from './refuse-overwriting.js';
import { terminalProgress } from './terminal-progress.js';

const MOST_THREADS = 64;

/** `carrel build SOURCE... -o FILE` */
export const build: Command = {
  help: `carrel build SOURCE... -o FILE

Turns a library's records into one snapshot file, which replaces FILE once it is whole.

  SOURCE             a directory with library.json, titles.jsonl and perhaps users.jsonl,
                     user_content.jsonl, lists.jsonl, sessions.jsonl; or files of records: MARC 21
                     as ISO 2709 or MARCXML, or .csv with a header; packed with gzip or not; - is
                     standard input
  -o, --output FILE  where the snapshot is to stand
  --threads N        how many threads index (default: one a core, up to 3)
For files of records:
  --library FILE     library.json: the library and its branches (default: that of --with)
  --date DATE        the snapshot's date, now or like 2026-11-01T00:00:00Z (default: library.json's)
  --with DIR         a directory of users, user content, lists and sessions to add
  --holdings PROFILE symphony, koha, sierra, sierra-949, evergreen, 852, none, or a JSON file
                     (default: as the first records show)
  --id FIELD         the field that ids come from, such as 035a (default: 001)
  --columns FILE     a JSON file that says what the columns of .csv hold
  --report FILE      write what became of every record to FILE, as JSON
  --lenient          build even when more than 1 record in 100 is refused

Example: carrel build export.mrc --library library.json -o branch.snapshot
`,
  async run(args) {
    const { values, positionals } = readArguments(args, {
      output: { type: 'string', short: 'o' },
      threads: { type: 'string' },
      library: { type: 'string' },
      date: { type: 'string' },
      with: { type: 'string' },
      holdings: { type: 'string' },
      id: { type: 'string' },
      columns: { type: 'string' },
      report: { type: 'string' },
      lenient: { type: 'boolean' },
    });
    if (positionals.length === 0) throw new UsageError('no SOURCE is given.');
    if (!values.output) throw new UsageError('no FILE is given; wanted -o FILE.');
    const { output, threads: asked, ...ofRecords } = values;
    const threads =
      asked === undefined ? undefined : wholeNumber('--threads', asked, 1, MOST_THREADS);
    refuseMissing(positionals);
    const directory = positionals.find(isDirectory);
    if (directory !== undefined) refuseMixed(directory, positionals, ofRecords);
    const imported = directory === undefined ? recordImport(positionals, ofRecords) : undefined;
    const written = [{ option: '--output', path: output }];
    if (values.report !== undefined) written.push({ option: '--report', path: values.report });
    for (const { path } of written) refuseUnwritable(path);
    refuseOverwriting(imported?.files ?? sourceDirectoryFiles(positionals[0]), written);

    const progress = terminalProgress();
    const begin = performance.now();
    try {
      const report = await buildSnapshot(imported?.source ?? positionals[0], output, {
        threads,
        progress: (titles) => progress.show(imported?.progress(titles) ?? counted(titles, 'title')),
      });
      progress.clear();
      const seconds = (performance.now() - begin) / 1000;
      imported?.writeReport(report);
      for (const line of imported?.summary() ?? []) process.stderr.write(`${line}\n`);
      for (const warning of report.warnings) process.stderr.write(`warning: ${warning}\n`);
      process.stdout.write(
        `${report.file}: ${counted(report.counts.titles, 'title')} of '${report.library}', ${readable(report.size)} bytes, in ${seconds.toFixed(1)} s\n`,
      );
    } catch (error) {
      progress.clear();
      imported?.writeReport();
      throw error;
    }
    return 0;
  },
};

function refuseMissing(sources: readonly string[]): void {
  const missing = sources.find((source) => source !== '-' && !existsSync(source));
  if (missing === undefined) return;
  throw new Error(
    `${missing} is not there; wanted a directory with library.json and titles.jsonl, or a file of records.`,
  );
}

/** A directory is a source by itself, and has no need of what tells how records are read. */
function refuseMixed(directory: string, sources: readonly string[], options: object): void {
  const other = sources.find((source) => source !== directory);
  if (other !== undefined) {
    throw new UsageError(`${directory} is a directory, a SOURCE by itself; found also '${other}'.`);
  }
  const [option] = Object.keys(options);
  if (option !== undefined) {
    throw new UsageError(`--${option} is for files of records, and ${directory} is a directory.`);
  }
}

/** Refuses a place where no file can stand, before anything is read. */
function refuseUnwritable(file: string): void {
  if (isDirectory(file)) throw new Error(`${file} is a directory; wanted a file to write.`);
  const directory = dirname(file);
  if (!isDirectory(directory)) {
    throw new Error(`${directory} is no directory; ${file} cannot stand there.`);
  }
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
