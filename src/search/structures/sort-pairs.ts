/** The index, 0 or 1, of the low 32 bits of a 64-bit number in memory. It depends on the byte order of the machine. */
const LOW = new Uint32Array(BigUint64Array.of(1n).buffer)[0] === 1 ? 0 : 1;
const HIGH = 1 - LOW;

/**
 * Sorts two parallel arrays in place, by the values of the first, and equal ones by the values of the second. They are
 * combined into 64-bit numbers, which are sorted without a comparator and so in a fraction of the time.
 *
 * @example
 * const [keys, rows] = [Uint32Array.of(7, 3, 7), Uint32Array.of(2, 1, 0)];
 * sortPairs(keys, rows); // keys: 3, 7, 7; rows: 1, 0, 2
 */
export function sortPairs(first: Uint32Array, second: Uint32Array): void {
  const pairs = new BigUint64Array(first.length);
  const halves = new Uint32Array(pairs.buffer);
  for (let i = 0; i < pairs.length; i++) {
    halves[2 * i + HIGH] = first[i];
    halves[2 * i + LOW] = second[i];
  }
  pairs.sort();
  for (let i = 0; i < pairs.length; i++) {
    first[i] = halves[2 * i + HIGH];
    second[i] = halves[2 * i + LOW];
  }
}
