/*
 * Applies the changes of a growing file to an open catalog between requests. Changes of holdings and sessions are
 * applied at once. Other changes are left out, until `opening-thread.ts` has prepared a catalog with them in a worker
 * thread.
 */

import { withGetters } from '../../base/lazy.js';
import type { Catalog } from '../../catalog/catalog.js';
import { createChangeBatch, later } from '../changes/apply-changes.js';
import type { Change } from '../changes/change.js';
import { createChangeChecker, createScopeChecker } from '../changes/change-checker.js';
import { editHoldings, type HoldingsEditor } from '../changes/change-holdings.js';
import { unknownTitle } from '../changes/changed-source.js';
import { withChangeTime } from '../format/open-sections.js';
import {
  type ChangeCounts,
  type ChangesFile,
  type ChangesLine,
  type ChangesPlace,
  createLineChecker,
  readChangesFile,
  type SharedFile,
  type SkippedLine,
} from './changes-file.js';

/** A catalog that contains the changes of a file up to a place. */
export interface ChangedCatalog extends ChangesPlace {
  readonly catalog: Catalog;
}

/** How far a catalog contains the changes of a file. The counts are of all lines since the beginning of the file. */
export interface ChangesProgress extends ChangeCounts {
  /** The number of bytes of the file. */
  readonly bytes: number;
  /** The number of lines of the file. */
  readonly lines: number;
}

/** A catalog to which the changes of a file are applied while the file grows. */
export interface FollowedCatalog {
  /** The catalog with the changes up to now. */
  readonly catalog: Catalog;
  /** How far {@link catalog} contains the changes: up to the first change that was left out, see {@link behind}. */
  readonly progress: ChangesProgress;
  /**
   * The catalog before the first change that was left out because applying it takes long. {@link catalog} contains only
   * quick changes after it. Undefined if no change was left out.
   */
  readonly behind: ChangedCatalog | undefined;
  /** The number of bytes of the file that {@link advance} has read. */
  readonly bytesRead: number;
  /**
   * Reads and applies changes for up to about a millisecond.
   *
   * @returns whether there may be more changes to read
   * @throws Error if the file exists but cannot be read
   */
  advance(): boolean;
  /** Returns the lines that were skipped since the last call. */
  takeSkipped(): readonly SkippedLine[];
  /** Returns whether the file was truncated or replaced, so that the catalog contains changes of an old file. */
  isFileReplaced(): Promise<boolean>;
  /** Returns the open file, also if it was deleted or renamed, or undefined if another file has its path. */
  openFile(): SharedFile | undefined;
  close(): void;
}

/** The time that one call of `advance` takes, except for changes of sessions. */
const STEP_MS = 1;

/** With more sessions, a change of one session takes long, because all sessions are encoded again. */
const MAX_QUICK_SESSIONS = 5000;

/**
 * Follows a changes file.
 *
 * @param opened the catalog to begin with
 * @param file the file, which need not exist
 */
export function followChanges(opened: ChangedCatalog, file: ChangesFile): FollowedCatalog {
  let { catalog } = opened;
  let behind: ChangedCatalog | undefined;
  /** The counts of all lines before {@link behind}. They do not change after a change was left out. */
  const counts = { ...opened.counts };
  let skipped: SkippedLine[] = [];
  const reader = readChangesFile(file.path, opened.position, file.shared, file.followsLinks);
  const { library } = catalog;
  const check = createLineChecker(file, library, createChangeChecker(library));
  const checkScope = createLineChecker(file, library, createScopeChecker(library));

  /** The changes of holdings that {@link catalog} does not contain yet, and the latest of their times. */
  let edited: { readonly editor: HoldingsEditor; changed: string | undefined } | undefined;
  let sessions: { readonly line: number; readonly change: Change }[] = [];

  /** Returns the catalog with all changes that {@link apply} received. */
  function current(): Catalog {
    if (edited !== undefined) {
      const { editor, changed } = edited;
      edited = undefined;
      catalog = editor.finish();
      if (changed !== undefined) catalog = withChangeTime(catalog, changed);
    }
    if (sessions.length > 0) {
      const refused: SkippedLine[] = [];
      const batch = createChangeBatch(catalog);
      for (const { line, change } of sessions) {
        const problem = batch.addChecked(change);
        if (problem !== undefined) refused.push({ line, problem });
      }
      catalog = batch.apply();
      if (behind === undefined) {
        counts.applied += sessions.length - refused.length;
        counts.skipped += refused.length;
        skipped.push(...refused);
      }
      sessions = [];
    }
    return catalog;
  }

  /**
   * Applies a change of holdings that does not affect the text index, or a change of a session. Counts the change,
   * unless changes before it were left out.
   *
   * @returns false for any other change, which is not applied
   */
  function apply(line: number, change: Change): boolean {
    if (change.op !== 'holdings') {
      const { size } = catalog.sessions.digests;
      const isQuick = change.kind === 'sessions' && size <= MAX_QUICK_SESSIONS;
      if (isQuick) sessions.push({ line, change });
      return isQuick;
    }
    const number = catalog.titles.numberOf(change.title);
    if (number < 0) {
      if (behind === undefined) skip(line, unknownTitle(change.title));
      return true;
    }
    edited ??= { editor: editHoldings(catalog), changed: catalog.changed };
    if (!edited.editor.change(number, change.holdings)) return false;
    edited.changed = later(edited.changed, change.at);
    if (behind === undefined) counts.applied++;
    return true;
  }

  /** Leaves out the change that was read last: see {@link FollowedCatalog.behind}. */
  function leaveOut(): void {
    behind = { catalog: current(), position: reader.positionBefore(), counts };
  }

  function skip(line: number, problem: string): void {
    skipped.push({ line, problem });
    counts.skipped++;
  }

  const methods = {
    advance() {
      const end = performance.now() + STEP_MS;
      let hasMore = true;
      while (hasMore && performance.now() < end) {
        const read = reader.next(behind && mayBeQuick);
        hasMore = read !== undefined;
        if (read === undefined) break;
        const isQuick = canBeQuick(read);
        if (behind !== undefined && !isQuick) continue;
        const { line } = read;
        // Other changes are checked in another thread, because V8 takes some milliseconds to compile that check.
        const checked = isQuick ? check(read) : checkScope(read);
        if (checked.status === 'valid' && apply(line, checked.change)) continue;
        if (behind !== undefined) continue;
        if (checked.status === 'invalid') skip(line, checked.problem);
        else if (checked.status === 'superseded') counts.superseded++;
        else if (checked.status !== 'ignored') leaveOut();
      }
      if (sessions.length > 0) current();
      return hasMore;
    },
    takeSkipped() {
      const taken = skipped.sort((a, b) => a.line - b.line);
      skipped = [];
      return taken;
    },
    isFileReplaced: reader.isReplaced,
    openFile: reader.openFile,
    close: reader.close,
  };
  return withGetters(methods, {
    catalog: current,
    progress: () => {
      const { bytes, lines } = behind?.position ?? reader;
      return { ...counts, bytes, lines };
    },
    behind: () => behind,
    bytesRead: () => reader.bytes,
  });
}

/** Matches a string with the value `holdings` or `sessions` after a colon, or any string with an escaped letter. */
const QUICK = /:\s*"(?:holdings|sessions)"|\\u/;

/** Returns whether {@link canBeQuick} can return true for a line with these bytes. Takes less time than parsing them. */
function mayBeQuick(bytes: Buffer): boolean {
  return QUICK.test(bytes.toString('latin1'));
}

/** Returns whether a line can be a change that is applied at once: of holdings or of a session. */
function canBeQuick(line: ChangesLine): boolean {
  if ('problem' in line) return false;
  const { op, kind } = Object(line.value);
  return op === 'holdings' || kind === 'sessions';
}
