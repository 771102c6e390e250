import { compactSnapshot } from '../snapshot/file/writing/compact-snapshot.js';
import { refuseOverwriting } from './build/refuse-overwriting.js';
import { terminalProgress } from './build/terminal-progress.js';
import {
  type Command,
  PUBLISHING_OPTIONS,
  publishingLimits,
  readArguments,
  readTrustedKeys,
  refuseStream,
  TRUST_OPTION,
  UsageError,
} from './command-line.js';
import { formatCount, formatNumber } from './format-number.js';
import { outputName, print, printError, writeOutput } from './standard-streams.js';

/** The maximum number of skipped lines that are printed. Further lines are only counted. */
const MAX_LISTED_LINES = 20;

export const compact: Command = {
  help: `carrel compact SNAPSHOT --changes FILE -o NEW

Applies a file of changes to a snapshot, and writes the result as a new
snapshot. The new file has the same bytes as a build from the changed source.

  SNAPSHOT            the snapshot file, or a source directory
  --changes FILE      the changes: one JSON object per line, such as
                      {"op":"delete","kind":"titles","id":"7"}
  -o, --output NEW    the snapshot file to write, or - for standard output; an
                      existing file is replaced when the new file is complete;
                      may be SNAPSHOT
  --max-shrink N      refuse to write if more than N % of the titles of
                      SNAPSHOT or of an existing NEW are gone (default: 10)
  --min-titles N      refuse to write fewer than N titles (default: 1)
  --allow-library-change
                      accept an existing NEW of another library
  --trust PUBLIC      require that SNAPSHOT is signed by this public key (PEM);
                      may be repeated; the new file has no signature

A line that cannot be applied is reported with its file and line number, and
skipped. The exit status is then still 0. Changes before the date of the
snapshot and changes of other libraries are only counted.

Example: carrel compact branch.snapshot --changes day.jsonl -o new.snapshot
`,
  async run(args) {
    const { values, positionals } = readArguments(
      args,
      {
        changes: { type: 'string' },
        output: { type: 'string', short: 'o' },
        ...PUBLISHING_OPTIONS,
        ...TRUST_OPTION,
      },
      ['output'],
    );
    const [snapshot, another] = positionals;
    if (snapshot === undefined)
      throw new UsageError('SNAPSHOT: expected a snapshot file, found nothing');
    if (another !== undefined)
      throw new UsageError(`SNAPSHOT: expected one snapshot file, found also '${another}'`);
    refuseStream('SNAPSHOT', snapshot);
    const { changes, output } = values;
    if (!changes) throw new UsageError('--changes: expected a file of changes, found nothing');
    if (!output) throw new UsageError('--output: expected a file to write, found nothing');
    const limits = publishingLimits(values);
    refuseOverwriting([changes], [{ option: '--output', path: output }]);

    const progress = terminalProgress();
    const startedAt = performance.now();
    const skipped: string[] = [];
    progress.show(() => 'applying changes');
    try {
      const options = {
        ...limits,
        trust: readTrustedKeys(values.trust),
        onSkipped: (problem: string) => {
          if (skipped.length < MAX_LISTED_LINES) skipped.push(problem);
        },
      };
      const compacted = await writeOutput(output, (file) =>
        compactSnapshot(snapshot, changes, file, options),
      );
      const { library, titles, size, lines, warnings } = compacted;
      progress.clear();
      const seconds = (performance.now() - startedAt) / 1000;
      const unlisted = lines.invalid - skipped.length;
      if (unlisted > 0) skipped.push(`${formatCount(unlisted, 'more line')}`);
      for (const line of skipped) printError(`skipped: ${line}`);
      for (const warning of warnings) printError(`warning: ${warning}`);
      const printSummary = output === '-' ? printError : print;
      printSummary([
        `${formatCount(lines.valid, 'change')} applied, ${formatNumber(lines.invalid)} skipped, ${formatNumber(lines.superseded)} before the date of the snapshot, ${formatNumber(lines['other-library'])} of other libraries`,
        `${outputName(output)}: ${formatCount(titles, 'title')} of '${library}', ${formatNumber(size)} bytes, in ${seconds.toFixed(1)} s`,
      ]);
    } catch (error) {
      progress.clear();
      throw error;
    }
    return 0;
  },
};
