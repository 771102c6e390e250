import { formatInstant, parseInstant } from '../../base/instant.js';

/** Converts an ISO 8601 date and time in a record to the format of a response. */
export type DateFormat = (text: string) => string;

/**
 * Returns the conversion to a value of the parameter `date_format`: `iso8601` (`2011-10-12T17:23:09Z`)
 * or `rfc2822` (`Wed, 12 Oct 2011 17:23:09 +0000`). Both formats are in UTC.
 */
export function dateFormatOf(format: 'iso8601' | 'rfc2822'): DateFormat {
  const write = format === 'iso8601' ? formatInstant : formatRfc2822;
  return (text) => write(parseInstant(text));
}

function formatRfc2822(milliseconds: number): string {
  return new Date(milliseconds).toUTCString().replace('GMT', '+0000');
}
