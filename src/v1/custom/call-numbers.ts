import { normalizedCallNumber } from '../../catalog/call-number.js';
import type { Titles } from '../../catalog/catalog.js';
import type { Query } from '../../search/query.js';
import type { StringTable } from '../../search/string-table.js';

/** The titles with a call number that begins with `beginning`, case and the width of spaces aside. */
export function callNumberQuery(titles: Titles, beginning: string): Query {
  const { dictionary } = titles.queryColumns.call_number;
  const prefix = normalizedCallNumber(beginning);
  const start = firstFrom(dictionary, (value) => value >= prefix);
  const end = firstFrom(dictionary, (value) => value.slice(0, prefix.length) > prefix);
  const values = Array.from({ length: prefix === '' ? 0 : end - start }, (_, i) => start + i);
  return { kind: 'values', column: 'call_number', values };
}

/** The first of ascending strings for which `isBehind` holds, as it does for all that follow. */
function firstFrom(strings: StringTable, isBehind: (text: string) => boolean): number {
  let low = 0;
  let high = strings.size;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBehind(strings.get(middle))) high = middle;
    else low = middle + 1;
  }
  return low;
}
