import { formatCount, formatNumber } from '../format-number.js';

export interface BuildState {
  /** The number of titles so far. */
  readonly titles: number;
  /** The share of the work that is done, from 0 to 1; undefined if it is not known. */
  readonly share: number | undefined;
  /** Time since the start, in seconds. */
  readonly seconds: number;
}

/**
 * Formats the progress of a build: titles, percentage, and remaining time. In the first second, the remaining time is
 * omitted. Without `share`, the titles per second are shown in place of the percentage and the remaining time.
 *
 * @example '12,000 titles, 25 %, 12 s left'
 */
export function buildProgress({ titles, share, seconds }: BuildState): string {
  const parts = [formatCount(titles, 'title')];
  if (share !== undefined && share > 0) {
    parts.push(`${Math.floor(share * 100)} %`);
    if (seconds >= 1) parts.push(`${duration((seconds * (1 - share)) / share)} left`);
  } else if (seconds >= 1) {
    parts.push(`${formatNumber(Math.round(titles / seconds))} per second`);
  }
  return parts.join(', ');
}

function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.ceil(whole / 60)} min`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}
