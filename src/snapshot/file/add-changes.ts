import type { Library } from '../../catalog/records/library.js';
import type { ChangeBatch } from '../changes/apply-changes.js';
import { createChangeChecker } from '../changes/change-checker.js';
import {
  type ChangesFile,
  createLineChecker,
  type ReadChanges,
  readChangesFile,
} from './changes-file.js';

/**
 * Adds the next changes in a file to a batch for a library.
 *
 * @param before the changes that were read before
 * @param maxBytes the number of bytes after which no further change is read
 * @throws Error if the file exists but cannot be read
 */
export function addChangesOf(
  file: ChangesFile,
  before: ReadChanges,
  library: Library,
  batch: ChangeBatch,
  maxBytes: number,
): ReadChanges {
  const reader = readChangesFile(file.path, before.position, file.shared, file.followsLinks);
  try {
    const check = createLineChecker(file, library, createChangeChecker(library));
    const skipped = [...before.skipped];
    const counts = { ...before.counts };
    let { undated } = before;
    const end = reader.bytes + maxBytes;
    const next = () => (reader.bytes < end ? reader.next() : undefined);
    for (let read = next(); read !== undefined; read = next()) {
      const checked = check(read);
      if (checked.status === 'ignored') continue;
      if (checked.status === 'superseded') {
        counts.superseded++;
        continue;
      }
      const problem =
        checked.status === 'valid' ? batch.addChecked(checked.change) : checked.problem;
      if (problem === undefined) {
        counts.applied++;
        if (checked.status === 'valid' && checked.change.at === undefined) undated++;
      } else {
        counts.skipped++;
        skipped.push({ line: read.line, problem });
      }
    }
    return { position: reader.position(), counts, skipped, undated };
  } finally {
    reader.close();
  }
}
