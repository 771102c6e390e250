import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';

/** Test files of running servers and a browser that only the long tests include. */
const LONG_TESTS = [
  'test/cli/faults.test.ts',
  'test/cli/replacing.test.ts',
  'test/cli/routes.test.ts',
  'test/cli/workers.test.ts',
  'test/kiosk/chromium/accessibility.test.ts',
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
