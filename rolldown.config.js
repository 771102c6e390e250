import { readFileSync } from 'node:fs';

const { dependencies } = JSON.parse(readFileSync(`${import.meta.dirname}/package.json`, 'utf8'));
const SRC = `${import.meta.dirname}/src/`;

/** The modules that users import, that run as commands, or that start as worker threads. */
const ENTRIES = [
  'index',
  'browser/index',
  'cli/carrel',
  'cli/demo',
  'http/index',
  'kiosk/index',
  'search/public',
  'snapshot/file/opening-worker',
  'snapshot/file/segment-worker',
];

/** Modules that need a file of their own: they find other files relative to their own path. */
const SEPARATE_MODULES = [
  'kiosk/assets',
  'snapshot/file/replaceable-catalogs',
  'snapshot/file/indexer',
  'snapshot/file/open-catalog-in-worker',
];

/*
 * Bundles the modules of the package into a few files. Node spends about half a millisecond on every file
 * that it loads, and opening and searching a catalog needs about two hundred modules.
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
      groups: SEPARATE_MODULES.map((name) => ({ name, test: (id) => id === `${SRC}${name}.ts` })),
    },
  },
};
