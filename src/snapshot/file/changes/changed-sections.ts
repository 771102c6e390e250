import type { Catalog } from '../../../catalog/catalog.js';
import type { Sections } from '../../format/container/sections.js';
import { sectionsOf } from '../../format/open-sections.js';
import {
  applyNumbered,
  type ChangeCounts,
  isQuick,
  type NumberedChange,
  type SkippedLine,
} from './applied-changes.js';
import { type ChangesPosition, readChangesFile } from './changes-file.js';
import { type ChangesFile, createLineChecker } from './library-changes.js';

/** The sections of a catalog with the changes of a file. */
export interface ChangedSections {
  readonly sections: Sections;
  readonly position: ChangesPosition;
  readonly counts: ChangeCounts;
  readonly skipped: readonly SkippedLine[];
}

/**
 * Applies all changes of a file to the catalog of a snapshot.
 *
 * @returns Undefined if no change takes long to apply. The caller then applies the changes itself.
 * @throws Error if the file exists but cannot be read
 */
export function changedSections(snapshot: Catalog, file: ChangesFile): ChangedSections | undefined {
  const reader = readChangesFile(file.path);
  try {
    const check = createLineChecker(file, snapshot.library);
    const changes: NumberedChange[] = [];
    const skipped: SkippedLine[] = [];
    let superseded = 0;
    for (let read = reader.next(); read !== undefined; read = reader.next()) {
      const { line } = read;
      const checked = check(read);
      if (checked.status === 'valid') changes.push({ line, change: checked.change });
      else if (checked.status === 'invalid') skipped.push({ line, problem: checked.problem });
      else if (checked.status === 'superseded') superseded++;
    }
    if (changes.every(({ change }) => isQuick(snapshot, change))) return undefined;
    const invalid = skipped.length;
    const catalog = applyNumbered(snapshot, changes, (line) => skipped.push(line));
    return {
      sections: sectionsOf(catalog),
      position: reader.position(),
      counts: {
        applied: changes.length - (skipped.length - invalid),
        superseded,
        skipped: skipped.length,
      },
      skipped: skipped.sort((a, b) => a.line - b.line),
    };
  } finally {
    reader.close();
  }
}
