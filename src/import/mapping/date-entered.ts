import { instantOfDate } from '../../catalog/instant.js';
import type { CodedFields } from './coded-fields.js';

/** The year of the first MARC records: two digits from here on are of the twentieth century. */
const FIRST_YEAR = 66;

/** The day on which a record was first made, from the six digits of 008/00-05. */
export function dateEntered({ general }: CodedFields): string[] {
  const digits = /^(\d\d)(\d\d)(\d\d)/.exec(general);
  if (digits === null) return [];
  const [, year, month, day] = digits;
  const date = `${Number(year) < FIRST_YEAR ? '20' : '19'}${year}-${month}-${day}`;
  return Number.isNaN(instantOfDate(date)) ? [] : [date];
}
