import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { signaturePath } from './signature.js';

/** The default time between two checks of the files. */
const INTERVAL_MS = 1000;

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
  let previous: readonly string[] = reported;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  /** The number of changed states in a row of each file. */
  const changedStates = paths.map(() => 0);
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
        timer = setTimeout(check, interval).unref();
        if (changed.length > 0) onChange(changed);
        for (const path of unstable) onUnstable(`${path}: ${UNSTABLE}`);
      };
      timer = setTimeout(check, interval).unref();
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

const UNSTABLE = `expected a file that stops changing, found a change at each of ${MAX_CHANGED_STATES} checks; it is opened when it stops, so write a new file and rename it to this path`;

function statesOf(paths: readonly string[]): Promise<string[]> {
  const state = (path: string) => stat(path).then(stateOf, () => 'missing');
  return Promise.all(
    paths.map(async (path) => `${await state(path)} ${await state(signaturePath(path))}`),
  );
}

function stateOf(stats: Stats): string {
  if (stats.isDirectory()) return 'a directory';
  const { dev, ino, size, mtimeMs, ctimeMs } = stats;
  return [dev, ino, size, mtimeMs, ctimeMs].join();
}
