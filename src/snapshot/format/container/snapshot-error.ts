import { StructureError } from '../../../search/index.js';
import { MissingSectionError } from './sections.js';

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

/**
 * Converts an error about a section to a {@link SnapshotError}. Returns any other error unchanged.
 *
 * @param file the path of the file, or another name of the snapshot
 */
export function toSnapshotError(file: string, error: unknown): unknown {
  if (error instanceof MissingSectionError) {
    return new SnapshotError(
      file,
      `expected section '${error.section}', found nothing; build the snapshot again from its source with this version of Carrel`,
    );
  }
  if (!(error instanceof StructureError)) return error;
  const { structure, expected, found } = error;
  return new SnapshotError(
    file,
    `invalid section '${structure}': expected ${expected}, found ${found}; build the snapshot again from its source`,
  );
}
