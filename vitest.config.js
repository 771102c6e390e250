import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Test files share processes, because starting a process takes longer than running most test files.
    isolate: false,
    // Use more processes than there are processors, because many tests wait for a process, a file or a page.
    maxWorkers: availableParallelism() + 2,
  },
});
