import type { SourceFile } from '../snapshot/source.js';

/**
 * The file about a library, with another `snapshot_date` in place of its own.
 *
 * @param date ISO 8601, with a time
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
