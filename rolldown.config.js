import { readFileSync } from 'node:fs';

const { dependencies } = JSON.parse(readFileSync(`${import.meta.dirname}/package.json`, 'utf8'));
const SRC = `${import.meta.dirname}/src/`;

/** Modules that users import, that are commands, or that run in worker threads. */
const ENTRIES = [
  'index',
  'bundled',
  'browser/index',
  'cli/carrel',
  'cli/demo',
  'cli/serve/answering-thread',
  'http/index',
  'import/index',
  'kiosk/index',
  'search/public',
  'snapshot/file/opening-worker',
  'snapshot/file/segment-worker',
  'snapshot/file/writing/build-worker',
];

/**
 * Modules that are not entries but keep a file of their own, with the same path in `dist` as in `src`. Most
 * of them find other files relative to their own path. A test imports `replaceable-catalogs`.
 */
const SEPARATE_MODULES = [
  'kiosk/create-kiosk',
  'snapshot/file/replaceable-catalogs',
  'snapshot/file/indexer',
  'snapshot/file/open-catalog-in-worker',
  'snapshot/file/writing/build-in-worker',
  'cli/serve/run-server',
  'cli/site/write-site',
];

/*
 * Bundles the modules of the package into fewer files, because Node loads a few large files faster than
 * hundreds of small files.
 */
const PACKAGE = {
  input: Object.fromEntries(ENTRIES.map((name) => [name, `${SRC}${name}.ts`])),
  platform: 'node',
  external: Object.keys(dependencies).map((name) => new RegExp(`^${name}(/|$)`)),
  preserveEntrySignatures: 'allow-extension',
  output: {
    dir: 'dist',
    chunkFileNames: '[name].js',
    sourcemap: true,
    minifyInternalExports: false,
    charset: 'ascii',
    comments: { jsdoc: false },
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: SEPARATE_MODULES.map((name) => ({ name, test: (id) => id === `${SRC}${name}.ts` })),
    },
  },
};

/** The program of the service worker that `carrel site` writes, with everything that it imports. */
const SITE_WORKER = {
  input: `${SRC}browser/site/service-worker.ts`,
  platform: 'browser',
  output: {
    file: 'dist/browser/site-worker.js',
    format: 'iife',
    name: 'carrelSite',
    minify: true,
  },
};

export default [PACKAGE, SITE_WORKER];
