import { readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { _ } from 'ajv';
import standaloneCode from 'ajv/dist/standalone/index.js';
import fastJson from 'fast-json-stringify';
import { build } from 'rolldown';

const { dependencies } = JSON.parse(readFileSync(`${import.meta.dirname}/package.json`, 'utf8'));

/** Returns the path of a module of `src`, as rolldown writes it on the current system. */
const moduleOf = (name) => join(import.meta.dirname, 'src', `${name}.ts`);

/** Modules that users import, that are commands, or that run in worker threads. */
const ENTRIES = [
  'index',
  'browser/index',
  'cli/carrel',
  'cli/demo',
  'cli/serve/answering-thread',
  'http/index',
  // Tests start it. As an entry, it does not share a file with a program, which importing would run.
  'http/server/service',
  'import/index',
  'kiosk/index',
  'search/public',
  'snapshot/file/opening-worker',
  'snapshot/file/writing/build-worker',
  'snapshot/indexing/segment-worker',
];

/**
 * Modules that are not entries but keep a file of their own, with the same path in `dist` as in `src`. Most
 * of them find other files relative to their own path. Tests import `local-files` and
 * `replaceable-catalogs`.
 */
const SEPARATE_MODULES = [
  'kiosk/create-kiosk',
  'snapshot/file/addresses/local-files',
  'snapshot/file/replaceable-catalogs',
  'snapshot/file/opening-thread',
  'snapshot/file/writing/build-in-worker',
  'snapshot/indexing/indexing-thread',
  'cli/serve/run-server',
  'cli/site/write-site',
];

/** The command that has a bundle of its own. */
const SERVE = 'cli/serve';

/** The dependencies, which are not bundled. */
const EXTERNAL = Object.keys(dependencies).map((name) => new RegExp(`^${name}(/|$)`));

/** The exports of modules of `src` that are loaded while the package is built, by the name of the module. */
const loaded = new Map();

/** Bundles a module of `src` with what it imports, and returns its exports. */
function load(name) {
  if (!loaded.has(name)) loaded.set(name, bundleAndImport(name));
  return loaded.get(name);
}

async function bundleAndImport(name) {
  const file = join(import.meta.dirname, 'dist', `${name.replaceAll('/', '-')}.mjs`);
  await build({
    input: moduleOf(name),
    platform: 'node',
    external: [...EXTERNAL, 'ajv'],
    output: { file },
  });
  try {
    return await import(pathToFileURL(file).href);
  } finally {
    rmSync(file);
  }
}

/**
 * Replaces the serializers by code that fast-json-stringify generates. Loading fast-json-stringify and compiling the
 * schemas would take 60 ms of the start of a server. The code calls functions in a file of fast-json-stringify that
 * any version may change, so the package requires the version that generated the code.
 */
const COMPILED_SERIALIZERS = {
  name: 'compiled-serializers',
  async load(id) {
    if (id !== moduleOf('http/response/compiled-serializers')) return null;
    const { RESPONSE_SCHEMAS } = await load('http/response/response-schemas');
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

/** The modules with compiled validators: their export, and the module and the export of their schemas. */
const VALIDATORS = {
  'snapshot/source/record-validators': {
    exported: 'recordValidators',
    module: 'snapshot/source/record-schemas',
    schemasName: 'RECORD_SCHEMAS',
  },
  'snapshot/changes/change-validators': {
    exported: 'changeValidators',
    module: 'snapshot/source/record-schemas',
    schemasName: 'CHANGE_SCHEMAS',
  },
  'import/settings-validators': {
    exported: 'settingsValidators',
    module: 'import/settings-schemas',
    schemasName: 'SETTINGS_SCHEMAS',
  },
};

/**
 * Replaces the validators by code that Ajv generates. Loading Ajv and compiling the schemas would take 0.16 s of building
 * a catalog. The code needs nothing of Ajv, so the package does not depend on it.
 */
const COMPILED_VALIDATORS = {
  name: 'compiled-validators',
  resolveId(id) {
    if (id !== 'ajv') return null;
    throw new Error('ajv: expected only modules in VALIDATORS to import it, found another one');
  },
  async load(id) {
    const entry = Object.entries(VALIDATORS).find(([name]) => moduleOf(name) === id);
    if (entry === undefined) return null;
    const { exported, module, schemasName } = entry[1];
    const schemas = (await load(module))[schemasName];
    const { createAjv } = await load('snapshot/source/compile-validators');
    const ajv = createAjv({ code: { source: true, formats: _`FORMATS` } });
    for (const [name, schema] of Object.entries(schemas)) ajv.addSchema(schema, name);
    const names = Object.fromEntries(Object.keys(schemas).map((name) => [name, name]));
    const code = standaloneCode.default(ajv, names);
    if (code.includes('require(')) throw new Error(`${schemasName}: expected code without imports`);
    const validators = Object.keys(schemas).map(
      (name) => `${name}: Object.assign(compiled.${name}, { schema: ${schemasName}.${name} }),`,
    );
    return {
      code: `import { FORMATS } from ${JSON.stringify(moduleOf('base/json-schema'))};
        import { ${schemasName} } from ${JSON.stringify(moduleOf(module))};
        const compiled = (() => { const exports = {}; ${code}; return exports; })();
        export const ${exported} = { ${validators.join('\n')} };`,
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
  external: [...EXTERNAL, './serve.js'],
  plugins: [COMPILED_SERIALIZERS, COMPILED_VALIDATORS],
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

/**
 * Replaces `import.meta.url` in modules of the command `serve` by the URL of the file that the module has in the other
 * bundles, because the modules find files relative to their own path.
 */
const MODULE_URLS = {
  name: 'module-urls',
  transform(code, id) {
    if (!code.includes('import.meta.url')) return null;
    const path = relative(dirname(moduleOf(SERVE)), id).replaceAll('\\', '/');
    const url = `new URL(${JSON.stringify(path)}, import.meta.url).href`;
    return { code: code.replaceAll('import.meta.url', url), map: null };
  },
};

/**
 * The command `serve` in one file, so that a server starts in less time. Modules that it imports dynamically are in
 * further files next to it.
 */
const SERVER = {
  ...PACKAGE,
  input: { serve: moduleOf(SERVE) },
  plugins: [COMPILED_SERIALIZERS, COMPILED_VALIDATORS, MODULE_URLS],
  output: {
    ...PACKAGE.output,
    dir: 'dist/cli',
    chunkFileNames: 'serve-[name].js',
    codeSplitting: true,
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

export default [PACKAGE, SERVER, SITE_WORKER];
