import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { buildSnapshot } from '../snapshot/file/build-snapshot.js';
import { type Command, readArguments, UsageError, wholeNumber } from './command-line.js';
import { counted, readable } from './readable.js';
import { terminalProgress } from './terminal-progress.js';

const MOST_THREADS = 64;

/** `carrel build SOURCE -o FILE` */
export const build: Command = {
  help: `carrel build SOURCE -o FILE

Turns a library's records into one snapshot file. Whatever stood at FILE stays as it was until the
new one is whole; when a record is wrong, every such record is named and nothing is written.

  SOURCE             a directory with library.json, titles.jsonl and, where there are any,
                     users.jsonl, user_content.jsonl, lists.jsonl and sessions.jsonl
  -o, --output FILE  where the snapshot is to stand
  --threads N        how many threads index: more are faster and take some 150 MB each
                     (default: one a core, up to 3)

Example: carrel build exports/branch -o branch.snapshot
`,
  async run(args) {
    const { values, positionals } = readArguments(args, {
      output: { type: 'string', short: 'o' },
      threads: { type: 'string' },
    });
    const [source, ...more] = positionals;
    if (source === undefined) throw new UsageError('no SOURCE is given.');
    if (more.length > 0) throw new UsageError(`one SOURCE is wanted; found also '${more[0]}'.`);
    if (!values.output) throw new UsageError('no FILE is given; wanted -o FILE.');
    const threads =
      values.threads === undefined
        ? undefined
        : wholeNumber('--threads', values.threads, 1, MOST_THREADS);
    if (!isDirectory(source)) {
      throw new Error(`${source} is no directory; wanted one with library.json and titles.jsonl.`);
    }
    refuseUnwritable(values.output);

    const progress = terminalProgress();
    const begin = performance.now();
    try {
      const report = await buildSnapshot(source, values.output, {
        threads,
        progress: (titles) => progress.show(counted(titles, 'title')),
      });
      progress.clear();
      const seconds = (performance.now() - begin) / 1000;
      for (const warning of report.warnings) process.stderr.write(`warning: ${warning}\n`);
      process.stdout.write(
        `${report.file}: ${counted(report.counts.titles, 'title')} of '${report.library}', ${readable(report.size)} bytes, in ${seconds.toFixed(1)} s\n`,
      );
    } catch (error) {
      progress.clear();
      throw error;
    }
    return 0;
  },
};

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
