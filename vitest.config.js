import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';

/**
 * Test files that run examples, browsers and failing servers, open hundreds of damaged snapshots, or read very long
 * records. Only the long tests include them. With `CARREL_LONG=only`, no other files run.
 */
const LONG_TESTS = [
  'test/cli/{api-keys,costly-queries,documents,faults,full-disk,log,power-cuts,random-requests,records-in-file,replacing,restart,serve-address,serve-changes,signals,standard-input,workers}.test.ts',
  'test/containers/steps.test.ts',
  'test/examples/**/*.test.*',
  'test/import/mapping/long-record.test.ts',
  'test/kiosk/chromium/**/*.test.*',
  'test/snapshot/fuzzing/*.test.ts',
];

const { CARREL_LONG } = process.env;
const isLong = CARREL_LONG === '1' || CARREL_LONG === 'only';

export default defineConfig({
  test: {
    setupFiles: 'test/setup.ts',
    env: { CARREL_SEED: String(randomSeed()) },
    include: CARREL_LONG === 'only' ? LONG_TESTS : configDefaults.include,
    exclude: [...configDefaults.exclude, ...(isLong ? [] : LONG_TESTS)],
    testTimeout: isLong ? 1_200_000 : 60_000,
    hookTimeout: 120_000,
    // `expect.poll` waits as long as a busy machine may need.
    expect: { poll: { timeout: 20_000 } },
    // Test files share processes, because starting a process takes longer than running most test files.
    isolate: false,
    // Use more processes than there are processors, because many tests wait for a process, a file or a page.
    maxWorkers: availableParallelism() + 2,
    // These processes together have enough threads of V8 for compilation and garbage collection.
    execArgv: ['--v8-pool-size=1'],
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
