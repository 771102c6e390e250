/*
 * How reports of the benches write figures: quantiles, rounded numbers and Markdown tables. `npm run bench` takes its
 * quantiles from tinybench instead.
 */

/**
 * Returns a quantile, interpolated linearly between neighboring values. There must be at least one value.
 *
 * @param fraction from 0 to 1; 0.5 is the median
 */
export function quantile(values: readonly number[], fraction: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = fraction * (sorted.length - 1);
  const [low, high] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return low + (high - low) * (at - Math.floor(at));
}

/** Formats a Markdown table. Pads the cells with spaces, so that the columns are aligned on a terminal. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((cell, i) => Math.max(cell.length, ...rows.map((row) => row[i].length)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, i) => cell.padEnd(widths[i])).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

/** Formats a number below 100 with two significant digits, and any other number as a whole number. */
export function significant(number: number): string {
  return number >= 99.5 ? number.toFixed(0) : number.toPrecision(2);
}

/** Formats a number of bytes in MiB, without the unit. */
export function mebibytes(bytes: number): string {
  const size = bytes / 2 ** 20;
  return size.toFixed(size < 10 ? 1 : 0);
}
