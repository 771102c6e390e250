import fc from 'fast-check';
import { isLong } from './long-tests.js';

/** The seed of all random tests. Default: 1. `vitest.config.js` sets the environment variable `CARREL_SEED`. */
export const SEED = Number(process.env.CARREL_SEED);

/** A divisor of the number of runs with the default seed, with which all runs repeat the same samples. */
const REPEATED_RUNS = 3;

/** Returns the number of runs of a random test: `all` in the long tests and with other seeds, otherwise a third. */
export function runs(all: number): number {
  return isLong || SEED !== 1 ? all : Math.ceil(all / REPEATED_RUNS);
}

fc.configureGlobal({ seed: SEED, numRuns: runs(100) });
