import { formatCount, formatNumber } from '../format-number.js';

export interface ImportState {
  readonly titles: number;
  /** Number of bytes read from the files, before decompression. */
  readonly bytesRead: number;
  /** Total size of the files in bytes; undefined if one is not a regular file, such as standard input. */
  readonly size: number | undefined;
  /** Time since the start, in seconds. */
  readonly seconds: number;
}

/**
 * Formats the progress of an import: titles, titles per second, percentage read, and remaining time. In
 * the first second, the titles per second and the remaining time are omitted. Without `size`, the
 * percentage and the remaining time are omitted.
 *
 * @example '12,000 titles, 3,000 per second, 25 %, 12 s left'
 */
export function importProgress({ titles, bytesRead, size, seconds }: ImportState): string {
  const parts = [formatCount(titles, 'title')];
  if (seconds >= 1) parts.push(`${formatNumber(Math.round(titles / seconds))} per second`);
  if (size !== undefined && bytesRead > 0) {
    parts.push(`${Math.floor((bytesRead / size) * 100)} %`);
    if (seconds >= 1 && bytesRead < size) {
      parts.push(`${duration((seconds * (size - bytesRead)) / bytesRead)} left`);
    }
  }
  return parts.join(', ');
}

function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.ceil(whole / 60)} min`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}
