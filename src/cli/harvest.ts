/*
 * The command `carrel harvest`: appends the changes from an OAI-PMH provider to a file, and keeps the file of the state.
 * `import/oai/` requests the records.
 */

import { existsSync } from 'node:fs';
import { formatInstant, parseDateOrInstant } from '../base/instant.js';
import { harvestChanges } from '../import/oai/harvest.js';
import { readHarvestState, writeHarvestState } from '../import/oai/harvest-state.js';
import { providerName } from '../import/oai/oai-client.js';
import { defineCommand, UsageError } from './command.js';
import { checkOutputs, openLineAppender, outputName } from './output-file.js';
import {
  checkedLibrary,
  openSnapshotFile,
  RECORD_OPTIONS,
  readHoldings,
  storedProfile,
} from './record-import.js';
import { QUIET_OPTION } from './shared-options.js';
import {
  createProgress,
  formatCount,
  formatProgress,
  print,
  printError,
  standardOutputLines,
} from './standard-streams.js';

const MAX_WARNINGS = 20;

export const harvest = defineCommand(
  {
    name: 'harvest',
    usage: 'URL -o FILE --library FILE [--state FILE]',
    description: `Requests MARC records from an OAI-PMH provider, and appends their changes to a file
      for carrel serve --changes. The first harvest requests all records, or those since --from;
      further harvests with --state request what changed.`,
    arguments: {
      URL: `the address of the provider, with http or https; a user name and password in it are
          sent as Basic authentication`,
    },
    options: {
      '-o, --output FILE': {
        required: 'a file to append to',
        text: 'the file to append to; - is standard output',
      },
      '--library FILE': {
        required: 'a JSON file',
        isFile: true,
        text: `the JSON file with the library, or a snapshot file of the library, whose holdings profile
          is then used`,
      },
      '--state FILE': {
        isFile: true,
        text: `where to continue; written when all changes are written, so that an interrupted harvest
          can be repeated`,
      },
      '--from DATE': {
        read: readDate,
        text: `request records since DATE, such as 2026-11-01 or 2026-11-01T04:00:00Z, if there is no
          state yet`,
      },
      '--set SET': 'request the records of one set (default: all records)',
      '--prefix PREFIX': { default: 'marc21', text: 'the metadata format of the records' },
      '--holdings PROFILE': {
        isFile: true,
        text: `as in carrel build (default: that of the snapshot file, or else that of the state, or else
          the one that fits up to 20,000 records)`,
      },
      '--id FIELD': RECORD_OPTIONS['--id FIELD'],
      '--record-format F': RECORD_OPTIONS['--record-format F'],
      '--keep-marc': RECORD_OPTIONS['--keep-marc'],
      '--identifier REGEX': {
        read: readPattern,
        text: `finds the title id in the OAI identifier of a deleted record, as its first group (default:
          ([^:]+)$, the part after the last colon)`,
      },
      '--max-deleted N': {
        range: [0, 100],
        default: '10',
        text: `refuse to delete titles if they are more than N % of the records received so far, or of
          1,000`,
      },
      ...QUIET_OPTION,
    },
    notes: `
      A deleted record has no fields, so its title id comes from its identifier. If most identifiers
      do not contain the title ids, the state maps identifiers to title ids, and a record that no
      harvest has received is not deleted.

      A failed request is repeated up to 5 times, after the pause that the provider requests or
      after 1 to 16 seconds.`,
    example: `carrel harvest https://koha.example/cgi-bin/koha/oai.pl
      --library branch.snapshot --state harvest.json -o changes.jsonl`,
    isStoppable: true,
  },
  async (values, [address, ...others], stopping) => {
    if (address === undefined || others.length > 0) {
      const found = address === undefined ? 0 : 1 + others.length;
      throw new UsageError(`URL: expected one address, found ${found}`);
    }
    const { output, library, state: statePath, set, prefix, id = '001' } = values;
    const snapshot = openSnapshotFile(library);
    const profile = values.holdings ?? storedProfile(snapshot);
    const holdings = profile === undefined ? undefined : readHoldings(profile);
    const written = [{ option: '--output', path: output }];
    if (statePath) written.push({ option: '--state', path: statePath });
    checkOutputs([library], written);

    const progress = createProgress(values.quiet);
    const warnings = createWarnings(progress.clear);
    const source = {
      address: providerName(address),
      prefix,
      ...(set !== undefined && { set }),
      id,
    };
    const state = readHarvestState(statePath, source);
    if (state?.from !== undefined && output !== '-' && !existsSync(output)) {
      throw new Error(
        `${output}: expected the file of the previous harvest, found nothing; remove ${statePath} to harvest again, or create an empty file to continue without the earlier changes`,
      );
    }
    const subjects = snapshot?.library ?? checkedLibrary(library);
    const { id: libraryId } = subjects;
    const { changes, report } = harvestChanges(address, {
      library: libraryId,
      id,
      holdings,
      recordFormat: values['record-format'],
      keepMarc: values['keep-marc'],
      subjects,
      identifier: values.identifier,
      state,
      from: values.from,
      set,
      prefix,
      maxDeleted: values['max-deleted'],
      signal: stopping,
      onWarning: warnings.add,
      progress: (records, expected) =>
        progress.show((seconds) => {
          const share = expected === undefined ? undefined : Math.min(1, records / expected);
          return formatProgress({ count: records, noun: 'record', share, seconds });
        }),
    });
    const appender = output === '-' ? standardOutputLines() : openLineAppender(output);
    try {
      for await (const change of changes) appender.append(JSON.stringify(change));
      await appender.flush();
    } finally {
      appender.close();
      progress.clear();
      warnings.end();
    }
    if (statePath && report.state) writeHarvestState(statePath, report.state);
    const { titles, deleted, skipped } = report;
    if (values.quiet) return 0;
    const printSummary = output === '-' ? printError : print;
    printSummary(
      `${outputName(output)}: ${formatCount(titles, 'title')} of '${libraryId}' added or replaced, ${deleted} deleted, ${formatCount(skipped, 'record')} skipped`,
    );
    return 0;
  },
);

function readDate(text: string): string {
  const instant = parseDateOrInstant(text);
  if (!Number.isNaN(instant)) return formatInstant(instant);
  throw new UsageError(
    `--from: expected a date such as 2026-11-01 or 2026-11-01T04:00:00Z, found '${text}'`,
  );
}

function readPattern(text: string): RegExp {
  const expected = '--identifier: expected a regular expression with a group';
  let pattern: RegExp;
  try {
    pattern = new RegExp(text, 'u');
  } catch (error) {
    throw new UsageError(`${expected}, found an error (${(error as Error).message})`);
  }
  // The empty alternative matches, and the result of a match has one element for each group.
  const { length } = new RegExp(`${text}|`, 'u').exec('') ?? [];
  if (length === 2) return pattern;
  throw new UsageError(`${expected}, found '${text}'`);
}

/** Prints warnings to standard error: the first {@link MAX_WARNINGS}, and then the number of the others. */
function createWarnings(clearProgress: () => void) {
  let count = 0;
  return {
    add(warning: string) {
      count++;
      clearProgress();
      if (count <= MAX_WARNINGS) printError(`warning: ${warning}`);
    },
    end() {
      const more = count - MAX_WARNINGS;
      if (more > 0) printError(`... and ${formatCount(more, 'more warning')}`);
    },
  };
}
