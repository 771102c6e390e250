import { readFileSync } from 'node:fs';

const { dependencies } = JSON.parse(readFileSync(`${import.meta.dirname}/package.json`, 'utf8'));
const SRC = `${import.meta.dirname}/src/`;

/** What is imported from outside, run as a command, or started as a thread. */
const ENTRIES = [
  'index',
  'browser/index',
  'cli/carrel',
  'cli/demo',
  'http/index',
  'kiosk/index',
  'search/index',
  'snapshot/file/opening-worker',
  'snapshot/file/segment-worker',
];

/** Modules that look for other files beside them, and one that a test runs outside of this process. */
const PLACED = [
  'kiosk/assets',
  'snapshot/file/catalog-files',
  'snapshot/file/indexer',
  'snapshot/file/open-catalog-aside',
];

/*
 * The package's modules in few files. Node takes half a millisecond for each file that it loads,
 * whatever is in it, and opening a catalog and searching it takes two hundred modules.
 */
export default {
  input: Object.fromEntries(ENTRIES.map((name) => [name, `${SRC}${name}.ts`])),
  platform: 'node',
  external: Object.keys(dependencies).map((name) => new RegExp(`^${name}(/|$)`)),
  preserveEntrySignatures: 'allow-extension',
  output: {
    dir: 'dist',
    chunkFileNames: '[name].js',
    minifyInternalExports: false,
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: PLACED.map((name) => ({ name, test: (id) => id === `${SRC}${name}.ts` })),
    },
  },
};
