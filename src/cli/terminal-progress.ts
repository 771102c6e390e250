/** A line that is written over and over while something takes long. */
export interface TerminalProgress {
  /** Shows a text in place of the one before, at most ten times a second. */
  show(text: string): void;
  /** Takes the line away. */
  clear(): void;
}

const INTERVAL_MS = 100;

/** Shows progress on standard error where that is a terminal, and nothing in a pipe. */
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
      stream.write(`\r\u001b[K${text}`);
    },
    clear() {
      stream.write('\r\u001b[K');
    },
  };
}
