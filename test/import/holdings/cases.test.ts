import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Title } from '../../../src/catalog/records/title.js';
import { type ImportOptions, importRecords } from '../../../src/import/import-records.js';
import { shelfOrder } from '../../../src/kiosk/browse-lists.js';
import { createCatalog } from '../../../src/snapshot/file/open-catalog.js';
import { REAL } from '../../shared-data.js';

const CASES = join(REAL, 'cases/marc');

const library = { id: 'cases', name: 'Cases', snapshot_date: '2026-11-01T00:00:00Z' };

/** Imports the file of a case. */
async function imported(name: string, options?: ImportOptions) {
  const { titles, report } = importRecords([join(CASES, `${name}.mrc`)], library, options);
  const read: Title[] = [];
  for await (const title of titles) read.push(title);
  return { titles: read, report };
}

// The files are not part of the project, and only some machines have them.
describe.skipIf(!existsSync(CASES))('The case', () => {
  it.each([
    ['hold-koha-damaged', 'koha', ['MAIN UNAVAILABLE']],
    ['hold-oclc-cluster-952-taken-for-koha', null, []],
    [
      'hold-symphony-949-taken-for-sierra',
      'symphony-949',
      ['UP-PAT ON_ORDER', 'UP-PAT UNAVAILABLE', 'UP-ANNEX LOST'],
    ],
    ['hold-alma-hld-without-item', 'alma', [...Array(5).fill('MAIN AVAILABLE')]],
  ])('%s has the profile %s and the copies %j', async (name, profile, copies) => {
    const { titles, report } = await imported(name);
    expect(report.holdings.profile).toBe(profile);
    const holdings = titles.flatMap((title) => title.holdings ?? []);
    expect(holdings.map(({ branch, status }) => `${branch} ${status}`)).toEqual(copies);
  });

  it.each(['koha', 'none', undefined])(
    'staff-view-nonpublic-notes shows no note with the profile %s',
    async (holdings) => {
      const name = 'staff-view-nonpublic-notes';
      const { titles } = await imported(name, { keepMarc: true, holdings });
      expect(titles.map(({ marc }) => marc?.fields.length)).toEqual([4]);
      expect(JSON.stringify(titles)).not.toContain('complained');
    },
  );

  it('shelf-sudoc has the order of the shelf', async () => {
    const catalog = createCatalog({ library, titles: (await imported('shelf-sudoc')).titles });
    const order = shelfOrder(catalog);
    const places = Array.from({ length: order.size }, (_, i) => order.place(i).callNumber);
    expect(places).toEqual(['c 13.2:1', 'c 13.10:9', 'c 13.10/2:3']);
  });
});
