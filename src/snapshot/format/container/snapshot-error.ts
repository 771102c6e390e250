/**
 * A file that cannot be opened as a snapshot. The message names the file and the problem.
 *
 * @example
 * branch.snapshot: expected a snapshot file, found a directory
 */
export class SnapshotError extends Error {
  override name = 'SnapshotError';

  /**
   * @param file the path of the file, or another name of the snapshot
   * @param problem the problem and what to do about it
   */
  constructor(file: string, problem: string) {
    super(`${file}: ${problem}`);
  }
}
