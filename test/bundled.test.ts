import { execFile } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import { beforeAll, describe, expect, it } from 'vitest';
import { compile, ROOT } from './cli/compiled.js';
import { scratchDirectory, writeFiles } from './snapshot/file/scratch-directory.js';

beforeAll(compile);

/**
 * A program that creates, changes, searches and builds a catalog, and prints numbers of titles, the status of a request
 * that is not UTF-8, and errors.
 */
const PROGRAM = `
  import { applyChanges, buildSnapshot, createCatalog, openCatalogs, searchTitles } from 'carrel';
  import { createFetchHandler } from 'carrel/browser';
  import { createKiosk } from 'carrel/kiosk';
  const library = { id: 'harbour', name: 'Harbour Library', snapshot_date: '2026-11-01T00:00:00Z' };
  const titles = ['1', '2'].map((id) => ({ id, title: 'Emma', format: { id: 'BK' } }));
  const catalog = applyChanges(createCatalog({ library, titles }), [
    { op: 'delete', kind: 'titles', id: '1' },
  ]);
  const params = { q: 'emma', library: 'harbour' };
  console.log(searchTitles([catalog], params, { baseUrl: 'https://api.example.org' }).count);
  const request = new Request('https://api.example.org/v1/titles?q=%ff&library=harbour');
  console.log(createFetchHandler({ catalogs: [catalog] })(request).status);
  const written = buildSnapshot({ library, titles }, 'harbour.snapshot');
  written.then(({ counts }) => console.log(counts.titles));
  written.then(() => openCatalogs(['missing.snapshot'])).catch((error) => {
    console.log(error.code);
    try {
      createKiosk();
    } catch (error) {
      console.log(error.message);
    }
  });`;

describe('A program that is bundled with Carrel into one CommonJS file', () => {
  it('runs without the package, and reports invalid requests and missing files of pages', async () => {
    const directory = writeFiles(scratchDirectory(), { 'program/program.js': PROGRAM });
    mkdirSync(join(directory, 'program/node_modules'));
    symlinkSync(ROOT, join(directory, 'program/node_modules/carrel'));
    const bundle = await rolldown({
      input: join(directory, 'program/program.js'),
      platform: 'node',
      // The empty `import.meta.url` is that of esbuild.
      transform: { define: { 'import.meta.url': 'undefined' } },
      logLevel: 'silent',
    });
    const file = join(directory, 'bundle.cjs');
    await bundle.write({ file, format: 'cjs', codeSplitting: false });
    await bundle.close();
    const { stdout } = await promisify(execFile)(process.execPath, [file], { cwd: directory });
    expect(stdout.split('\n')).toEqual([
      '1',
      '400',
      '2',
      'not_found',
      `${join(directory, 'assets/')}: expected the style sheets and scripts of the pages, found nothing; mark 'carrel' as external in the bundler, or copy the folder dist/kiosk/assets of the package to this path`,
      '',
    ]);
  });
});
