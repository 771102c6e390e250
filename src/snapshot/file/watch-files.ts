/*
 * Notices that files were replaced, by polling their sizes and times. `replaceable-catalogs.ts` opens the files, and
 * `addresses/local-files.ts` copies them.
 */

import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { signaturePath } from './signature.js';

/** The default time between two checks of the files. */
const INTERVAL_MS = 1000;

/** How the file at a watched path compares with the file that is in use. Times are in seconds since 1970. */
export interface FileCheck {
  readonly path: string;
  /** The time at which the file in use was last found at the path. */
  readonly checked: number;
  /** The time since which another file has been at the path. 0 if there is none. */
  readonly pendingSince: number;
}

/** The number of changed states in a row after which a file is reported as one that keeps changing. */
const MAX_CHANGED_STATES = 10;

export interface FileWatch {
  /**
   * Starts to report files that have changed since {@link watchFiles} was called.
   *
   * @param onChange receives the changed paths, as passed to {@link watchFiles}
   * @param onUnstable Receives a message about a file that was in another state at each of 10 checks in a row, once until
   *   the file stops changing.
   * @param interval The time between two checks in milliseconds. Default: 1000.
   */
  start(
    onChange: (changed: readonly string[]) => void,
    onUnstable: (message: string) => void,
    interval?: number,
  ): void;
  /**
   * Call this method before a file is opened. The files that {@link watchFiles} found are in use from the beginning.
   *
   * @returns a function to call when the opened file is in use
   */
  opening(path: string): () => void;
  /** Returns the last check of each file. Paths of directories are left out. */
  checks(): readonly FileCheck[];
  /** Stops reporting changes. */
  stop(): void;
}

/**
 * Watches files for changes, including deletion. A change is reported when two checks in a row find
 * the file in the same new state, so that a file is not reported while it is being copied.
 *
 * The states of the files and of their signatures (identity, size and times) are polled, because network file
 * systems do not report changes by other machines. A changed signature is reported as a change of its file. Changes
 * inside a directory are not reported, because the state of a directory does not show whether its files are complete.
 */
export async function watchFiles(paths: readonly string[]): Promise<FileWatch> {
  const reported = await statesOf(paths);
  let previous: readonly string[] = [...reported];
  const used = [...reported];
  const checked = paths.map(now);
  const pendingSince = paths.map(() => 0);
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  /** The number of changed states in a row of each file. */
  const changedStates = paths.map(() => 0);

  function compareWithUsed(): void {
    for (const [i, state] of previous.entries()) {
      if (state === used[i]) checked[i] = now();
      if (state === used[i] || isMissing(state)) pendingSince[i] = 0;
      else pendingSince[i] ||= now();
    }
  }

  return {
    start(onChange, onUnstable, interval = INTERVAL_MS) {
      const check = async () => {
        const current = await statesOf(paths);
        if (isStopped) return;
        const changed = paths.filter(
          (_, i) => current[i] !== reported[i] && current[i] === previous[i],
        );
        for (const path of changed) reported[paths.indexOf(path)] = current[paths.indexOf(path)];
        const unstable = paths.filter((_, i) => {
          changedStates[i] = current[i] === previous[i] ? 0 : changedStates[i] + 1;
          return changedStates[i] === MAX_CHANGED_STATES;
        });
        previous = current;
        compareWithUsed();
        timer = setTimeout(check, interval).unref();
        if (changed.length > 0) onChange(changed);
        for (const path of unstable) onUnstable(`${path}: ${UNSTABLE}`);
      };
      timer = setTimeout(check, interval).unref();
    },
    opening(path) {
      const index = paths.indexOf(path);
      const found = previous[index];
      return () => {
        used[index] = found;
        compareWithUsed();
      };
    },
    checks: () =>
      paths.flatMap((path, i) =>
        isDirectory(previous[i])
          ? []
          : { path, checked: checked[i], pendingSince: pendingSince[i] },
      ),
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

function now(): number {
  return Date.now() / 1000;
}

const MISSING = 'missing';
const DIRECTORY = 'a directory';

const isMissing = (state: string) => state.startsWith(MISSING);
const isDirectory = (state: string) => state.startsWith(DIRECTORY);
const UNSTABLE = `expected a file that stops changing, found a change at each of ${MAX_CHANGED_STATES} checks; it is opened when it stops, so write a new file and rename it to this path`;

function statesOf(paths: readonly string[]): Promise<string[]> {
  const state = (path: string) => stat(path).then(stateOf, () => MISSING);
  return Promise.all(
    paths.map(async (path) => `${await state(path)} ${await state(signaturePath(path))}`),
  );
}

function stateOf(stats: Stats): string {
  if (stats.isDirectory()) return DIRECTORY;
  const { dev, ino, size, mtimeMs, ctimeMs } = stats;
  return [dev, ino, size, mtimeMs, ctimeMs].join();
}
