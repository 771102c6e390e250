const GROUPED = new Intl.NumberFormat('en-US');

/** Formats a number with grouped digits: `12,345`. */
export function formatNumber(number: number): string {
  return GROUPED.format(number);
}

/** Formats a number with a noun: `1 title`, `12,345 titles`. */
export function formatCount(number: number, noun: string, plural = `${noun}s`): string {
  return `${formatNumber(number)} ${number === 1 ? noun : plural}`;
}
