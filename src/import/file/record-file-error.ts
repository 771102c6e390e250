/**
 * A file that cannot be read as MARC records at all: missing, empty, or something else. The message
 * names the file, what was found and what was wanted.
 *
 * @example
 * cover.mrc is a PNG image; wanted MARC records: ISO 2709 or MARCXML, compressed with gzip or not.
 */
export class RecordFileError extends Error {
  override name = 'RecordFileError';

  /**
   * @param file the file's name as it was given
   * @param found what it is, as the rest of a sentence without its end
   * @param wanted what would have done
   */
  constructor(
    file: string,
    found: string,
    wanted = 'MARC records: ISO 2709 or MARCXML, compressed with gzip or not',
  ) {
    super(`${file} ${found}; wanted ${wanted}.`);
  }
}
