/** Formats a Markdown table. Pads the cells with spaces, so that the columns are aligned on a terminal. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((cell, i) => Math.max(cell.length, ...rows.map((row) => row[i].length)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, i) => cell.padEnd(widths[i])).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

/**
 * Begins a Markdown table whose rows are written one by one. Pads each cell with spaces to the width of its head.
 *
 * @returns a function that writes a row
 */
export function beginTable(
  head: readonly string[],
  write: (line: string) => void,
): (row: readonly string[]) => void {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, i) => cell.padEnd(head[i].length)).join(' | ')} |`;
  write(line(head));
  write(line(head.map((cell) => '-'.repeat(cell.length))));
  return (row) => write(line(row));
}

/** Formats a number below 100 with two significant digits, and any other number as a whole number. */
export function significant(number: number): string {
  return number >= 99.5 ? number.toFixed(0) : number.toPrecision(2);
}

/** Formats a number of bytes in MiB. */
export function mebibytes(bytes: number): string {
  const size = bytes / 2 ** 20;
  return size.toFixed(size < 10 ? 1 : 0);
}
