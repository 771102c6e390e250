import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { importRecords } from '../../src/import/import-records.js';
import { openCatalog } from '../../src/snapshot/file/open-catalog.js';
import { buildSnapshot } from '../../src/snapshot/file/writing/build-snapshot.js';
import { DEMO } from '../shared-data.js';
import { scratchDirectory } from '../snapshot/file/scratch-directory.js';
import { searchTitles } from '../v1/validated-operations.js';

it('The MARC records of the demo are imported without warnings or unused fields, and are found by search', async () => {
  const library = JSON.parse(readFileSync(join(DEMO, 'harbour.library.json'), 'utf8'));
  const imported = importRecords([join(DEMO, 'harbour.mrc')], library);
  const { report } = imported;
  const file = join(scratchDirectory(), 'harbour.snapshot');
  const { warnings } = await buildSnapshot(imported, file, { threads: 1 });
  expect(warnings).toEqual([]);
  expect(report).toMatchObject({
    records: 22,
    titles: 22,
    refused: [],
    repaired: 0,
    duplicates: [],
    holdings: { profile: 'koha', copies: 33, withdrawn: 1, without_branch: 0 },
    unused_fields: {},
  });
  const catalog = openCatalog(file);
  const found = (q: string) =>
    searchTitles(
      [catalog],
      { q, library: 'harbour' },
      { baseUrl: 'http://localhost:8080' },
    ).titles.map(({ title }) => title);
  expect(found('толстой')).toEqual(['Анна Каренина']);
  expect(found('speckled band')).toEqual(['The adventures of Sherlock Holmes']);
});
