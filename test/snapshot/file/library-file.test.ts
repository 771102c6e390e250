import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openCatalog } from '../../../src/snapshot/file/open-catalog.js';
import { buildSnapshot } from '../../../src/snapshot/file/writing/build-snapshot.js';
import { type FileContent, scratchDirectory } from './scratch-directory.js';
import { writeSource } from './source-files.js';

const LIBRARY = {
  id: 'harbour',
  name: 'Harbour Library',
  snapshot_date: '2026-11-01T00:00:00Z',
};
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>';
const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

async function build(library: object, files: Record<string, FileContent> = {}) {
  const directory = scratchDirectory();
  const snapshot = join(directory, 'harbour.snapshot');
  const source = writeSource(join(directory, 'source'), {
    ...files,
    'library.json': JSON.stringify({ ...LIBRARY, ...library }),
  });
  const { warnings } = await buildSnapshot(source, snapshot);
  return { warnings, library: openCatalog(snapshot).library };
}

describe('library.json', () => {
  it('has a logo in a file, which the snapshot contains', async () => {
    const { library, warnings } = await build({ logo: 'logo.svg' }, { 'logo.svg': SVG });
    expect(library.logo).toBe(`data:image/svg+xml;base64,${Buffer.from(SVG).toString('base64')}`);
    expect(warnings).toEqual([]);
    const png = await build({ logo: 'logo.png' }, { 'logo.png': PNG });
    expect(png.library.logo).toBe(`data:image/png;base64,${PNG.toString('base64')}`);
    const again = await build({ logo: png.library.logo });
    expect(again.library.logo).toBe(png.library.logo);
  });

  it.each<[string, string, Record<string, FileContent>, RegExp]>([
    [
      'a missing file',
      'logo.svg',
      {},
      /logo: .*logo\.svg: expected an SVG or PNG file, found nothing/,
    ],
    [
      'a file of another kind',
      'logo.gif',
      { 'logo.gif': 'GIF89a' },
      /expected the name of an SVG or PNG file in the folder of the library record, found the string "logo\.gif"/,
    ],
    [
      'a file in another folder',
      '../logo.svg',
      {},
      /expected the name of an SVG or PNG file in the folder/,
    ],
    [
      'other data in an SVG file',
      'logo.svg',
      { 'logo.svg': 'hello' },
      /logo: expected an SVG or PNG file, found other data/,
    ],
    [
      'a file of more than 64 kB',
      'logo.svg',
      { 'logo.svg': SVG + ' '.repeat(65_536) },
      /logo: .*at most 65536 bytes\), found 65621 bytes/,
    ],
    [
      'a web address',
      'https://www.example.org/logo.svg',
      {},
      /expected the name of an SVG or PNG file in the folder/,
    ],
    [
      'a data: address of another kind',
      'data:text/html;base64,PGI+',
      {},
      /logo: expected an SVG or PNG image of at most 65536 bytes/,
    ],
  ])('has no logo that is %s', async (_what, logo, files, message) => {
    await expect(build({ logo }, files)).rejects.toThrow(message);
  });

  it('has colors that are changed with a warning if text would have too little contrast', async () => {
    const { library, warnings } = await build({
      colors: { primary: '#ffd200', accent: '#3a47a8' },
    });
    expect(library.colors).toEqual({ primary: '#806900', accent: '#3a47a8' });
    expect(warnings).toEqual([
      'library.json: colors.primary: expected a contrast of 4.5 to 1 with text, found less; changed from #ffd200 to #806900 (1 time)',
    ]);
    await expect(build({ colors: { primary: 'blue' } })).rejects.toThrow(
      'colors.primary: expected a color such as #1a5276, found the string "blue"',
    );
  });

  it('has addresses of the library and details of its branches, which the snapshot contains', async () => {
    const face = {
      website: 'https://www.example.org/',
      account_url: 'https://account.example.org/',
      request_url: 'https://account.example.org/request?title={id}',
      branches: [
        {
          id: 'MAIN',
          name: 'Main Library',
          hours: 'Mon–Fri 9–18\nSat 10–14',
          address: '12 Market Square',
          map_url: 'https://maps.example.org/?q=12+Market+Square',
        },
      ],
    };
    const { library, warnings } = await build(face);
    expect(library).toEqual({ ...LIBRARY, ...face });
    expect(warnings).toEqual([]);
    await expect(build({ request_url: 'https://www.example.org/request' })).rejects.toThrow(
      'request_url: expected an address with {id} such as https://www.example.org/request?title={id}',
    );
    await expect(build({ website: 'javascript:alert(1)' })).rejects.toThrow('website: expected');
  });
});
