import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';

/** How often a watched file is looked at. */
const INTERVAL_MS = 1000;

/** Files that are watched. */
export interface FileWatch {
  /**
   * Tells from now on of the files that have changed since the watch was begun.
   *
   * @param onChange gets the paths, as they were given
   */
  start(onChange: (changed: readonly string[]) => void, interval?: number): void;
  stop(): void;
}

/**
 * Begins to watch files. A change is told once a file is at rest: it looks as it did a second
 * before, so that a copy on its way is waited for. A file that is gone for as long has changed too.
 *
 * Files are asked for their size and times, which every file system answers, also one over a
 * network, where a change that another machine made is told to nobody. Directories are left alone:
 * no moment tells that the last of their files is in place.
 */
export async function watchFiles(paths: readonly string[]): Promise<FileWatch> {
  const told = await appearances(paths);
  let before: readonly string[] = told;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  return {
    start(onChange, interval = INTERVAL_MS) {
      const look = async () => {
        const now = await appearances(paths);
        if (isStopped) return;
        const changed = paths.filter((_, i) => now[i] !== told[i] && now[i] === before[i]);
        for (const path of changed) told[paths.indexOf(path)] = now[paths.indexOf(path)];
        before = now;
        timer = setTimeout(look, interval).unref();
        if (changed.length > 0) onChange(changed);
      };
      timer = setTimeout(look, interval).unref();
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

function appearances(paths: readonly string[]): Promise<string[]> {
  return Promise.all(paths.map((path) => stat(path).then(appearance, () => 'not there')));
}

function appearance(stats: Stats): string {
  if (stats.isDirectory()) return 'a directory';
  const { dev, ino, size, mtimeMs, ctimeMs } = stats;
  return [dev, ino, size, mtimeMs, ctimeMs].join();
}
