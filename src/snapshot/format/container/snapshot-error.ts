/**
 * A file or a buffer cannot be opened as a snapshot. The message has the name of the snapshot and the problem.
 *
 * @example
 * branch.snapshot: expected a snapshot file, found a directory
 */
export class SnapshotError extends Error {
  override name = 'SnapshotError';

  /**
   * @param file the path of the file, or another name of the snapshot
   * @param problem the problem, and what to do about it if that is known
   */
  constructor(file: string, problem: string) {
    super(`${file}: ${problem}`);
  }
}
