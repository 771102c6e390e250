import { formatInstant, parseInstant } from '../../base/instant.js';
import type { SourceFile } from '../../snapshot/source/source.js';
import { UsageError } from '../command-line.js';

/**
 * Parses `--date`. `now` is the current time, to the second.
 *
 * @throws UsageError for any other text than `now` and a date and time
 */
export function parseSnapshotDate(text: string): string {
  if (text === 'now') return formatInstant(Date.now());
  if (!Number.isNaN(parseInstant(text))) return text;
  throw new UsageError(
    `--date: expected now, or a date and time such as 2026-11-01T00:00:00Z, found '${text}'`,
  );
}

/**
 * Returns the file `library.json` with another `snapshot_date`.
 *
 * @param date the new date in ISO 8601, with a time
 */
export function datedLibrary(file: SourceFile, date: string): SourceFile {
  return {
    ...file,
    *records() {
      for (const record of file.records()) {
        const isObject =
          'value' in record && record.value instanceof Object && !Array.isArray(record.value);
        yield isObject ? { ...record, value: { ...record.value, snapshot_date: date } } : record;
      }
    },
  };
}
