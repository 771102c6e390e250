/** A file that cannot be opened as a snapshot. The message names the file and what is wrong. */
export class SnapshotError extends Error {
  override name = 'SnapshotError';

  /**
   * @param file the file's path as it was given
   * @param problem what is wrong with it and what to do, as the rest of a sentence
   */
  constructor(file: string, problem: string) {
    super(`${file} ${problem}`);
  }
}
