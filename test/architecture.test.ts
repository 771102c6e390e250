import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { describe, expect, it } from 'vitest';

const SRC = join(import.meta.dirname, '../src');

/** Each may import from those behind it. Within `snapshot`, disks stand above records, and those above bytes. */
const LAYERS = [
  '.',
  'cli',
  'kiosk',
  'http',
  'browser',
  'v1',
  'import',
  'snapshot/file',
  'snapshot',
  'snapshot/format',
  'catalog',
  'search',
  'texts',
];

const WITHOUT_NODE = ['browser', 'v1', 'catalog', 'search', 'texts', 'snapshot/format'];

const ELSEWHERE = ['utils', 'helpers', 'common', 'core', 'lib', 'misc'];

interface SourceFile {
  readonly path: string;
  readonly layer: string;
  readonly text: string;
  readonly imports: readonly string[];
}

const files: SourceFile[] = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => {
    const text = readFileSync(join(SRC, path), 'utf8');
    const imports = [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(
      ([, name]) => name,
    );
    return { path, layer: layerOf(path), text, imports };
  });

function layerOf(path: string): string {
  const folder = dirname(path).split(sep).join('/');
  const layers = LAYERS.filter((layer) => folder === layer || folder.startsWith(`${layer}/`));
  const [layer] = layers.sort((a, b) => b.length - a.length);
  if (layer === undefined) throw new Error(`src/${path} stands in no layer of the design.`);
  return layer;
}

describe('the layers of src', () => {
  it('are all found', () => {
    expect(files.length).toBeGreaterThan(50);
    expect(new Set(files.map((file) => file.layer))).toContain('search');
  });

  it('import only from themselves and from layers below', () => {
    const upward = files.flatMap(({ path, layer, imports }) =>
      imports
        .filter((name) => name.startsWith('.'))
        .map((name) => layerOf(relative(SRC, join(SRC, dirname(path), name))))
        .filter((imported) => LAYERS.indexOf(imported) < LAYERS.indexOf(layer))
        .map((imported) => `src/${path} (${layer}) imports from ${imported}`),
    );
    expect(upward).toEqual([]);
  });

  it('keep v1 from knowing import and snapshot', () => {
    const wrong = files
      .filter((file) => file.layer === 'v1')
      .filter((file) =>
        file.imports.some((name) => /^\.\.\/(\.\.\/)?(import|snapshot)\//.test(name)),
      );
    expect(wrong.map((file) => file.path)).toEqual([]);
  });

  it('need no Node between a request and its answer', () => {
    const needy = files
      .filter((file) => WITHOUT_NODE.includes(file.layer))
      .filter(
        ({ text, imports }) =>
          imports.some((name) => name.startsWith('node:')) ||
          /\b(?:Buffer|process|require|setImmediate)\s*[.(]/.test(text),
      );
    expect(needy.map((file) => file.path)).toEqual([]);
  });

  it('normalize texts in one place, which knows what a long run of marks costs', () => {
    const places = files.filter(({ text }) => /\.normalize\(/.test(text));
    expect(places.map(({ path }) => path)).toEqual([join('search', 'analysis', 'normalized.ts')]);
  });

  it('name no folder or file after nothing in particular', () => {
    const vague = files.filter(({ path }) =>
      path.split(/[/\\.]/).some((part) => ELSEWHERE.includes(part)),
    );
    expect(vague.map((file) => file.path)).toEqual([]);
  });
});
