import type { Measurements } from './meter.js';

/** Numbers under names; a name that only one of two has counts as 0 in the other. */
interface Numbers {
  readonly [name: string]: number | readonly number[] | Numbers;
}

/** The measurements of processes that serve together, of one at least. */
export function addedUp([first, ...others]: readonly Measurements[]): Measurements {
  return others.reduce((all, one) => sum(all, one) as Measurements, first);
}

function sum<T>(a: T, b: T): unknown {
  if (a === undefined) return b;
  if (b === undefined) return a;
  if (typeof a === 'number') return a + Number(b);
  if (Array.isArray(a) && Array.isArray(b)) return a.map((number, place) => number + b[place]);
  const [left, right] = [a, b] as Numbers[];
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  return Object.fromEntries([...names].map((name) => [name, sum(left[name], right[name])]));
}
