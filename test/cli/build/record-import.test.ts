import { join } from 'node:path';
import { expect, it } from 'vitest';
import { recordImport } from '../../../src/cli/build/record-import.js';
import { iso2709 } from '../../import/marc/iso2709-bytes.js';
import { scratchDirectory, writeFiles } from '../../snapshot/file/scratch-directory.js';

it('knows which share of record files was read', async () => {
  const book = iso2709([
    ['001', 'b1'],
    ['245', '00$aTypee.'],
  ]);
  const directory = writeFiles(scratchDirectory(), { 'export.mrc': book, 'library.json': '{}' });
  const { titles } = recordImport([join(directory, 'export.mrc')], {
    library: join(directory, 'library.json'),
  }).source;
  expect(titles.readShare?.()).toBe(0);
  const read = [];
  for await (const record of titles.records()) read.push(record);
  expect(read).toHaveLength(1);
  expect(titles.readShare?.()).toBe(1);
});

it('does not know the size of standard input', () => {
  const { titles } = recordImport(['-'], { library: 'library.json' }).source;
  expect(titles.readShare).toBeUndefined();
});
