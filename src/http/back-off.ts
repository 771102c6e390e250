/** When something that ended is to be started again. */
export interface BackOff {
  /** How many in a row ended soon after their start, the last one included. */
  readonly inARow: number;
  /**
   * Takes notice that one ended.
   *
   * @param lasted for how long it had worked, in milliseconds; 0 when it never did
   * @returns how long to wait before the next one is started, in milliseconds
   */
  ended(lasted: number): number;
}

/** What worked for so long did not end because of how it was started. */
const SETTLED_MS = 10_000;
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5000;

/** The first is started again at once, then after 0.1 s, 0.2 s, 0.4 s and so on to 5 s. */
export function createBackOff(): BackOff {
  let inARow = 0;
  return {
    get inARow() {
      return inARow;
    },
    ended(lasted) {
      inARow = lasted >= SETTLED_MS ? 1 : inARow + 1;
      return inARow === 1 ? 0 : Math.min(FIRST_WAIT_MS * 2 ** (inARow - 2), LONGEST_WAIT_MS);
    },
  };
}
