import { openSync, readSync } from 'node:fs';

/**
 * Returns a function that returns for how long the calling thread has run on a processor since its start, in
 * milliseconds. Linux counts this time. Returns undefined on other systems.
 */
export function processorTime(): (() => number) | undefined {
  let file: number;
  try {
    file = openSync('/proc/thread-self/schedstat', 'r');
  } catch {
    return undefined;
  }
  const bytes = Buffer.alloc(64);
  return () => {
    // Linux then counts the time up to now. Otherwise it counts the time up to some milliseconds ago.
    process.cpuUsage();
    // The time on a processor, the time of waiting for one, both in nanoseconds, and the number of times.
    const [running] = bytes
      .toString('latin1', 0, readSync(file, bytes, 0, bytes.length, 0))
      .split(' ');
    return Number(running) / 1e6;
  };
}
