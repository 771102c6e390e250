import fc from 'fast-check';

/** The seed of all random tests. Default: 1. `vitest.config.js` sets the environment variable `CARREL_SEED`. */
export const SEED = Number(process.env.CARREL_SEED);

fc.configureGlobal({ seed: SEED });
