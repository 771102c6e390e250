import { formatInstant, parseInstant } from '../../catalog/instant.js';

const DAY = /^\d{4}-\d\d-\d\d$/;

/**
 * The time by which two harvests overlap. A record that the provider saves while it creates a list can be missing from
 * the list, and can have an earlier datestamp than the list.
 */
const OVERLAP_MS = 60_000;

/**
 * Returns the latest time at which a record with this datestamp can have changed. A datestamp that is only a date
 * means the end of the day, but not a time after the response.
 *
 * @param responseDate the time of the response
 * @returns undefined if neither the datestamp nor the date of the response is valid
 */
export function changeTime(
  datestamp: string,
  responseDate: string | undefined,
): string | undefined {
  const response = parseInstant(responseDate ?? '');
  const changed = parseInstant(DAY.test(datestamp) ? `${datestamp}T23:59:59Z` : datestamp);
  const instants = DAY.test(datestamp) ? [changed, response] : [changed];
  const valid = instants.filter((instant) => !Number.isNaN(instant));
  if (valid.length > 0) return formatInstant(Math.min(...valid));
  return Number.isNaN(response) ? undefined : formatInstant(response);
}

/**
 * Returns the datestamp from which the next harvest requests records.
 *
 * @param responseDate the time of the first response of this harvest
 * @param granularity the granularity of the provider, such as `YYYY-MM-DD`
 * @returns undefined if the date of the response is invalid
 */
export function nextFrom(
  responseDate: string | undefined,
  granularity: string | undefined,
): string | undefined {
  const response = parseInstant(responseDate ?? '');
  if (Number.isNaN(response)) return undefined;
  return inGranularity(formatInstant(Math.max(0, response - OVERLAP_MS)), granularity);
}

/** Shortens a date and time in UTC to the granularity of a provider. */
export function inGranularity(time: string, granularity: string | undefined): string {
  return granularity === 'YYYY-MM-DD' ? time.slice(0, 10) : time;
}
