import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Starting a process takes longer than running most test files.
    isolate: false,
    // Tests that wait for a file or a page leave a processor to another test file.
    maxWorkers: availableParallelism() + 1,
  },
});
