import type { Library } from '../../catalog/library.js';
import { dayOf, type QueryNumber, RATING_UNITS } from '../../catalog/query-columns.js';
import type { Query } from '../../search/query.js';

/** A field of the query language whose values are numbers. */
export type NumberField = Exclude<QueryNumber, 'added_day'> | 'new';

const NUMBER = /^-?\d{1,9}(?:\.\d{1,9})?$/;
const OPEN = '*';

/** Whether a text is a number as queries write it: at most nine digits, and maybe decimals. */
export function isNumber(text: string): boolean {
  return NUMBER.test(text.trim());
}

/**
 * The titles whose number is from `from` to `to`, both included and either `*`. For `new` that is
 * the number of days from `added` to the snapshot's date.
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
  inColumn: (number: number) => number,
): Query {
  return {
    kind: 'range',
    column,
    ...(from === OPEN ? {} : { from: inColumn(Number(from)) }),
    ...(to === OPEN ? {} : { to: inColumn(Number(to)) }),
  };
}
