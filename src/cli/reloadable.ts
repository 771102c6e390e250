/** A value that can be read anew. */
export interface Reloadable<T> {
  /** The value as it was last read. */
  readonly current: T;
  /**
   * Reads it anew; the current value stays if that fails.
   *
   * @throws whatever reading throws
   */
  reload(): void;
}

/** A value, read now. */
export function reloadable<T>(read: () => T): Reloadable<T> {
  let current = read();
  return {
    get current() {
      return current;
    },
    reload() {
      current = read();
    },
  };
}
