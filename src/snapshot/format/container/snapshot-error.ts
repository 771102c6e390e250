import { StructureError } from '../../../base/messages.js';
import { MissingSectionError } from './sections.js';

/**
 * The kind of a {@link SnapshotError}. Later versions of Carrel may add codes, but do not change these:
 *
 * - `not_found`: there is no file at the path
 * - `bad_response`: the server of a URL responded with a status other than 2xx
 * - `not_a_snapshot`: a directory, a special file, or other data
 * - `unsupported_version`: a snapshot of an older or newer format version
 * - `truncated`: the end of the snapshot is missing
 * - `damaged`: bytes do not match their checksum, or the system cannot read them
 * - `invalid`: a structure breaks a rule of the format, although the checksums match
 * - `untrusted`: no trusted key has signed the file
 */
export type SnapshotErrorCode =
  | 'not_found'
  | 'bad_response'
  | 'not_a_snapshot'
  | 'unsupported_version'
  | 'truncated'
  | 'damaged'
  | 'invalid'
  | 'untrusted';

/** Further properties of a {@link SnapshotError}. */
export interface SnapshotErrorOptions {
  /** The name of the section that the error is about. Default: the error is not about one section. */
  readonly section?: string | undefined;
  /** The error that caused this error. Default: none. */
  readonly cause?: unknown;
}

/**
 * A file or a buffer cannot be opened as a snapshot. The message has the path or name of the snapshot and the problem:
 * `branch.snapshot: expected a snapshot file, found a directory`.
 *
 * @example
 * try {
 *   openCatalog('branch.snapshot');
 * } catch (error) {
 *   if (error instanceof SnapshotError && error.code === 'not_found') console.log(`build ${error.path} first`);
 *   else throw error;
 * }
 */
export class SnapshotError extends Error {
  override name = 'SnapshotError';
  /** The section that is damaged, truncated or invalid, such as `titles.bytes`. Undefined if no section is known. */
  readonly section: string | undefined;

  /**
   * @param path The path or URL of the file, or another name of the snapshot. If no trusted key has signed a file, the
   *   path ends in `.sig`.
   * @param code the kind of the error
   * @param problem the problem, and what to do about it if that is known
   */
  constructor(
    readonly path: string,
    readonly code: SnapshotErrorCode,
    problem: string,
    { section, cause }: SnapshotErrorOptions = {},
  ) {
    super(`${path}: ${problem}`, cause === undefined ? undefined : { cause });
    this.section = section;
  }
}

/** Returns whether an error means that the bytes of a snapshot are damaged, so that another copy of it may be valid. */
export function isDamage(error: unknown): error is SnapshotError {
  return (
    error instanceof SnapshotError &&
    ['not_a_snapshot', 'truncated', 'damaged', 'invalid'].includes(error.code)
  );
}

/**
 * Converts an error from opening a catalog to a {@link SnapshotError}, which names the section if it is known.
 *
 * @param path the path of the file, or another name of the snapshot
 */
export function toSnapshotError(path: string, error: unknown): unknown {
  if (error instanceof MissingSectionError) {
    const { section } = error;
    return new SnapshotError(
      path,
      'invalid',
      `expected section '${section}', found nothing; build the snapshot again from its source with this version of Carrel`,
      { section, cause: error },
    );
  }
  if (error instanceof SnapshotError) return error;
  if (!(error instanceof StructureError)) {
    const found = error instanceof Error ? error.message : String(error);
    return new SnapshotError(path, 'invalid', `expected readable sections, found '${found}'`, {
      cause: error,
    });
  }
  const { structure, expected, found } = error;
  return new SnapshotError(
    path,
    'invalid',
    `invalid section '${structure}': expected ${expected}, found ${found}; build the snapshot again from its source`,
    { section: structure, cause: error },
  );
}
