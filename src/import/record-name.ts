import type { NamedRecord } from './import-report.js';

/** What messages call a record: `export.mrc, record 12 (u12)`, or by its line `books.csv:12 (u12)`. */
export function recordName({ file, number, line, id }: NamedRecord): string {
  const place = line === undefined ? `${file}, record ${number}` : `${file}:${line}`;
  return id === undefined ? place : `${place} (${id})`;
}
