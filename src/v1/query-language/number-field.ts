import { dayOf, type QueryNumber, RATING_UNITS } from '../../catalog/query-columns.js';
import type { Library } from '../../catalog/records/library.js';
import type { Query } from '../../search/index.js';
import type { NumberField } from './fields.js';
import type { ComparisonNode } from './syntax-tree.js';

const NUMBER = /^-?\d{1,9}(?:\.\d{1,9})?$/;
const COMPARISON = /^([<>]=?)(.*)$/s;
const UNBOUNDED = '*';

/**
 * Returns whether a text is a number with up to nine digits before the decimal point and up to nine after
 * it. The number may be negative.
 */
export function isNumber(text: string): boolean {
  return NUMBER.test(text.trim());
}

/**
 * Parses a comparison with a number, such as `>2010` or `<=-44`. Returns undefined for any other text.
 *
 * @example parseComparison('>=2010') // { kind: 'comparison', operator: '>=', number: '2010' }
 */
export function parseComparison(text: string): ComparisonNode | undefined {
  const [, operator, number = ''] = COMPARISON.exec(text) ?? [];
  if (!NUMBER.test(number)) return undefined;
  return Object.freeze({
    kind: 'comparison',
    operator: operator as ComparisonNode['operator'],
    number,
  });
}

/** The column of a number field, and the conversion of a number in a query to a number in the column. */
interface ColumnOfField {
  readonly column: QueryNumber;
  toColumnValue(number: number): number;
  /** Whether a higher number in a query is a lower number in the column. */
  readonly isReversed: boolean;
}

/** Returns the name of the column of a number field. */
export function columnOfNumberField(field: NumberField): QueryNumber {
  return field === 'new' ? 'added_day' : field;
}

function columnOf(field: NumberField, library: Library): ColumnOfField {
  const column = columnOfNumberField(field);
  switch (field) {
    case 'publication_year':
      return { column, toColumnValue: (year) => year, isReversed: false };
    case 'rating':
      return {
        column,
        toColumnValue: (stars) => Math.round(stars * RATING_UNITS),
        isReversed: false,
      };
    case 'new': {
      const today = dayOf(library.snapshot_date);
      return { column, toColumnValue: (days) => today - days, isReversed: true };
    }
  }
}

/**
 * Creates the query for titles whose number is between `from` and `to`, both inclusive. A bound `*`
 * means unbounded. For `new`, the number of a title is the number of days from the date when it was added
 * to the date of the snapshot.
 */
export function numberQuery(field: NumberField, from: string, to: string, library: Library): Query {
  const { column, toColumnValue, isReversed } = columnOf(field, library);
  const [low, high] = isReversed ? [to, from] : [from, to];
  return {
    kind: 'range',
    column,
    ...(low === UNBOUNDED ? {} : { from: toColumnValue(Number(low)) }),
    ...(high === UNBOUNDED ? {} : { to: toColumnValue(Number(high)) }),
  };
}

/** Creates the query for titles whose number compares as required. The columns contain whole numbers. */
export function comparisonQuery(
  field: NumberField,
  { operator, number }: ComparisonNode,
  library: Library,
): Query {
  const { column, toColumnValue, isReversed } = columnOf(field, library);
  const value = toColumnValue(Number(number));
  const isInclusive = operator.endsWith('=');
  if (operator.startsWith('>') !== isReversed) {
    return { kind: 'range', column, from: isInclusive ? value : Math.floor(value) + 1 };
  }
  return { kind: 'range', column, to: isInclusive ? value : Math.ceil(value) - 1 };
}
