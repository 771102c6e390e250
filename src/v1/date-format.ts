import { instantOf, isoInstant } from '../catalog/instant.js';
import { oneOf, type Parameters } from './parameters.js';

/** Writes a date and time of the source as the request wants it. */
export type DateFormat = (text: string) => string;

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/**
 * Reads `date_format`: `iso8601`, the default (`2011-10-12T17:23:09Z`), or `rfc2822`
 * (`Wed, 12 Oct 2011 17:23:09 +0000`); always in UTC.
 *
 * @throws ApiError 400 for another one
 */
export function readDateFormat(parameters: Parameters): DateFormat {
  const format = oneOf(parameters, 'date_format', ['iso8601', 'rfc2822'], 'iso8601');
  const write = format === 'iso8601' ? isoInstant : rfc2822;
  return (text) => write(instantOf(text));
}

function rfc2822(milliseconds: number): string {
  const date = new Date(milliseconds);
  const day = String(date.getUTCDate()).padStart(2, '0');
  const year = String(date.getUTCFullYear()).padStart(4, '0');
  const time = date.toISOString().slice(11, 19);
  return `${DAYS[date.getUTCDay()]}, ${day} ${MONTHS[date.getUTCMonth()]} ${year} ${time} +0000`;
}
