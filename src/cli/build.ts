/*
 * The command `carrel build`: checks the options, builds a snapshot, and prints the summary. `record-import.ts` has the
 * options for record files.
 */

import { existsSync, statSync } from 'node:fs';
import { formatInstant, parseInstant } from '../base/instant.js';
import {
  sourceDirectory,
  sourceDirectoryFiles,
  textLinesFile,
} from '../snapshot/file/source-file.js';
import { buildSnapshotOf, checkBuild } from '../snapshot/file/writing/build-snapshot.js';
import type { WrittenSnapshot } from '../snapshot/file/writing/write-snapshot.js';
import { previousPath } from '../snapshot/file/writing/write-snapshot.js';
import type { SourceFile } from '../snapshot/source/source.js';
import {
  defineCommand,
  labeledOptions,
  type Options,
  type OptionValues,
  refuseStream,
  UsageError,
} from './command.js';
import { checkOutputs, outputName, type WrittenFile, writeOutput } from './output-file.js';
import { RECORD_OPTIONS, type RecordArguments, recordImport } from './record-import.js';
import { PUBLISHING_OPTIONS, publishingLimits, QUIET_OPTION } from './shared-options.js';
import {
  createProgress,
  formatCount,
  formatNumber,
  formatProgress,
  print,
  printError,
} from './standard-streams.js';

/** The options that a source directory does not have. */
const RECORD_FILE_OPTIONS = {
  ...RECORD_OPTIONS,
  '--with DIR': {
    isFile: true,
    text: `directory of users, user content, lists and sessions, of synonyms.txt, and of library.json
      if --library is absent`,
  },
  '--report FILE': 'write a report on the records to FILE or -, as JSON',
} as const satisfies Options;

const BUILD_OPTIONS = {
  '-o, --output FILE': {
    expected: 'a file to write',
    text: `the snapshot file to write, or - for standard output; an existing file is replaced when
      the new file is complete`,
  },
  '--date DATE': {
    read: parseSnapshotDate,
    text: `date of the snapshot: now, or a date and time such as 2026-11-01T00:00:00Z (default: that
      of library.json)`,
  },
  '--synonyms FILE': {
    isFile: true,
    isRepeatable: true,
    text: 'synonyms (default: synonyms.txt in the source directory)',
  },
  '--check': 'check everything, but write nothing; -o may be omitted',
  ...PUBLISHING_OPTIONS,
  '--max-shrink N': {
    ...PUBLISHING_OPTIONS['--max-shrink N'],
    brief: `refuse a catalog that lost more than N % of its titles; 'carrel build --help
      publishing' lists the other guards`,
  },
  '--keep-previous':
    'keep the old snapshot and its signature as FILE.previous and FILE.previous.sig',
  '--threads N': {
    range: [1, 64],
    text: 'number of threads (default: one per core, at most 3)',
  },
  ...QUIET_OPTION,
  ...RECORD_FILE_OPTIONS,
} as const satisfies Options;

export const build = defineCommand(
  {
    name: 'build',
    usage: 'SOURCE... -o FILE',
    description: 'Builds a snapshot file from the records of a library.',
    arguments: {
      SOURCE: {
        text: `a source directory: library.json and titles.jsonl, and optionally users.jsonl,
          user_content.jsonl, lists.jsonl, sessions.jsonl and synonyms.txt; or record files: MARC 21
          or UNIMARC (ISO 2709 or XML), or .csv or .tsv with a header line, also in .gz, .tar or
          .zip; - reads records, or the lines of titles.jsonl, from standard input`,
        required: 'a directory or record files',
        isRepeatable: true,
      },
    },
    options: BUILD_OPTIONS,
    example: 'carrel build export.mrc --library library.json -o branch.snapshot',
    topics: {
      publishing: {
        usage: 'SOURCE... -o FILE',
        description: `Compares the new snapshot with the snapshot in FILE, and refuses to replace it by
          one that is probably a mistake. FILE is then unchanged.`,
        options: Object.keys(PUBLISHING_OPTIONS),
        notes: `If FILE is not a readable snapshot, the numbers of titles cannot be compared. FILE is
          then replaced only with --min-titles N or --max-shrink 100.`,
        example: 'carrel build data -o branch.snapshot --min-titles 40000',
      },
    },
    isStoppable: true,
  },
  async (values, sources, stopping) => {
    await buildSources(values, sources, stopping);
    return 0;
  },
);

/** The values of the options of `carrel build`, and the library of record files without `--library`. */
export type BuildValues = Partial<OptionValues<typeof BUILD_OPTIONS>> &
  OptionValues<typeof PUBLISHING_OPTIONS> &
  Pick<RecordArguments, 'unnamedLibrary'>;

/**
 * Builds a snapshot file as `carrel build` does: shows the progress on a terminal, then prints the summary of the records,
 * the warnings, and the size of the file.
 *
 * @param stopping stops the build, which then rejects
 * @throws UsageError for options that conflict
 * @throws Error if the build fails; no file is written
 */
export async function buildSources(
  values: BuildValues,
  sources: readonly string[],
  stopping?: AbortSignal,
): Promise<void> {
  const { output, check, date } = values;
  if (output === undefined && !check)
    throw new UsageError('--output: expected a file to write, found nothing');
  if (check && values.report !== undefined)
    throw new UsageError('--report: expected no report with --check, which writes nothing');
  if (check) refuseStream('--output', output);
  const limits = publishingLimits(values);
  const synonyms = synonymsFile(values.synonyms);
  refuseMissing(sources);
  const directory = sources.find(isDirectory);
  if (directory !== undefined) refuseMixed(directory, sources, values);
  const imported = directory === undefined ? recordImport(sources, values) : undefined;
  const written: WrittenFile[] = [];
  if (output !== undefined) written.push({ option: '--output', path: output });
  if (values['keep-previous']) refuseStream('--keep-previous with --output', output);
  if (output !== undefined && values['keep-previous'])
    written.push({ option: '--keep-previous', path: previousPath(output) });
  if (values.report !== undefined) written.push({ option: '--report', path: values.report });
  const read = [...(imported?.files ?? sourceDirectoryFiles(sources[0]))];
  if (synonyms !== undefined) read.push(synonyms);
  checkOutputs(read, written);
  const files = imported?.source ?? sourceDirectory(sources[0]);
  const source =
    imported === undefined && synonyms === undefined && date === undefined
      ? sources[0]
      : {
          ...files,
          ...(imported !== undefined && { holdings: imported.holdings }),
          ...(date !== undefined && { library: datedLibrary(files.library, date) }),
          ...(synonyms !== undefined && { synonyms: textLinesFile(synonyms, true) }),
        };

  const progress = createProgress(values.quiet);
  const startedAt = performance.now();
  if (imported !== undefined) progress.show(() => 'reading records');
  try {
    const options = {
      ...limits,
      keepPrevious: values['keep-previous'],
      threads: values.threads,
      signal: stopping,
      progress: (titles: number, share: number | undefined) =>
        progress.show((seconds) =>
          formatProgress({ count: titles, noun: 'title', share, seconds }),
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
    const summary = imported?.summary() ?? [];
    printError(values.quiet ? summary.filter((line) => line.startsWith('warning: ')) : summary);
    for (const warning of report.warnings) printError(`warning: ${warning}`);
    if (values.quiet) return;
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
}

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
function refuseMixed(
  directory: string,
  sources: readonly string[],
  values: Readonly<Record<string, unknown>>,
): void {
  const other = sources.find((source) => source !== directory);
  if (other !== undefined) {
    throw new UsageError(
      `SOURCE: expected one directory or record files, found the directory '${directory}' and '${other}'`,
    );
  }
  const option = labeledOptions(RECORD_FILE_OPTIONS).find(({ name }) => values[name]);
  if (option !== undefined) {
    throw new UsageError(
      `--${option.name}: expected record files as SOURCE, found the directory '${directory}'`,
    );
  }
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/**
 * Parses `--date`. `now` is the current time, to the second.
 *
 * @throws UsageError for any other text than `now` and a date and time
 */
function parseSnapshotDate(text: string): string {
  if (text === 'now') return formatInstant(Date.now());
  if (!Number.isNaN(parseInstant(text))) return text;
  throw new UsageError(
    `--date: expected now, or a date and time such as 2026-11-01T00:00:00Z, found '${text}'`,
  );
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
