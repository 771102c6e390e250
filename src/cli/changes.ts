/*
 * The command `carrel changes`: opens two sources of one catalog, and writes the changes between them. `compact.ts` applies
 * changes.
 */

import { statSync } from 'node:fs';
import type { Catalog } from '../catalog/catalog.js';
import { catalogSource } from '../snapshot/changes/catalog-source.js';
import type { ChangedKind } from '../snapshot/changes/change.js';
import { changesBetween, type SourceChanges } from '../snapshot/changes/changes-between.js';
import { sourceDirectory, sourceDirectoryFiles } from '../snapshot/file/source-file.js';
import { checkTitleCount } from '../snapshot/file/writing/publishing-limits.js';
import type { Source } from '../snapshot/source/source.js';
import { defineCommand, UsageError } from './command.js';
import { checkOutputs, openLineAppender } from './output-file.js';
import {
  openSnapshotFile,
  RECORD_OPTIONS,
  type RecordArguments,
  recordImport,
  storedProfile,
} from './record-import.js';
import { COUNT_OPTIONS, publishingLimits } from './shared-options.js';
import { formatCount, print, printError } from './standard-streams.js';

export const changes = defineCommand(
  {
    name: 'changes',
    usage: 'OLD NEW [-o FILE]',
    description: `Prints the changes that turn the catalog of OLD into the catalog of NEW, as lines of a
      file for carrel serve --changes. Nothing is printed if NEW has an error or lost many titles.`,
    arguments: {
      'OLD, NEW': `a source directory, a snapshot file, or a record file as for carrel build; - reads
          records from standard input`,
    },
    options: {
      '-o, --output FILE': {
        default: '-',
        expected: 'a file to append to',
        text: 'append the lines to FILE, or print them if it is -',
      },
      ...COUNT_OPTIONS,
      ...RECORD_OPTIONS,
    },
    notes: `
      Only kinds of records that both sides contain are compared. A record file contains only
      titles, and a snapshot file does not contain session ids. The lines contain the ids of
      sessions if both sides are source directories. MARC records are compared if both sides contain
      them.

      Changes cannot express a difference in library.json or synonyms.txt: such a difference is a
      warning, and needs carrel build.

      Without --holdings, record files have the holdings profile of the other side. The lines have the
      later of the two snapshot dates as their time.`,
    example: 'carrel changes export-monday export-tuesday -o changes.jsonl',
  },
  async (values, paths) => {
    const { output } = values;
    const [oldPath, newPath] = paths;
    if (paths.length !== 2) {
      throw new UsageError(`OLD NEW: expected two sources, found ${paths.length}`);
    }
    const limits = publishingLimits(values);
    if (oldPath === '-' && newPath === '-') {
      throw new UsageError('OLD NEW: expected standard input (-) at most once, found it twice');
    }
    const newSnapshot = openSnapshotFile(newPath);
    const profile = values.holdings ?? storedProfile(newSnapshot);
    const older = openSide(oldPath, openSnapshotFile(oldPath), { ...values, profile });
    const newer = openSide(newPath, newSnapshot, { ...values, profile: await older.profile() });
    if (output !== '-') {
      checkOutputs([...older.files, ...newer.files], [{ option: '--output', path: output }]);
    }
    const kinds = older.kinds.filter((kind) => newer.kinds.includes(kind));
    const found = await changesBetween(older.source, newer.source, kinds);
    printError(newer.summary());
    const { library, titles, counts, lines, warnings } = found;
    checkTitleCount(
      newPath,
      { library, titles: titles.newer },
      { library, titles: titles.older },
      limits,
    );
    for (const warning of [...warnings, ...leftOut(older, newer)])
      printError(`warning: ${warning}`);
    const summary = `${formatCount(counts.put, 'record')} of '${library}' added or replaced, ${counts.delete} deleted, ${formatCount(counts.holdings, 'change')} of holdings`;
    if (output === '-') {
      for (const line of lines) print(line);
      printError(summary);
    } else {
      appendLines(output, lines);
      print(`${output}: ${summary}`);
    }
    return 0;
  },
);

/** OLD or NEW. */
interface Side {
  readonly source: Source;
  /** The kinds of records that the source contains. */
  readonly kinds: readonly ChangedKind[];
  /** The paths of the files that are read. */
  readonly files: readonly string[];
  /** Returns the name of the holdings profile of the titles, if it is known. */
  profile(): Promise<string | undefined>;
  /** Returns the lines of a summary of the import of records. */
  summary(): string[];
}

const SNAPSHOT_KINDS: readonly ChangedKind[] = ['titles', 'users', 'user_content', 'lists'];

/** @param snapshot the catalog of a snapshot file; undefined for another file */
function openSide(path: string, snapshot: Catalog | undefined, args: RecordArguments): Side {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined && path !== '-') {
    throw new Error(
      `${path}: expected a source directory, a snapshot file or a record file, found nothing`,
    );
  }
  if (stats?.isDirectory()) {
    return {
      source: sourceDirectory(path),
      kinds: [...SNAPSHOT_KINDS, 'sessions'],
      files: sourceDirectoryFiles(path),
      profile: async () => undefined,
      summary: () => [],
    };
  }
  if (snapshot !== undefined) {
    return {
      source: catalogSource(snapshot),
      kinds: SNAPSHOT_KINDS,
      files: [path],
      profile: async () => args.holdings ?? storedProfile(snapshot),
      summary: () => [],
    };
  }
  const { source, holdings, files, summary } = recordImport([path], args);
  const profile = async () => {
    for await (const record of holdings.records()) if ('value' in record) return `${record.value}`;
    return args.profile;
  };
  return { source, kinds: ['titles'], files, profile, summary };
}

/** Returns warnings about the kinds of records that only one side contains. */
function leftOut(older: Side, newer: Side): string[] {
  return [
    [older, newer],
    [newer, older],
  ].flatMap(([side, other]) => {
    const kinds = side.kinds.filter((kind) => !other.kinds.includes(kind));
    if (kinds.length === 0) return [];
    return [
      `${side.source.name}: ${kinds.join(', ')}: not compared, because the other side does not contain them`,
    ];
  });
}

function appendLines(path: string, lines: SourceChanges['lines']): void {
  const appender = openLineAppender(path);
  try {
    for (const line of lines) appender.append(line);
    appender.flush();
  } finally {
    appender.close();
  }
}
