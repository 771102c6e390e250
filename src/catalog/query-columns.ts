import { availabilityOf } from './availability.js';
import { normalizedCallNumber } from './call-number.js';
import { instantOfDate } from './instant.js';
import { publicationYear } from './publication-year.js';
import { callNumbersOf } from './search-fields.js';
import type { Title } from './title.js';

/**
 * What the query language asks about by value, besides the narrowings. The values of such a column
 * are numbered in the order of their code units, so that those with one beginning stand together.
 */
export const QUERY_VALUES = ['branch', 'call_number', 'content_type', 'on_order'] as const;

/** What the query language asks about by number. */
export const QUERY_NUMBERS = ['publication_year', 'added_day', 'rating'] as const;

/** A column of values that the query language asks about. */
export type QueryValues = (typeof QUERY_VALUES)[number];

/** A column of numbers that the query language asks about. */
export type QueryNumber = (typeof QUERY_NUMBERS)[number];

/** What `on_order` has for a title with a copy on order, and nothing for others. */
const ON_ORDER = 'true';

/** Ratings are kept in thousandths of a star, as whole numbers. */
export const RATING_UNITS = 1000;

const DAY = 86_400_000;

/** The values of a title in each column: branches by their ids, whatever their copies' status. */
export function queryValues(title: Title): Record<QueryValues, readonly string[]> {
  const { holdings = [], fiction } = title;
  const isOnOrder =
    availabilityOf(title)?.id === 'ON_ORDER' ||
    holdings.some(({ status }) => status === 'ON_ORDER');
  return {
    branch: holdings.map(({ branch }) => branch),
    call_number: callNumbersOf(title).map(normalizedCallNumber).filter(Boolean),
    content_type: fiction === undefined ? [] : [fiction ? 'fiction' : 'nonfiction'],
    on_order: isOnOrder ? [ON_ORDER] : [],
  };
}

/** The numbers of a title; the day it was added in days since 1970, in UTC. */
export function queryNumbers(title: Title): Record<QueryNumber, number | undefined> {
  const { added, rating } = title;
  return {
    publication_year: publicationYear(title.publication_date),
    added_day: added === undefined ? undefined : dayOf(added),
    rating: rating === undefined ? undefined : Math.round(rating * RATING_UNITS),
  };
}

/** The day of a date or date-time, in days since 1970, in UTC. */
export function dayOf(date: string): number {
  return Math.floor(instantOfDate(date) / DAY);
}
