import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';

/** Test files that run examples, browsers and failing servers. Only the long tests include them. */
const LONG_TESTS = [
  'test/cli/{faults,replacing,routes,workers}.test.ts',
  'test/examples/**',
  'test/kiosk/chromium/**',
];

export default defineConfig({
  test: {
    exclude: [...configDefaults.exclude, ...(process.env.CARREL_LONG === '1' ? [] : LONG_TESTS)],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Test files share processes, because starting a process takes longer than running most test files.
    isolate: false,
    // Use more processes than there are processors, because many tests wait for a process, a file or a page.
    maxWorkers: availableParallelism() + 2,
  },
});
