import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, it } from 'vitest';
import { compile, ROOT } from '../../cli/compiled.js';

beforeAll(compile);

// V8 never frees some hidden classes, so no hidden class may refer to a catalog, for example by its getters.
it('All catalogs have the same few hidden classes', () => {
  const program = join(import.meta.dirname, 'hidden-classes.mjs');
  const index = pathToFileURL(join(ROOT, 'dist/index.js')).href;
  const args = ['--allow-natives-syntax', program, index];
  const classes: Record<string, number> = JSON.parse(
    execFileSync(process.execPath, args, { encoding: 'utf8' }),
  );
  expect(classes).toHaveProperty('catalog.titles.ranks');
  // The first runs of a function can create other hidden classes than later runs.
  expect(Object.entries(classes).filter(([, count]) => count > 4)).toEqual([]);
});
