import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Most files take less time than a process of their own takes to start.
    isolate: false,
    // Some tests wait for a file to be at rest or for a page, and leave a processor to others.
    maxWorkers: availableParallelism() + 1,
  },
});
