import { compactSnapshot } from '../snapshot/file/writing/compact-snapshot.js';
import { defineCommand } from './command.js';
import { checkOutputs, outputName, writeOutput } from './output-file.js';
import {
  PUBLISHING_OPTIONS,
  publishingLimits,
  QUIET_OPTION,
  readTrustedKeys,
  TRUST_OPTION,
} from './shared-options.js';
import {
  createProgress,
  formatCount,
  formatNumber,
  print,
  printError,
} from './standard-streams.js';

/** The maximum number of skipped lines that are printed. Further lines are only counted. */
const MAX_LISTED_LINES = 20;

export const compact = defineCommand(
  {
    name: 'compact',
    usage: 'SNAPSHOT --changes FILE -o NEW',
    description: `Applies a file of changes to a snapshot, and writes the result as a new snapshot. The
      new file has the same bytes as a build from the changed source.`,
    arguments: {
      SNAPSHOT: {
        text: 'the snapshot file, or a source directory',
        required: 'a snapshot file',
        isFile: true,
      },
    },
    options: {
      '--changes FILE': {
        isFile: true,
        required: 'a file of changes',
        text: `the changes: one JSON object per line, such as
          {"op":"delete","kind":"titles","id":"7"}`,
      },
      '-o, --output NEW': {
        required: 'a file to write',
        text: `the snapshot file to write, or - for standard output; an existing file is replaced when
          the new file is complete; may be SNAPSHOT`,
      },
      ...PUBLISHING_OPTIONS,
      ...TRUST_OPTION,
      ...QUIET_OPTION,
    },
    notes: `
      The number of titles is compared with SNAPSHOT, and with an existing NEW. The new file has no
      signature.

      A line that cannot be applied is reported with its file and line number, and skipped. The exit
      status is then still 0. Changes before the date of the snapshot and changes of other libraries
      are only counted.`,
    example: 'carrel compact branch.snapshot --changes day.jsonl -o new.snapshot',
  },
  async (values, [snapshot]) => {
    const { changes, output } = values;
    checkOutputs([changes], [{ option: '--output', path: output }]);
    const limits = publishingLimits(values);

    const progress = createProgress(values.quiet);
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
      if (values.quiet) return 0;
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
);
