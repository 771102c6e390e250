import type { Library } from '../../catalog/records/library.js';
import type { ChangeOfOtherLibrary } from '../changes/change-checker.js';
import type { ChangesLine, ChangesPosition, SharedFile } from './changes-file.js';

/** A changes file, and the libraries that are open together. */
export interface ChangesFile {
  readonly path: string;
  /** Whether the file is read if its path is a symbolic link. Default: true. */
  readonly followsLinks?: boolean | undefined;
  /** Whether each change must have a `library`, because several libraries are open. */
  readonly needsLibrary: boolean;
  /**
   * The ids of the other open libraries. Of several libraries that read the same file, only one has this field. It
   * reports the lines that belong to no library. The others ignore these lines.
   */
  readonly otherLibraries?: readonly string[] | undefined;
  /**
   * The open file that is read instead of the file at the path, so that it is read even if it is deleted or renamed
   * meanwhile. Default: none.
   */
  readonly shared?: SharedFile | undefined;
}

/** The numbers of changes of one library in a changes file. */
export interface ChangeCounts {
  /** The number of changes that the catalog contains. */
  readonly applied: number;
  /** The number of changes that are older than the snapshot. */
  readonly superseded: number;
  /** The number of lines that cannot be applied. */
  readonly skipped: number;
}

/** The counts before the first line of a file. */
export const NO_CHANGES: ChangeCounts = { applied: 0, superseded: 0, skipped: 0 };

/** A line that cannot be applied, as plain data. */
export interface SkippedLine {
  readonly line: number;
  readonly problem: string;
}

/** The place up to which a catalog contains the changes of a file, as plain data. */
export interface ChangesPlace {
  /** The place after the last change. Undefined: the beginning of the file. */
  readonly position: ChangesPosition | undefined;
  /** The numbers of changes before the place. */
  readonly counts: ChangeCounts;
}

/** The changes that were read up to a place, as plain data. */
export interface ReadChanges extends ChangesPlace {
  /** The lines that cannot be applied. */
  readonly skipped: readonly SkippedLine[];
  /** The number of applied changes that have no time, and are applied to every snapshot. */
  readonly undated: number;
}

/** A line of a changes file that is not applied to the catalog of one library. */
type LineToSkip =
  | { readonly status: 'invalid'; readonly problem: string }
  /** Another library applies or reports the line. */
  | { readonly status: 'ignored' };

/** Creates a function that checks the lines of a changes file for one library. */
export function createLineChecker<Checked extends { readonly status: string }>(
  { needsLibrary, otherLibraries }: ChangesFile,
  library: Library,
  check: (value: unknown) => Checked | ChangeOfOtherLibrary,
): (line: ChangesLine) => Checked | LineToSkip {
  const ignored: LineToSkip = { status: 'ignored' };
  const ofNoLibrary = (problem: string): LineToSkip =>
    otherLibraries === undefined && needsLibrary ? ignored : { status: 'invalid', problem };
  const expectedLibrary = () =>
    `library: expected ${[library.id, ...(otherLibraries ?? [])].map((id) => `'${id}'`).join(' or ')}`;
  return (line) => {
    if ('problem' in line) return ofNoLibrary(line.problem);
    const named = (line.value as { library?: unknown } | null)?.library;
    if (needsLibrary && typeof named !== 'string') {
      return ofNoLibrary(
        `${expectedLibrary()}, found ${named === undefined ? 'nothing' : 'another value'}`,
      );
    }
    const checked = check(line.value);
    if (!isOfOtherLibrary(checked)) return checked;
    if (otherLibraries?.includes(String(named))) return ignored;
    return ofNoLibrary(`${expectedLibrary()}, found '${named}'`);
  };
}

function isOfOtherLibrary<Checked extends { readonly status: string }>(
  checked: Checked | ChangeOfOtherLibrary,
): checked is ChangeOfOtherLibrary {
  return checked.status === 'other-library';
}
