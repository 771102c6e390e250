import { dayOf, type QueryNumber, RATING_UNITS } from '../../catalog/query-columns.js';
import type { Library } from '../../catalog/records/library.js';
import type { Query } from '../../search/index.js';
import type { NumberField } from './fields.js';

const NUMBER = /^-?\d{1,9}(?:\.\d{1,9})?$/;
const UNBOUNDED = '*';

/**
 * Returns whether a text is a number with up to nine digits before the decimal point and up to nine after
 * it. The number may be negative.
 */
export function isNumber(text: string): boolean {
  return NUMBER.test(text.trim());
}

/**
 * Creates the query for titles whose number is between `from` and `to`, both inclusive. A bound `*`
 * means unbounded. For `new`, the number of a title is the number of days from the date when it was added
 * to the date of the snapshot.
 */
export function numberQuery(field: NumberField, from: string, to: string, library: Library): Query {
  switch (field) {
    case 'publication_year':
      return rangeQuery(field, from, to, (year) => year);
    case 'rating':
      return rangeQuery(field, from, to, (stars) => Math.round(stars * RATING_UNITS));
    case 'new': {
      const today = dayOf(library.snapshot_date);
      return rangeQuery('added_day', to, from, (days) => today - days);
    }
  }
}

function rangeQuery(
  column: QueryNumber,
  from: string,
  to: string,
  toColumnValue: (number: number) => number,
): Query {
  return {
    kind: 'range',
    column,
    ...(from === UNBOUNDED ? {} : { from: toColumnValue(Number(from)) }),
    ...(to === UNBOUNDED ? {} : { to: toColumnValue(Number(to)) }),
  };
}
