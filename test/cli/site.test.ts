import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeAll, expect, it } from 'vitest';
import { openCatalog } from '../../src/browser/open-catalog.js';
import { book, recordsOf } from '../catalog/catalog-of.js';
import { scratchDirectory } from '../snapshot/file/scratch-directory.js';
import { writeRecords } from '../snapshot/file/source-files.js';
import { carrel, compile } from './compiled.js';
import { runCarrel } from './run-carrel.js';

beforeAll(compile);

it('carrel site writes a snapshot without sessions, and what a browser needs to install the site', async () => {
  const directory = scratchDirectory();
  const read = (path: string) => readFileSync(join(directory, path));
  const stale = ['data/0123456789abcdef.bin', 'assets/0123456789abcdef'];
  mkdirSync(join(directory, 'data'));
  mkdirSync(join(directory, 'assets/0123456789abcdef'), { recursive: true });
  for (const name of [stale[0], 'CNAME']) writeFileSync(join(directory, name), '');

  const records = recordsOf({
    titles: [book('1', 'Typee')],
    users: [{ id: 1, name: 'ishmael' }],
    sessions: [{ id: 'secret', user: 1 }],
  });
  const source = writeRecords(scratchDirectory(), records);
  // The program of the service worker is only in the package.
  const { status, stdout, stderr } = await carrel('site', source, '-o', directory);
  expect(status).toBe(0);
  expect(stdout).toMatch(/: 1 title in 15 files, [\d,]+ bytes at the first visit\n$/);
  expect(stderr).toBe(
    `warning: ${source}: everybody can read the 1 user of the catalog, with 0 entries of user content and 0 lists\n` +
      `warning: ${source}: left out 1 session\n`,
  );
  const pieces = readdirSync(join(directory, 'data'));
  const bytes = Buffer.concat(pieces.map((name) => gunzipSync(read(`data/${name}`))));
  const { counts } = openCatalog(bytes);
  expect(counts).toMatchObject({ titles: 1, users: 1, sessions: 0 });
  expect(stale.filter((path) => existsSync(join(directory, path)))).toEqual([]);
  expect(existsSync(join(directory, 'CNAME'))).toBe(true);

  const [folder] = readdirSync(join(directory, 'assets')).map((name) => `assets/${name}`);
  const program = read(`${folder}/site-worker.js`).toString();
  expect(program).not.toMatch(/["'`]node:|class MiniSearch|new Ajv|\brequire\(/);
  expect(read('worker.js').toString()).toContain(`importScripts("${folder}/site-worker.js");`);
  const { icons } = JSON.parse(read(`${folder}/site.webmanifest`).toString());
  const sizes = icons.slice(0, 2).map(({ src }: { src: string }) => {
    const png = read(`${folder}/${src}`);
    return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;
  });
  expect(sizes).toEqual(icons.slice(0, 2).map((icon: { sizes: string }) => icon.sizes));
  const [entry, other] = ['index.html', '404.html'].map((file) => read(file).toString());
  const noindex = '<meta name="robots" content="noindex">';
  expect([entry, other].map((page) => page.includes(noindex))).toEqual([false, true]);
  expect(entry).toContain(
    '<meta name="description" content="Search the catalog: Harbour Library. 1 title.">',
  );
  const quiet = await carrel('site', source, '-o', directory, '--quiet');
  expect(quiet).toEqual({ status: 0, stdout: '', stderr });
});

it('carrel site refuses an unknown branch, options of pages that exclude each other, and a folder that it cannot write or must not publish', async () => {
  const branches = ['A', 'B'].map((id) => ({ id, name: id }));
  const records = recordsOf({ library: { branches }, titles: [book('1', 'Typee')] });
  const source = writeRecords(scratchDirectory(), records);
  const file = join(scratchDirectory(), 'file');
  writeFileSync(file, '');
  const refusal = async (...args: string[]) => (await runCarrel('site', source, ...args)).stderr;
  expect(await refusal('-o', file, '--branch', 'X')).toContain(
    "carrel site: --branch: expected A or B, found 'X'\n",
  );
  const coverUrl = 'https://covers.example.org/{isbn}.jpg';
  for (const [args, problem] of [
    [['--cover-url', coverUrl, '--kiosk'], '--cover-url: expected no --kiosk, found both'],
    [['--cover-url', 'https://x.example/'], '--cover-url: expected an address with {isbn}'],
    [['--kiosk-printing'], '--kiosk-printing: expected --kiosk too, found none'],
  ] as const) {
    expect(await refusal('-o', file, ...args)).toContain(`carrel site: ${problem}`);
  }
  expect(await refusal('-o', source)).toContain(
    `carrel site: --output: expected a folder without '${source}', found '${source}'; choose another folder, because everything in it is public`,
  );
  for (const name of ['worker.js', 'index.html', '404.html']) {
    const folder = scratchDirectory();
    writeFileSync(join(folder, name), 'other');
    expect(await refusal('-o', folder)).toContain(
      `${join(folder, name)}: expected no file, or a file that 'carrel site' wrote, found another file; choose another folder, or remove the file`,
    );
    expect(readdirSync(folder)).toEqual([name]);
  }
});

it('carrel site refuses a folder that cannot be created, before it writes a file', async () => {
  const source = writeRecords(scratchDirectory(), recordsOf({ titles: [book('1', 'Typee')] }));
  const folder = scratchDirectory();
  const path = (name: string) => join(folder, name);
  writeFileSync(path('file'), '');
  symlinkSync('missing', path('link'));
  for (const name of ['data', 'assets']) {
    mkdirSync(path(`with-${name}`));
    writeFileSync(path(`with-${name}/${name}`), '');
  }
  const refusals = [
    ['file', 'file', 'a file'],
    ['file/new', 'file', 'a file'],
    ['link', 'link', 'a symbolic link to a missing folder'],
    ['link/new', 'link', 'a symbolic link to a missing folder'],
    ['with-data', 'with-data/data', 'a file'],
    ['with-assets', 'with-assets/assets', 'a file'],
  ];
  for (const [output, where, found] of refusals) {
    expect((await runCarrel('site', source, '-o', path(output))).stderr).toContain(
      `${path(where)}: expected a folder or a new path, found ${found}; choose another folder`,
    );
  }
  expect(readdirSync(path('with-data'))).toEqual(['assets', 'data']);
  expect(readdirSync(path('with-data/assets'))).toEqual([]);
});

it.runIf(existsSync('/proc/self'))(
  'carrel site refuses a folder in /proc, where nothing can be created',
  async () => {
    const source = writeRecords(scratchDirectory(), recordsOf({ titles: [book('1', 'Typee')] }));
    expect(await runCarrel('site', source, '-o', '/proc/site/x')).toMatchObject({
      status: 1,
      stderr:
        "carrel site: /proc/site: expected a folder or a new path, found an error (ENOENT: no such file or directory, mkdir '/proc/site'); choose another folder\n",
    });
  },
);
