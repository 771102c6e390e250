const GROUPED = new Intl.NumberFormat('en-US');

/** A number as people read it: 12,345. */
export function readable(number: number): string {
  return GROUPED.format(number);
}

/** How many of something there are, as people read it: 1 title, 12,345 titles. */
export function counted(number: number, noun: string, plural = `${noun}s`): string {
  return `${readable(number)} ${number === 1 ? noun : plural}`;
}
