import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';

/**
 * Test files that run examples, browsers and failing servers, open hundreds of damaged snapshots, or read very long
 * records. Only the long tests include them. With `CARREL_LONG=only`, no other files run.
 */
const LONG_TESTS = [
  'test/cli/{api-keys,costly-queries,documents,faults,full-disk,log,mcp,power-cuts,random-requests,records-in-file,replacing,restart,serve-address,serve-changes,signals,standard-input,workers}.test.ts',
  'test/containers/steps.test.ts',
  'test/examples/{circulation-day,custom-column,embedding,existing-client,marc-kiosk,nightly-refresh,typed-client}.test.ts',
  'test/examples/service/service.test.mjs',
  'test/import/mapping/long-record.test.ts',
  'test/snapshot/fuzzing/*.test.ts',
];

/**
 * The long tests that open pages in Chromium. They run after all others, because a browser has several processes, and
 * keeps two processors busy.
 */
const BROWSER_TESTS = [
  'test/examples/{service-worker,vite}.test.ts',
  'test/kiosk/chromium/*.test.ts',
];

const { CARREL_LONG } = process.env;
const isLong = CARREL_LONG === '1' || CARREL_LONG === 'only';

export default defineConfig({
  test: {
    setupFiles: 'test/setup.ts',
    env: { CARREL_SEED: String(randomSeed()) },
    // Tests wait as long as a busy machine may need.
    testTimeout: isLong ? 1_200_000 : 300_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
    // Test files share processes, because starting a process takes longer than running most test files.
    isolate: false,
    // These processes together use all processors, without further threads of V8 for compilation and garbage collection.
    execArgv: ['--single-threaded'],
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: CARREL_LONG === 'only' ? LONG_TESTS : configDefaults.include,
          exclude: [...configDefaults.exclude, ...BROWSER_TESTS, ...(isLong ? [] : LONG_TESTS)],
          // Use more processes than there are processors, because many tests wait for a process or a file.
          maxWorkers: availableParallelism() + 2,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: isLong ? BROWSER_TESTS : [],
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});

/**
 * Returns the seed of all random tests: the number in the environment variable `CARREL_SEED`, or a new number if the
 * value is `random`. Default: 1. Prints a seed that is not the default.
 */
function randomSeed() {
  const { CARREL_SEED = '1' } = process.env;
  if (CARREL_SEED === '1') return 1;
  const seed = CARREL_SEED === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(CARREL_SEED);
  if (!Number.isInteger(seed)) {
    throw new Error(`CARREL_SEED: expected a whole number or 'random', found '${CARREL_SEED}'`);
  }
  process.stdout.write(`CARREL_SEED=${seed}\n`);
  return seed;
}
