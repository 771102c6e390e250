import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCatalog } from '../../src/snapshot/file/open-catalog.js';
import { SourceError, type SourceRecords } from '../../src/snapshot/source/source.js';
import { recordsOf } from '../catalog/catalog-of.js';
import { runs } from '../random-seed.js';
import { getTitle, searchTitles } from '../v1/validated-operations.js';

const context = { baseUrl: 'https://api.example.org' };
const date = '2018-01-15T16:23:09Z';

const json = fc.jsonValue({ maxDepth: 3 });

/** Generates one of the valid values in most cases, and any JSON value in the other cases. */
const field = (...valid: unknown[]) =>
  fc.oneof({ weight: 80, arbitrary: fc.constantFrom(...valid) }, json);

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
      created: field(date),
      updated: field(date),
      list_items: field([]),
    }),
    { maxLength: 1 },
  ),
  sessions: fc.array(fc.record({ id: field('s'), user: field(1) }), { maxLength: 1 }),
});

describe('createCatalog', () => {
  it('returns a catalog that finds each title, or throws a SourceError, for any records', () => {
    let catalogCount = 0;
    fc.assert(
      fc.property(records, (generated) => {
        let catalog: ReturnType<typeof createCatalog>;
        try {
          catalog = createCatalog(recordsOf(generated as unknown as SourceRecords));
        } catch (error) {
          expect(error).toBeInstanceOf(SourceError);
          return;
        }
        catalogCount++;
        const params = { q: '*', library: 'harbour', limit: 100 };
        const { count, titles } = searchTitles([catalog], params, context);
        expect(count).toBe(generated.titles.length);
        for (const { id } of titles) expect(getTitle([catalog], id, {}, context).title.id).toBe(id);
      }),
      { numRuns: runs(400) },
    );
    expect(catalogCount).toBeGreaterThan(10);
  });
});
