import { counted, readable } from './readable.js';

/** How far an import has come. */
export interface ImportState {
  /** How many titles were made. */
  readonly titles: number;
  /** How many bytes of the files were read. */
  readonly bytesRead: number;
  /** How many bytes the files have; nothing where one of them is no file on a disk. */
  readonly size: number | undefined;
  /** How long it has taken, in seconds. */
  readonly seconds: number;
}

/**
 * How far an import has come, in a line: how many titles, how fast, and how long it still takes.
 *
 * @example '12,000 titles, 3,000 a second, 25 %, 12 s left'
 */
export function importProgress({ titles, bytesRead, size, seconds }: ImportState): string {
  const parts = [counted(titles, 'title')];
  if (seconds >= 1) parts.push(`${readable(Math.round(titles / seconds))} a second`);
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
