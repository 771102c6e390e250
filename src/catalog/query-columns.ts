import { dayOf } from '../base/instant.js';
import { normalizeUnicode } from '../base/normalize-unicode.js';
import { publicationYear } from './publication-year.js';
import { type AvailabilityFields, availabilityOf, type Title } from './records/title.js';
import { callNumbersOf, normalizeCallNumber } from './search-fields.js';

/**
 * The doc values columns of the query language and of the order of series that are not narrowings. Their ordinals
 * are in the order of the values' code units, so that values with a common prefix are adjacent.
 */
export const QUERY_VALUES = [
  'branch',
  'call_number',
  'content_type',
  'on_order',
  'series_volume',
] as const;

/** The numeric columns of the query language. */
export const QUERY_NUMBERS = ['publication_year', 'added_day', 'rating'] as const;

/** The name of a doc values column of the query language that is not a narrowing. */
export type QueryValues = (typeof QUERY_VALUES)[number];

/** The name of a numeric column of the query language. */
export type QueryNumber = (typeof QUERY_NUMBERS)[number];

/** The value of the column `on_order` for a title on order. Other titles have no value in this column. */
const ON_ORDER = 'true';

/** The number of units per star in the column `rating`, whose values are whole numbers. */
export const RATING_UNITS = 1000;

/** Returns the values of a title in each column. */
export function queryValues(title: Title): Record<QueryValues, readonly string[]> {
  const { fiction } = title;
  return {
    branch: branches(title),
    call_number: callNumbersOf(title).map(normalizeCallNumber).filter(Boolean),
    content_type: fiction === undefined ? [] : [fiction ? 'fiction' : 'nonfiction'],
    on_order: onOrder(title),
    series_volume: seriesVolumes(title),
  };
}

/** Returns the values of a title in the column `branch`: the branches of all holdings, whatever their status. */
export function branches({ holdings = [] }: Pick<Title, 'holdings'>): string[] {
  return holdings.map(({ branch }) => branch);
}

/** Returns the values of a title in the column `on_order`. */
export function onOrder(title: Pick<Title, keyof AvailabilityFields>): string[] {
  const isOnOrder =
    availabilityOf(title)?.id === 'ON_ORDER' ||
    title.holdings?.some(({ status }) => status === 'ON_ORDER');
  return isOnOrder ? [ON_ORDER] : [];
}

/** Matches the first number of a volume, and the last number of a box: `12.5`, `v. 3`, `1-3`. */
const NUMBERS = /(\d+(?:\.\d+)?)(?:\s*[\p{Pd}/&+]\s*(\d+(?:\.\d+)?))?/u;

/**
 * Returns the values of a title in the column `series_volume`: the name of each series and its number with nine digits, so
 * that their code unit order is the order of the volumes: 2, 2-3, 2.5, 10.
 */
function seriesVolumes({ series = [] }: Pick<Title, 'series'>): string[] {
  return series.flatMap(({ name, number = '' }) => {
    const [, from, to] = NUMBERS.exec(normalizeUnicode(number, 'NFKD')) ?? [];
    if (from === undefined) return [];
    return `${volumePrefix(name)}${padded(from)}${Number(to) > Number(from) ? `-${padded(to)}` : ''}`;
  });
}

/** Returns the beginning of the values of a series in the column `series_volume`. */
export function volumePrefix(series: string): string {
  return `${normalizeUnicode(series, 'NFC')}\u0000`;
}

function padded(number: string): string {
  return number.replace(/^0*(\d+)/, (_, whole) => whole.padStart(9, '0'));
}

/**
 * Returns the number of a title in each column. `added_day` is the number of days since 1970, in UTC.
 * `rating` is in thousandths of a star.
 */
export function queryNumbers(title: Title): Record<QueryNumber, number | undefined> {
  const { added, rating } = title;
  return {
    publication_year: publicationYear(title.publication_date),
    added_day: added === undefined ? undefined : dayOf(added),
    rating: rating === undefined ? undefined : Math.round(rating * RATING_UNITS),
  };
}
