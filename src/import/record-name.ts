import type { NamedRecord } from './import-report.js';

/** What messages call a record: `export.mrc, record 12 (u12)`. */
export function recordName({ file, number, id }: NamedRecord): string {
  return `${file}, record ${number}${id === undefined ? '' : ` (${id})`}`;
}
