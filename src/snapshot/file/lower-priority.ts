import { readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/**
 * The number that is added to the nice value. On a processor with one other thread, whose nice value is 5 lower, the thread
 * gets about a quarter of the time.
 */
const ADDED_NICENESS = 5;

const MAX_NICENESS = 19;

/**
 * Lowers the priority of this thread on Linux, so that threads that answer requests run first on busy processors. Does
 * nothing on systems without priorities of single threads, or if the system does not permit it. The priority cannot be
 * raised again.
 */
export function lowerPriority(): void {
  try {
    // PID/task/TID
    const [pid, , thread] = readlinkSync('/proc/thread-self').split('/').map(Number);
    if (pid !== process.pid) return;
    setPriority(thread, Math.min(getPriority(thread) + ADDED_NICENESS, MAX_NICENESS));
  } catch {
    // The thread keeps its priority.
  }
}
