import fc from 'fast-check';
import { isLong } from './long-tests.js';

/** The seed of all random tests. Default: 1. `vitest.config.js` sets the environment variable `CARREL_SEED`. */
export const SEED = Number(process.env.CARREL_SEED);

/** The divisor of the number of runs, except in the long tests. */
const RUNS_DIVISOR = 10;

/** Returns the number of runs of a random test: `all` in the long tests, otherwise a tenth. */
export function runs(all: number): number {
  return isLong ? all : Math.ceil(all / RUNS_DIVISOR);
}

fc.configureGlobal({ seed: SEED, numRuns: runs(100) });
