import { printable } from '../../base/messages.js';

/** A progress line that is updated in place. */
export interface TerminalProgress {
  /** Replaces the line. Does nothing, and does not call `text`, for 100 ms after the previous replacement. */
  show(text: () => string): void;
  /** Removes the line. */
  clear(): void;
}

const INTERVAL_MS = 100;

/**
 * Creates a progress line. Shows nothing if the stream is not a terminal.
 *
 * @param stream Default: standard error.
 */
export function terminalProgress(
  stream: Pick<NodeJS.WriteStream, 'isTTY' | 'write'> = process.stderr,
): TerminalProgress {
  if (!stream.isTTY) return { show() {}, clear() {} };
  let shownAt = Number.NEGATIVE_INFINITY;
  return {
    show(text) {
      const now = performance.now();
      if (now - shownAt < INTERVAL_MS) return;
      shownAt = now;
      stream.write(`\r\u001b[K${printable(text())}`);
    },
    clear() {
      stream.write('\r\u001b[K');
    },
  };
}
