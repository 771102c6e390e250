import { statSync } from 'node:fs';
import { readEntries, SEPARATED_VALUES } from './read-entries.js';
import { isHoldingsRecord } from './refusal.js';

/** Those of several files that hold holdings records. */
export async function holdingsFiles(paths: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) if (await isHoldingsFile(path)) found.push(path);
  return found;
}

/**
 * Whether a file holds holdings records, as its first record tells. What is no file on a disk is not
 * looked into, since it can be read once.
 *
 * @throws RecordFileError when there are no records in it at all
 */
async function isHoldingsFile(path: string): Promise<boolean> {
  const isFile = path !== '-' && statSync(path, { throwIfNoEntry: false })?.isFile();
  if (!isFile || SEPARATED_VALUES.test(path)) return false;
  for await (const entry of readEntries(path, undefined)) {
    if (entry.kind === 'marc') return isHoldingsRecord(entry.record);
  }
  return false;
}
