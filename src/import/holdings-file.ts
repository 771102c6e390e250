import type { ColumnMap } from './csv/column-fields.js';
import { openRecordFile } from './file/record-file.js';
import { readEntries } from './read-entries.js';
import { isHoldingsRecord } from './refusal.js';

/** Those of several files that hold holdings records. */
export async function holdingsFiles(
  paths: readonly string[],
  columns: ColumnMap | undefined,
): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) if (await isHoldingsFile(path, columns)) found.push(path);
  return found;
}

/**
 * Whether a file holds holdings records, as its first record tells that can be read. What is no file
 * on a disk is not looked into, since it can be read once.
 *
 * @throws RecordFileError when it is not there, or there are no records in it at all
 */
async function isHoldingsFile(path: string, columns: ColumnMap | undefined): Promise<boolean> {
  if (openRecordFile(path).size === undefined) return false;
  for await (const entry of readEntries(path, columns)) {
    if (entry.kind !== 'refused') return entry.kind === 'marc' && isHoldingsRecord(entry.record);
  }
  return false;
}
