import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fastJson from 'fast-json-stringify';
import { build } from 'rolldown';

const { dependencies } = JSON.parse(readFileSync(`${import.meta.dirname}/package.json`, 'utf8'));

/** Returns the path of a module of `src`, as rolldown writes it on the current system. */
const moduleOf = (name) => join(import.meta.dirname, 'src', `${name}.ts`);

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
  'snapshot/file/writing/segment-worker',
  'snapshot/file/writing/build-worker',
];

/**
 * Modules that are not entries but keep a file of their own, with the same path in `dist` as in `src`. Most
 * of them find other files relative to their own path. Tests import `replaceable-catalogs` and `service`.
 */
const SEPARATE_MODULES = [
  'http/server/service',
  'kiosk/create-kiosk',
  'snapshot/file/replaceable-catalogs',
  'snapshot/file/writing/indexer',
  'snapshot/file/open-catalog-in-worker',
  'snapshot/file/writing/build-in-worker',
  'cli/serve/run-server',
  'cli/site/write-site',
];

/** The dependencies, which are not bundled. */
const EXTERNAL = Object.keys(dependencies).map((name) => new RegExp(`^${name}(/|$)`));

/**
 * Replaces the serializers by code that fast-json-stringify generates. Loading fast-json-stringify and Ajv, and compiling
 * the schemas, would take 60 ms of the start of a server. The code calls functions in a file of fast-json-stringify that
 * any version may change, so the package requires the version that generated the code.
 */
const COMPILED_SERIALIZERS = {
  name: 'compiled-serializers',
  async load(id) {
    if (id !== moduleOf('http/response/compiled-serializers')) return null;
    const schemas = join(import.meta.dirname, 'dist/response-schemas.js');
    await build({
      input: moduleOf('http/response/response-schemas'),
      platform: 'node',
      external: EXTERNAL,
      output: { file: schemas },
    });
    const { RESPONSE_SCHEMAS } = await import(pathToFileURL(schemas).href);
    rmSync(schemas);
    const serializers = Object.entries(RESPONSE_SCHEMAS).map(([name, schema]) => {
      const code = fastJson(schema, { mode: 'standalone' });
      if (code.includes('lib/validator'))
        throw new Error(`${name}: expected a schema without choices`);
      return `${name}: (() => { const module = {}; ${code}; return module.exports; })(),`;
    });
    return {
      code: `import Serializer from 'fast-json-stringify/lib/serializer.js';
        const require = () => Serializer;
        export const serializers = { ${serializers.join('\n')} };`,
      moduleType: 'js',
    };
  },
};

/*
 * Bundles the modules of the package into fewer files, because Node loads a few large files faster than
 * hundreds of small files.
 */
const PACKAGE = {
  input: Object.fromEntries(ENTRIES.map((name) => [name, moduleOf(name)])),
  platform: 'node',
  external: EXTERNAL,
  plugins: [COMPILED_SERIALIZERS],
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
      groups: SEPARATE_MODULES.map((name) => ({ name, test: (id) => id === moduleOf(name) })),
    },
  },
};

/** The program of the service worker that `carrel site` writes, with everything that it imports. */
const SITE_WORKER = {
  input: moduleOf('browser/site/service-worker'),
  platform: 'browser',
  output: {
    file: 'dist/browser/site-worker.js',
    format: 'iife',
    name: 'carrelSite',
    minify: true,
  },
};

export default [PACKAGE, SITE_WORKER];
