import { statSync } from 'node:fs';
import { buildSnapshot } from '../snapshot/file/build-snapshot.js';
import { type Command, readArguments, UsageError } from './command-line.js';
import { readable } from './readable.js';
import { terminalProgress } from './terminal-progress.js';

/** `carrel build SOURCE -o FILE` */
export const build: Command = {
  help: `carrel build SOURCE -o FILE

Turns a library's records into one snapshot file. Whatever stood at FILE stays as it was until the
new one is whole; when a record is wrong, every such record is named and nothing is written.

  SOURCE             a directory with library.json, titles.jsonl and, where there are any,
                     users.jsonl, user_content.jsonl, lists.jsonl and sessions.jsonl
  -o, --output FILE  where the snapshot is to stand

Example: carrel build exports/branch -o branch.snapshot
`,
  async run(args) {
    const { values, positionals } = readArguments(args, {
      output: { type: 'string', short: 'o' },
    });
    const [source, ...more] = positionals;
    if (source === undefined) throw new UsageError('no SOURCE is given.');
    if (more.length > 0) throw new UsageError(`one SOURCE is wanted; found also '${more[0]}'.`);
    if (!values.output) throw new UsageError('no FILE is given; wanted -o FILE.');
    if (!statSync(source, { throwIfNoEntry: false })?.isDirectory()) {
      throw new Error(`${source} is no directory; wanted one with library.json and titles.jsonl.`);
    }

    const progress = terminalProgress();
    const begin = performance.now();
    try {
      const report = await buildSnapshot(source, values.output, {
        progress: (titles) => progress.show(`${readable(titles)} titles`),
      });
      progress.clear();
      const seconds = (performance.now() - begin) / 1000;
      for (const warning of report.warnings) process.stderr.write(`warning: ${warning}\n`);
      process.stdout.write(
        `${report.file}: ${readable(report.counts.titles)} titles of '${report.library}', ${readable(report.size)} bytes, in ${seconds.toFixed(1)} s\n`,
      );
    } catch (error) {
      progress.clear();
      throw error;
    }
    return 0;
  },
};
