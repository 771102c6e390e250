import { formatInstant, parseInstant } from '../../catalog/instant.js';

/** Converts an ISO 8601 date and time in a record to the format of a response. */
export type DateFormat = (text: string) => string;

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/**
 * Returns the conversion to a value of the parameter `date_format`: `iso8601` (`2011-10-12T17:23:09Z`)
 * or `rfc2822` (`Wed, 12 Oct 2011 17:23:09 +0000`). Both formats are in UTC.
 */
export function dateFormatOf(format: 'iso8601' | 'rfc2822'): DateFormat {
  const write = format === 'iso8601' ? formatInstant : formatRfc2822;
  return (text) => write(parseInstant(text));
}

function formatRfc2822(milliseconds: number): string {
  const date = new Date(milliseconds);
  const day = String(date.getUTCDate()).padStart(2, '0');
  const year = String(date.getUTCFullYear()).padStart(4, '0');
  const time = date.toISOString().slice(11, 19);
  return `${DAYS[date.getUTCDay()]}, ${day} ${MONTHS[date.getUTCMonth()]} ${year} ${time} +0000`;
}
