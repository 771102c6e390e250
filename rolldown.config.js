import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fastJson from 'fast-json-stringify';
import { build } from 'rolldown';
import { minifySync } from 'rolldown/utils';

const { dependencies, exports } = JSON.parse(
  readFileSync(`${import.meta.dirname}/package.json`, 'utf8'),
);

/** Returns the path of a module of `src`, as rolldown writes it on the current system. */
const moduleOf = (name) => join(import.meta.dirname, 'src', `${name}.ts`);

/** Modules that users import, that are commands, or that run in worker threads. */
const ENTRIES = [
  'index',
  'browser/index',
  'cli/carrel',
  'cli/demo',
  'cli/serve/serve-thread',
  'http/index',
  // Tests start it. As an entry, it does not share a file with a program, which importing would run.
  'server/service',
  'import/index',
  'kiosk/index',
  'protocols/index',
  'search/public',
  'server/index',
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
  'cli/commands',
  'cli/write-site',
];

/**
 * The modules whose static imports determine which modules share a file, by their name in the names of files: the exports of
 * the package, the commands, and the program of the threads that index.
 */
const ROOTS = {
  main: ['index'],
  browser: ['browser/index'],
  api: ['v1/create-api', 'browser/open-catalog'],
  http: ['http/index'],
  server: ['server/index'],
  kiosk: ['kiosk/index'],
  protocols: ['protocols/index'],
  search: ['search/public'],
  import: ['import/index'],
  serve: ['cli/serve'],
  segment: ['snapshot/indexing/segment-worker'],
  commands: [
    'build',
    'changes',
    'compact',
    'completion',
    'harvest',
    'inspect',
    'mcp',
    'openapi',
    'search',
    'sign',
    'site',
  ].map((name) => `cli/${name}`),
};

/** The dependencies, which are not bundled. */
const EXTERNAL = Object.keys(dependencies).map(
  (name) => new RegExp(name === 'fast-json-stringify' ? `^${name}$` : `^${name}(/|$)`),
);

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
    external: EXTERNAL,
    output: { file },
  });
  try {
    return await import(pathToFileURL(file).href);
  } finally {
    rmSync(file);
  }
}

/** Replaces the module of fast-json-stringify that requires the version of V8, which browsers do not report. */
const RUNTIME = {
  code: `const version = globalThis.process?.versions?.v8 ?? '';
    const [major, minor] = version.split('.').map(Number);
    export const HAS_FAST_JSON_STRINGIFY = major * 100 + minor >= 1308;`,
  moduleType: 'js',
};

/**
 * Replaces the serializers by code that fast-json-stringify generates. Loading fast-json-stringify and compiling the
 * schemas would take 60 ms of the start of a server, and a Content-Security-Policy can forbid it in a browser. The code calls
 * functions in a file of fast-json-stringify, which is bundled with it.
 */
const COMPILED_SERIALIZERS = {
  name: 'compiled-serializers',
  async load(id) {
    if (/fast-json-stringify.lib.v8\.js$/.test(id)) return RUNTIME;
    if (id !== moduleOf('web/serializers')) return null;
    const { RESPONSE_SCHEMAS } = await load('web/response-schemas');
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

/** Matches the table of Chinese characters: simplified characters in ascending order, each followed by traditional forms. */
const CHINESE_CHARACTERS = /chinese-characters\.json$/;

/** The greatest distance of two characters that is written as one ASCII character. */
const MAX_DISTANCE = 0x7e - 0x20;

/**
 * Writes the table of Chinese characters in three fifths of the size: most simplified characters by their distance from the
 * one before, as an ASCII character, such as `"` for 2. Others follow a space.
 */
const COMPRESSED_TABLE = {
  name: 'compressed-table',
  load(id) {
    if (!CHINESE_CHARACTERS.test(id)) return null;
    let last = 0;
    const table = JSON.parse(readFileSync(id, 'utf8'))
      .join(' ')
      .replace(/(?:^| )(.)/g, (_, character) => {
        const code = character.charCodeAt(0);
        const distance = code - last;
        last = code;
        return distance <= MAX_DISTANCE ? String.fromCharCode(0x20 + distance) : ` ${character}`;
      });
    return {
      code: `let last = 0;
        const table = ${JSON.stringify(table)}.replace(/ (.)|[!-~]/g, (found, character) => {
          last = character ? character.charCodeAt(0) : last + found.charCodeAt(0) - 0x20;
          return ' ' + String.fromCharCode(last);
        });
        export default [table.trim()];`,
      moduleType: 'js',
    };
  },
};

/** Writes the fields of requests and responses, with their descriptions, into the declarations, which `tsc` has written. */
const DESCRIBED_DECLARATIONS = {
  name: 'described-declarations',
  async buildStart() {
    const { describeDeclarations } = await load('v1/schema/described-declarations');
    for (const name of ['parameters', 'responses']) {
      const file = join(import.meta.dirname, 'dist/v1/schema', `${name}.d.ts`);
      writeFileSync(file, describeDeclarations(readFileSync(file, 'utf8')));
    }
  },
};

/** The file of the SDK of the Model Context Protocol, which only its command and its endpoint load. */
const MCP_SDK = 'mcp-sdk';

/** The folders of the packages in {@link MCP_SDK}. */
const MCP_PACKAGES = ['@modelcontextprotocol/server', '@modelcontextprotocol/core', 'zod'].map(
  (name) => join(import.meta.dirname, 'node_modules', name),
);

/** Returns whether a module is in {@link MCP_SDK}. */
const isInMcpSdk = (id) => MCP_PACKAGES.some((folder) => id.startsWith(folder));

/**
 * Minifies the SDK of the Model Context Protocol, and writes the licenses of its packages next to it. Leaves out Ajv, with
 * which the SDK would check forms that a user fills in for a server.
 */
const BUNDLED_SDK = {
  name: 'bundled-sdk',
  load(id) {
    if (!isInMcpSdk(id) || !/shimsNode\.mjs$/.test(id)) return null;
    const code = `export { default as process } from 'node:process';
      export class DefaultJsonSchemaValidator {}`;
    return { code, moduleType: 'js' };
  },
  renderChunk(code, { name, fileName }) {
    return name === MCP_SDK ? minifySync(fileName, code, { module: true }).code : null;
  },
  generateBundle() {
    const notices = MCP_PACKAGES.map((folder) => {
      const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      const license = readFileSync(join(folder, 'LICENSE'), 'utf8').trim();
      return `${MCP_SDK}.js contains ${name} ${version}:\n\n${license}\n`;
    });
    this.emitFile({
      type: 'asset',
      fileName: `${MCP_SDK}.licenses.txt`,
      source: notices.join(`\n${'-'.repeat(80)}\n\n`),
    });
  },
};

/** The options of all modules of the package. */
const MODULES = {
  input: Object.fromEntries(ENTRIES.map((name) => [name, moduleOf(name)])),
  platform: 'node',
  external: EXTERNAL,
  plugins: [COMPILED_SERIALIZERS, COMPRESSED_TABLE],
  preserveEntrySignatures: 'allow-extension',
};

/**
 * Returns the name of the file for each module that a module of {@link ROOTS} imports statically. Modules that the same roots
 * import share a file, such as `shared-3`. Imports that no root uses do not count. A module that only commands import shares
 * a file with the modules that the same commands import, as rolldown does it.
 */
async function sharedFiles() {
  const roots = Object.fromEntries(
    Object.values(ROOTS)
      .flat()
      .map((name) => [name, moduleOf(name)]),
  );
  const { output } = await build({
    ...MODULES,
    input: { ...MODULES.input, ...roots },
    write: false,
    output: { preserveModules: true },
  });
  const modules = new Map(output.map((module) => [module.fileName, module]));
  const importers = new Map();
  for (const [root, names] of Object.entries(ROOTS)) {
    const ids = names.map(moduleOf);
    const reached = new Set(
      output
        .filter(({ facadeModuleId }) => ids.includes(facadeModuleId))
        .map(({ fileName }) => fileName),
    );
    for (const name of reached) {
      for (const imported of modules.get(name).imports) {
        if (modules.has(imported)) reached.add(imported);
      }
    }
    for (const id of Array.from(reached, (name) => modules.get(name).moduleIds).flat()) {
      importers.set(id, [...(importers.get(id) ?? []), root]);
    }
  }
  for (const id of Object.values(MODULES.input)) importers.delete(id);
  const sets = [...new Set(Array.from(importers.values(), (roots) => roots.join('-')))].sort();
  return new Map(
    Array.from(importers, ([id, roots]) => {
      return [id, roots.length === 1 ? roots[0] : `shared-${sets.indexOf(roots.join('-'))}`];
    }).filter(([, name]) => name !== 'commands'),
  );
}

const SHARED_FILES = await sharedFiles();

/** Removes the declarations that TypeScript has written for modules of which the package exports no type. */
const DECLARATIONS = {
  name: 'declarations',
  writeBundle({ dir }) {
    const exported = new Set(
      Object.values(exports)
        .flatMap(({ types }) => types ?? [])
        .map((path) => join(import.meta.dirname, path)),
    );
    for (const file of exported) {
      const imports = readFileSync(file, 'utf8').matchAll(/(?:from |import\()['"](\..+?)\.js['"]/g);
      for (const [, path] of imports) exported.add(join(file, '..', `${path}.d.ts`));
    }
    const written = readdirSync(dir, { recursive: true }).map((path) => join(dir, path));
    for (const file of written) {
      if (file.endsWith('.d.ts') && !exported.has(file)) rmSync(file);
    }
  },
};

/*
 * Bundles the modules of the package into fewer files, because Node loads a few large files faster than hundreds of small
 * files. Modules that the same roots import are in the same file, so that no root loads a module that it does not use.
 */
const PACKAGE = {
  ...MODULES,
  plugins: [...MODULES.plugins, BUNDLED_SDK, DESCRIBED_DECLARATIONS, DECLARATIONS],
  output: {
    dir: join(import.meta.dirname, 'dist'),
    chunkFileNames: '[name].js',
    minifyInternalExports: false,
    charset: 'ascii',
    comments: { jsdoc: false },
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [
        { name: MCP_SDK, test: isInMcpSdk },
        ...SEPARATE_MODULES.map((name) => ({ name, test: (id) => id === moduleOf(name) })),
        { debugName: 'shared files', name: (id) => SHARED_FILES.get(id) ?? null },
      ],
    },
  },
};

/** The program of the service worker that `carrel site` writes, with everything that it imports. */
const SITE_WORKER = {
  input: moduleOf('browser/site/service-worker'),
  platform: 'browser',
  plugins: [COMPILED_SERIALIZERS, COMPRESSED_TABLE],
  output: {
    file: 'dist/browser/site-worker.js',
    format: 'iife',
    name: 'carrelSite',
    minify: true,
  },
};

export default [PACKAGE, SITE_WORKER];
