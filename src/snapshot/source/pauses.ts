import { setImmediate } from 'node:timers/promises';

/** The time after which a task pauses, so that the event loop can do other work. */
const SLICE_MS = 3;

/** Pauses of a long task in the thread of the caller. */
export interface Pauses {
  /** Whether the task has run for a time slice since the last pause. */
  isDue(): boolean;
  /** Lets the event loop do other work, and begins the next time slice. */
  pause(): Promise<void>;
}

/** Starts the first time slice of a task. */
export function createPauses(): Pauses {
  let begin = performance.now();
  return {
    isDue: () => performance.now() - begin >= SLICE_MS,
    async pause() {
      await setImmediate();
      begin = performance.now();
    },
  };
}
