import { readFileSync } from 'node:fs';

const { dependencies } = JSON.parse(readFileSync(`${import.meta.dirname}/package.json`, 'utf8'));
const SRC = `${import.meta.dirname}/src/`;

/** Modules that users import, that are commands, or that run in worker threads. */
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

/**
 * Modules that are not entries but keep a file of their own, with the same path in `dist` as in `src`. Most
 * of them find other files relative to their own path. A test imports `replaceable-catalogs`.
 */
const SEPARATE_MODULES = [
  'kiosk/assets',
  'snapshot/file/replaceable-catalogs',
  'snapshot/file/indexer',
  'snapshot/file/open-catalog-in-worker',
];

/*
 * Bundles the modules of the package into fewer files, because Node loads a few large files faster than
 * hundreds of small files.
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
