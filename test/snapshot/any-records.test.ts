import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createCatalog } from '../../src/snapshot/create-catalog.js';
import type { SourceRecords } from '../../src/snapshot/source-records.js';
import { SourceError } from '../../src/snapshot/source-report.js';
import { recordsOf } from '../catalog/catalog-of.js';
import { getTitle, searchTitles } from '../v1/validated.js';

const context = { baseUrl: 'https://api.example.org' };
const written = '2018-01-15T16:23:09Z';

/** Records that are nearly right: each field holds what it should, or now and then anything. */
const json = fc.jsonValue({ maxDepth: 3 });
const field = (...right: unknown[]) =>
  fc.oneof({ weight: 80, arbitrary: fc.constantFrom(...right) }, json);

const title = fc.record(
  {
    id: field('1', '2', '__proto__', 'a/b'),
    title: field('Moby-Dick', 'constructor'),
    format: field({ id: 'BK' }, { id: '__proto__', name: '' }),
    authors: field([{ name: 'Herman Melville' }], []),
    series: field([{ name: 'S', number: '' }], []),
    availability: field(null, { id: 'AVAILABLE' }),
    holdings: field([{ branch: 'M', status: '__proto__' }], []),
    contents: field(['', 'Loomings'], []),
    pages: field(720, 0),
    popularity: field(0, 1e300),
  },
  { requiredKeys: ['id', 'title', 'format'] },
);
const records = fc.record({
  titles: fc.uniqueArray(title, { maxLength: 3, selector: ({ id }) => id }),
  users: fc.array(fc.record({ id: field(1), name: field('ishmael') }), { maxLength: 1 }),
  userContent: fc.array(
    fc.record({ user: field(1), title: field('1'), content: field([]) }, { requiredKeys: [] }),
    { maxLength: 1 },
  ),
  lists: fc.array(
    fc.record({
      id: field('l'),
      name: field('Sea'),
      user: field(1),
      created: field(written),
      updated: field(written),
      list_items: field([]),
    }),
    { maxLength: 1 },
  ),
  sessions: fc.array(fc.record({ id: field('s'), user: field(1) }), { maxLength: 1 }),
});

it('any records make a catalog that answers for each of its titles, or a SourceError', () => {
  let made = 0;
  fc.assert(
    fc.property(records, (given) => {
      let catalog: ReturnType<typeof createCatalog>;
      try {
        catalog = createCatalog(recordsOf(given as unknown as SourceRecords));
      } catch (error) {
        expect(error).toBeInstanceOf(SourceError);
        return;
      }
      made++;
      const params = { q: '*', library: 'harbour', limit: 100 };
      const { count, titles } = searchTitles([catalog], params, context);
      expect(count).toBe(given.titles.length);
      for (const { id } of titles) expect(getTitle([catalog], id, context).title.id).toBe(id);
    }),
    { numRuns: 400 },
  );
  expect(made).toBeGreaterThan(10);
});
