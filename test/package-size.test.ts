import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { beforeAll, describe, expect, it } from 'vitest';
import { lazy } from '../src/base/lazy.js';
import { compile, ROOT } from './cli/compiled.js';
import { scratchDirectory, writeFiles } from './snapshot/file/scratch-directory.js';

beforeAll(compile);

/** The sizes that the guide of embedding states, in bytes, by what has the size. */
const STATED = new Map(
  Array.from(
    readFileSync(join(ROOT, 'docs/embedding.md'), 'utf8').matchAll(
      /^\| (.+) \| ([\d.]+) (MB|kB) \|$/gm,
    ),
    ([, what, number, unit]) => [what, Number(number) * (unit === 'MB' ? 1e6 : 1e3)],
  ),
);

/** Returns the sizes of the package in bytes, as npm packs and unpacks it. */
const packedSizes = lazy((): { readonly size: number; readonly unpackedSize: number } => {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  return JSON.parse(execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8' }))[0];
});

/** Returns the size of the files of all packages that are installed with Carrel, in bytes. */
function dependenciesSize(): number {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  const paths = Object.keys(packages).filter(
    (path) => path.lastIndexOf('node_modules') === 0 && !packages[path].dev,
  );
  const files = paths.flatMap((path) =>
    readdirSync(join(ROOT, path), { recursive: true, encoding: 'utf8' }).map((name) =>
      statSync(join(ROOT, path, name)),
    ),
  );
  return files.reduce((bytes, file) => bytes + (file.isFile() ? file.size : 0), 0);
}

/** Returns the size of a program for browsers that opens a catalog and creates an API, minified and compressed. */
async function bundleSize(): Promise<number> {
  const exports = 'fetchCatalog, createApi';
  const entry = join(ROOT, 'dist/browser/index.js');
  const program = `import { ${exports} } from ${JSON.stringify(entry)}; console.log(${exports});`;
  const input = join(writeFiles(scratchDirectory(), { 'program.js': program }), 'program.js');
  const bundle = await rolldown({ input, cwd: ROOT, platform: 'browser' });
  const { output } = await bundle.generate({ minify: true });
  return gzipSync(output[0].code).length;
}

describe('The guide of embedding states sizes', () => {
  it.each<[what: string, measure: () => number | Promise<number>]>([
    ['the package, compressed', () => packedSizes().size],
    [
      'the package, installed, of which the code of `carrel mcp` is 0.4 MB',
      () => packedSizes().unpackedSize,
    ],
    [
      'with its dependencies, of which `lru-cache` is 3.3 MB',
      () => packedSizes().unpackedSize + dependenciesSize(),
    ],
    ['`fetchCatalog` and `createApi` in a browser, minified and compressed with gzip', bundleSize],
  ])('that are exceeded by less than a tenth: %s', async (what, measure) => {
    expect(STATED.get(what)).toBeDefined();
    expect(await measure()).toBeLessThan(1.1 * (STATED.get(what) ?? 0));
  });
});
