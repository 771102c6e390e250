import type { Measurements } from './meter.js';

/** Numbers under names; a name that only one of two has counts as 0 in the other. */
interface Numbers {
  readonly [name: string]: number | readonly number[] | Numbers;
}

/** Those of no process. */
const NOTHING: Measurements = {
  processes: 0,
  operations: {},
  inFlight: 0,
  cache: { hits: 0, misses: 0, entries: 0, bytes: 0 },
  memory: { resident: 0, heap: 0, buffers: 0 },
};

/** The measurements of processes that serve together, of however many could be asked. */
export function addedUp(measured: readonly Measurements[]): Measurements {
  return measured.reduce((all, one) => sum(all, one) as Measurements, NOTHING);
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
