const GROUPED = new Intl.NumberFormat('en-US');

/** A number as people read it: 12,345. */
export function readable(number: number): string {
  return GROUPED.format(number);
}
