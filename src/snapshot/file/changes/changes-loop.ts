import { setTimeout as delay, setImmediate } from 'node:timers/promises';
import type { FollowedCatalog } from './followed-catalog.js';

/** The time between two reads of the changes file, and the maximum time until changes that were read are reported. */
const INTERVAL_MS = 100;

/**
 * The minimum time after which catalogs that could not be opened again are opened again, since a later change may have
 * corrected the one that failed. If opening takes longer than this, the time is as long.
 */
const RETRY_MS = 1000;

/** Functions that {@link followUntilClosed} calls. */
export interface ChangesLoop {
  /** Returns the followed catalogs. A catalog that was opened again takes the place of the old one. */
  followed(): readonly FollowedCatalog[];
  /** Called when all changes have been read, and at least every 100 milliseconds while changes are read. */
  report(): void;
  /**
   * Applies changes that take long to catalogs that are behind the changes file, and opens catalogs again if the file was
   * replaced. Never rejects.
   *
   * @param indexes the indexes of the catalogs
   * @returns whether the catalogs were replaced
   */
  reopen(indexes: readonly number[]): Promise<boolean>;
  /** Receives an error of reading the changes file. The file is read again after a while. */
  onError(error: Error): void;
}

/**
 * Applies the changes that are appended to a file until the signal is aborted. Other tasks of the event loop run after
 * every few milliseconds. Catalogs are opened again for at most nine tenths of the time.
 */
export async function followUntilClosed(loop: ChangesLoop, signal: AbortSignal): Promise<void> {
  let reopenAfter = 0;
  let reopening: Promise<void> | undefined;

  async function reopen(indexes: readonly number[]): Promise<void> {
    const start = performance.now();
    const isReopened = await loop.reopen(indexes);
    const end = performance.now();
    const taken = end - start;
    reopenAfter = end + (isReopened ? taken / 9 : Math.max(taken, RETRY_MS));
    reopening = undefined;
  }

  let lastMessage: string | undefined;
  while (!signal.aborted) {
    try {
      const replaced = await Promise.all(
        loop.followed().map((followed) => followed.isFileReplaced()),
      );
      const hasMore = await readFor(INTERVAL_MS, () =>
        loop.followed().filter((_, i) => !replaced[i]),
      );
      lastMessage = undefined;
      loop.report();
      const outdated = loop
        .followed()
        .flatMap(({ behind }, i) => (behind !== undefined || replaced[i] ? [i] : []));
      if (outdated.length > 0 && performance.now() >= reopenAfter) reopening ??= reopen(outdated);
      if (hasMore) continue;
    } catch (error) {
      const { message } = error as Error;
      if (message !== lastMessage) loop.onError(error as Error);
      lastMessage = message;
    }
    await delay(INTERVAL_MS, undefined, { ref: false, signal }).catch(() => {});
  }
  await reopening;
}

/**
 * Reads changes until all are read, or until `ms` milliseconds have passed.
 *
 * @returns whether there may be more changes to read
 */
export async function readFor(
  ms: number,
  followed: () => readonly FollowedCatalog[],
): Promise<boolean> {
  const end = performance.now() + ms;
  let hasMore = true;
  while (hasMore && performance.now() < end) {
    hasMore = false;
    for (const catalog of followed()) {
      if (catalog.advance()) hasMore = true;
      await setImmediate();
    }
  }
  return hasMore;
}
