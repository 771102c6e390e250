import type { Catalog } from '../../../catalog/catalog.js';
import { createChangeBatch } from '../../changes/apply-changes.js';
import { snapshotSections } from '../../changes/catalog-source.js';
import type { CheckedChange } from '../../changes/change-checker.js';
import { writeSections } from '../../format/container/write-sections.js';
import { SourceReport } from '../../source/source.js';
import { MAX_LINE_BYTES } from '../changes-file.js';
import { openCatalog } from '../open-catalog.js';
import { checksum } from '../read-snapshot-sections.js';
import type { TrustOptions } from '../signature.js';
import { jsonLinesFile } from '../source-file.js';
import {
  checkPublishingLimits,
  checkReplacement,
  checkTitleCount,
  type NamedLimits,
  type TitleCount,
} from './publishing-limits.js';
import { resolveOutput, writeAtomically } from './write-atomically.js';

/** Options of {@link compactSnapshot}. */
export interface CompactOptions extends NamedLimits, TrustOptions {
  /** Called with the place and the problem of each skipped line, such as `changes.jsonl:7: op: expected ...`. */
  readonly onSkipped?: (problem: string) => void;
}

/** The result of {@link compactSnapshot}. */
export interface CompactReport {
  /** The id of the library. */
  readonly library: string;
  /** The number of titles of the new snapshot. */
  readonly titles: number;
  /** The size of the new snapshot in bytes. */
  readonly size: number;
  /**
   * The number of lines by result: `valid` (applied), `invalid` (skipped), `superseded` (older than the snapshot) or
   * `other-library` (of another library).
   */
  readonly lines: Readonly<Record<CheckedChange['status'], number>>;
  /** Warnings about unknown fields, branches and holding statuses. */
  readonly warnings: readonly string[];
}

/**
 * Applies the changes in a file to a snapshot, and writes the changed catalog as a new snapshot. The new snapshot has the
 * same bytes as a snapshot that is built from the changed source. The file is written like the file of `buildSnapshot`,
 * and may replace the snapshot.
 *
 * @param snapshot the path of the snapshot
 * @param changes the path of a file with one change per line; a last line without a line break is skipped
 * @param output the path of the new snapshot
 * @throws SnapshotError if the snapshot is missing, damaged, invalid or not signed by a trusted key
 * @throws PublishingError if the changed catalog has fewer than `minTitles`, or exceeds `maxShrink`, compared with the
 *   snapshot and with the existing file at `output`; no file is written
 * @throws Error if the changes cannot be read, or if the new snapshot cannot be written
 */
export function compactSnapshot(
  snapshot: string,
  changes: string,
  output: string,
  { onSkipped = () => {}, trust, ...limits }: CompactOptions = {},
): CompactReport {
  checkPublishingLimits(limits);
  resolveOutput(output);
  const catalog = openCatalog(snapshot, { trust });
  const report = new SourceReport();
  const lines = { valid: 0, invalid: 0, superseded: 0, 'other-library': 0 };
  const file = jsonLinesFile(changes, {
    isRequired: true,
    isSecret: true,
    isAppended: true,
    maxLineBytes: MAX_LINE_BYTES,
  });
  const batch = createChangeBatch(catalog, {
    name: file.name,
    warn: (message, common) => report.warn(message, common),
  });
  for (const record of file.records()) {
    if (record.position === 0 && 'problem' in record) {
      throw new Error(`${file.place(0)}: ${record.problem}`);
    }
    const checked: CheckedChange =
      'problem' in record
        ? { status: 'invalid', problem: record.problem }
        : batch.add(record.value);
    lines[checked.status]++;
    if (checked.status === 'invalid') {
      onSkipped(`${file.place(record.position)}: ${checked.problem}`);
    }
  }
  const changed = batch.apply();
  const next = countTitles(changed);
  checkTitleCount(output, next, countTitles(catalog), limits);
  checkReplacement(output, next, limits);
  const size = writeAtomically(output, writeSections(snapshotSections(changed), checksum));
  return { ...next, size, lines, warnings: report.warnings() };
}

function countTitles({ library, titles }: Catalog): TitleCount {
  return { library: library.id, titles: titles.size };
}
