import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

/** The layers of `src`, highest first. A file imports only from its own layer and from lower layers. */
const LAYERS = [
  '.',
  'cli',
  'browser',
  'kiosk',
  'server',
  'http',
  'protocols',
  'web',
  'v1',
  'import',
  'snapshot/file',
  'snapshot',
  'snapshot/format',
  'catalog',
  'search',
  'texts',
  'base',
];

/** The layers that also run in a browser. */
const LAYERS_WITHOUT_NODE = [
  'browser',
  'kiosk',
  'protocols',
  'web',
  'v1',
  'catalog',
  'search',
  'texts',
  'base',
  'snapshot/format',
];

/** The only file of these layers that runs only in Node. */
const NODE_FILE = 'kiosk/create-kiosk.ts';

const VAGUE_NAMES = ['utils', 'helpers', 'common', 'core', 'lib', 'misc'];

interface SourceFile {
  /** The path below `src`. */
  readonly path: string;
  readonly layer: string;
  readonly text: string;
  /** The names of packages and the paths below `src` that the file imports, types included. */
  readonly imports: readonly string[];
}

/** Returns the paths of all files in a folder, relative to the folder, except in `node_modules` and `dist`. */
function filesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    if (!entry.isDirectory()) return [entry.name];
    if (['node_modules', 'dist'].includes(entry.name)) return [];
    return filesIn(join(folder, entry.name)).map((path) => posix.join(entry.name, path));
  });
}

function readSourceFile(path: string): SourceFile {
  const text = readFileSync(join(ROOT, 'src', path), 'utf8');
  return { path, layer: layerOf(path), text, imports: importsOf(path, text) };
}

function importsOf(path: string, text: string): string[] {
  return Array.from(text.matchAll(/\b(?:from|import)\s*\(?\s*'([^']+)'/g), ([, name]) =>
    name.startsWith('.') ? posix.join(posix.dirname(path), name.replace(/\.js$/, '.ts')) : name,
  );
}

function layerOf(path: string): string {
  const folder = posix.dirname(path);
  const layers = LAYERS.filter((layer) => folder === layer || folder.startsWith(`${layer}/`));
  const [layer] = layers.sort((a, b) => b.length - a.length);
  if (layer === undefined) throw new Error(`src/${path}: expected a folder of a layer, found none`);
  return layer;
}

/** Returns import cycles, at least one if there are any. A cycle is a chain of paths that ends with its first path. */
function importCycles(importsByPath: ReadonlyMap<string, readonly string[]>): string[][] {
  const cycles: string[][] = [];
  const finished = new Set<string>();
  const chain: string[] = [];
  function visit(path: string): void {
    const at = chain.indexOf(path);
    if (at >= 0) cycles.push([...chain.slice(at), path]);
    if (at >= 0 || finished.has(path)) return;
    chain.push(path);
    for (const imported of importsByPath.get(path) ?? []) visit(imported);
    chain.pop();
    finished.add(path);
  }
  for (const path of importsByPath.keys()) visit(path);
  return cycles;
}

/**
 * Returns the paths in backticks of a document, except in code blocks. A path contains a slash, but does not
 * begin with a slash.
 */
function pathsNamedIn(document: string): string[] {
  const text = readFileSync(join(ROOT, document), 'utf8').replace(/^```.*?^```/gms, '');
  return Array.from(text.matchAll(/`([\w.][\w.-]*\/[\w./-]*)`/g), ([, path]) => path);
}

const allFiles = filesIn('src');
const files = allFiles.filter((path) => path.endsWith('.ts')).map(readSourceFile);

describe('src', () => {
  it('has files in every layer, and imports only files that exist', () => {
    expect(new Set(files.map((file) => file.layer))).toEqual(new Set(LAYERS));
    const missing = files.flatMap(({ path, imports }) =>
      imports
        .filter((name) => name.endsWith('.ts') && !allFiles.includes(name))
        .map((name) => `src/${path} imports src/${name}`),
    );
    expect(missing).toEqual([]);
    const search = files.find(({ path }) => path === 'v1/search-titles.ts');
    expect(search?.imports).toContain('search/index.ts');
  });

  it('opens snapshots in Node with the checksum of zlib, which is faster than the checksum for browsers', () => {
    const openings = files
      .filter(({ layer }) => !LAYERS_WITHOUT_NODE.includes(layer))
      .flatMap(({ text }) => text.match(/\bopenSnapshot\((?:[^()]|\([^()]*\))*\)/g) ?? []);
    expect(openings).not.toEqual([]);
    expect(openings.filter((opening) => !opening.endsWith(', checksum)'))).toEqual([]);
  });

  it('imports only from the same layer or from a lower layer', () => {
    const upward = files.flatMap(({ path, layer, imports }) =>
      imports
        .filter((name) => name.endsWith('.ts'))
        .filter((name) => LAYERS.indexOf(layerOf(name)) < LAYERS.indexOf(layer))
        .map((name) => `src/${path} imports src/${name}`),
    );
    expect(upward).toEqual([]);
  });

  it('keeps v1 independent of import and snapshot', () => {
    const wrong = files
      .filter((file) => file.layer === 'v1')
      .filter(({ imports }) => imports.some((name) => /^(?:import|snapshot)\//.test(name)));
    expect(wrong.map((file) => file.path)).toEqual([]);
  });

  it('imports nothing into base', () => {
    const imported = files
      .filter(({ layer }) => layer === 'base')
      .flatMap(({ imports }) => imports);
    expect(imported).not.toEqual([]);
    expect(imported.filter((name) => !name.startsWith('base/'))).toEqual([]);
  });

  it('imports the search engine only through search/index.ts', () => {
    const wrong = files
      .filter(({ path }) => !path.startsWith('search/'))
      .flatMap(({ path, imports }) =>
        imports
          .filter((name) => name.startsWith('search/') && name !== 'search/index.ts')
          .map((name) => `src/${path} imports src/${name}`),
      );
    expect(wrong).toEqual([]);
  });

  it('imports search/public.ts only within search, and never imports the package carrel', () => {
    const wrong = files.filter(
      ({ path, imports }) =>
        (imports.includes('search/public.ts') && !path.startsWith('search/')) ||
        imports.some((name) => /^carrel(?:\/|$)/.test(name)),
    );
    expect(wrong.map((file) => file.path)).toEqual([]);
  });

  it('has no import cycles, type-only imports included', () => {
    expect(importCycles(new Map(files.map(({ path, imports }) => [path, imports])))).toEqual([]);
  });

  it('uses no Node APIs in the layers that also run in a browser', () => {
    const wrong = files
      .filter(({ path, layer }) => LAYERS_WITHOUT_NODE.includes(layer) && path !== NODE_FILE)
      .filter(
        ({ text, imports }) =>
          imports.some((name) => name.startsWith('node:')) ||
          /\b(?:Buffer|process|require|setImmediate)\s*[.(]/.test(text),
      );
    expect(wrong.map((file) => file.path)).toEqual([]);
  });

  it('imports no layer for Node in the layers that also run in a browser', () => {
    const wrong = files
      .filter(({ path, layer }) => LAYERS_WITHOUT_NODE.includes(layer) && path !== NODE_FILE)
      .flatMap(({ path, imports }) =>
        imports
          .filter((name) => name.endsWith('.ts') && name !== NODE_FILE)
          .filter((name) => !LAYERS_WITHOUT_NODE.includes(layerOf(name)))
          .map((name) => `src/${path} imports src/${name}`),
      );
    expect(wrong).toEqual([]);
  });

  it('calls String.normalize only in base/normalize-unicode.ts', () => {
    const places = files.filter(({ text }) => /\.normalize\(/.test(text));
    expect(places.map(({ path }) => path)).toEqual(['base/normalize-unicode.ts']);
  });
});

describe('Names', () => {
  it.each(['src', 'bench', 'test'])('of files and folders in %s are not vague', (folder) => {
    const vague = filesIn(folder).filter((path) =>
      path.split(/[/.]/).some((part) => VAGUE_NAMES.includes(part)),
    );
    expect(vague).toEqual([]);
  });
});

describe('importCycles', () => {
  const cycle = ['a.ts', 'b.ts', 'c.ts', 'a.ts'];

  it('finds cycles of one and of several files', () => {
    const imports = new Map([
      ['start.ts', ['a.ts']],
      ['a.ts', ['b.ts']],
      ['b.ts', ['c.ts', 'b.ts']],
      ['c.ts', ['a.ts', 'd.ts']],
    ]);
    expect(importCycles(imports)).toEqual([cycle, ['b.ts', 'b.ts']]);
  });

  it('finds no cycle when two files import the same file', () => {
    const imports = new Map([
      ['a.ts', ['b.ts', 'c.ts']],
      ['b.ts', ['c.ts']],
    ]);
    expect(importCycles(imports)).toEqual([]);
  });
});

describe('importsOf', () => {
  it('returns imports of types, dynamic imports and re-exports', () => {
    const text = "import type { A } from './a.js';\nawait import('../b.js');\nexport * from 'c';";
    expect(importsOf('x/y.ts', text)).toEqual(['x/a.ts', 'b.ts', 'c']);
  });
});

describe('src/README.md', () => {
  const paths = pathsNamedIn('src/README.md');

  it('names only files and folders that exist', () => {
    expect(paths.length).toBeGreaterThan(40);
    const missing = paths.filter(
      (path) => !existsSync(join(ROOT, 'src', path)) && !existsSync(join(ROOT, path)),
    );
    expect(missing).toEqual([]);
  });

  it('names every folder of src', () => {
    const folders = readdirSync(join(ROOT, 'src'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${name}/`);
    expect(folders.filter((folder) => !paths.includes(folder))).toEqual([]);
  });
});

describe('.github/CONTRIBUTING.md', () => {
  it('names only files and folders that exist', () => {
    const paths = pathsNamedIn('.github/CONTRIBUTING.md');
    expect(paths.map((path) => basename(path))).toContain('narrowings.ts');
    expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});
